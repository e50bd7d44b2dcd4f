import type { Handlers } from '../../../main/contract/handlers.ts';
import type { CallKey, InputOf, StreamKey } from '../../../main/contract/index.ts';

type Request = { readonly signal: AbortSignal; readonly push: (chunk: unknown) => Promise<void> };
export type AnyHandlers = {
  readonly [K in CallKey | StreamKey]?: (input: InputOf<K>, request: Request) => Promise<unknown>;
};

/** Only the handlers that a test calls; what handlers return is the engine's business and not the wire's. */
export function makeHandlers(over: AnyHandlers): Handlers {
  return over as unknown as Handlers;
}

/** Resolves when every message and promise that is under way has arrived. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
