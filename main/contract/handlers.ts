import type { CallKey, ChunkOf, InputOf, OutputOf, StreamKey } from './index.ts';

export type Request = { readonly signal: AbortSignal };
/** `push` resolves when the reader keeps up. */
export type StreamRequest<C> = Request & { readonly push: (chunk: C) => Promise<void> };

export type Handlers = {
  readonly [K in CallKey]: (input: InputOf<K>, request: Request) => Promise<OutputOf<K>>;
} & {
  readonly [K in StreamKey]: (input: InputOf<K>, request: StreamRequest<ChunkOf<K>>) => Promise<OutputOf<K>>;
};
