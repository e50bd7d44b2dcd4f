import { AppError } from './errors.ts';
import {
  type CallKey,
  type ChunkOf,
  type Client,
  contract,
  type EventKey,
  FromEngine,
  type InputOf,
  type OutputOf,
  type PayloadOf,
  type StreamKey,
  type ToEngine,
  type Wire,
} from './index.ts';

type Pending = {
  readonly key: CallKey | StreamKey;
  readonly onChunk: (value: unknown) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Sending = {
  readonly key: CallKey | StreamKey;
  readonly input: unknown;
  readonly onChunk: (value: unknown) => void;
  readonly signal: AbortSignal | undefined;
};

const gone = () => new AppError('internal.bug', 'The connection to the engine is closed.', { retry: 'later' });

/** Client side of the contract over any wire. Replies are parsed: the engine is trusted, the transport is not. */
export function createClient(wire: Wire<unknown, ToEngine>): Client {
  const pending = new Map<number, Pending>();
  const listeners = new Map<EventKey, Set<(payload: never) => void>>();
  const closeListeners = new Set<() => void>();
  let nextId = 1;
  let isClosed = false;

  const finish = (id: number) => {
    const entry = pending.get(id);
    pending.delete(id);
    return entry;
  };

  const receive = (raw: unknown) => {
    const parsed = FromEngine.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.t === 'event') {
      const key = message.key as EventKey; // an unknown key simply has no listener
      const shape = contract[key];
      if (shape?.type !== 'event') return;
      const payload = shape.payload.safeParse(message.payload);
      if (payload.success) for (const listener of listeners.get(key) ?? []) listener(payload.data as never);
      return;
    }
    if (message.t === 'chunk') {
      pending.get(message.id)?.onChunk(message.value);
      wire.send({ t: 'ack', id: message.id, n: message.n });
      return;
    }
    const entry = finish(message.id);
    if (!entry) return;
    if (message.t === 'failed') {
      const { code, message: text, retry, details } = message.error;
      entry.reject(new AppError(code, text, { retry, details }));
      return;
    }
    const value = contract[entry.key].output.safeParse(message.value);
    if (value.success) entry.resolve(value.data);
    else
      entry.reject(new AppError('internal.bug', `The engine answered ${entry.key} in a shape that is not known here.`));
  };

  const close = () => {
    if (isClosed) return;
    isClosed = true;
    for (const id of [...pending.keys()]) finish(id)?.reject(gone());
    for (const listener of closeListeners) listener();
  };

  const send = ({ key, input, onChunk, signal }: Sending) =>
    new Promise<unknown>((resolve, reject) => {
      if (isClosed) return reject(gone());
      if (signal?.aborted) return reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' }));
      const id = nextId;
      nextId += 1;
      const abort = () => wire.send({ t: 'abort', id });
      const settle = <T>(next: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', abort);
          next(value);
        };
      };
      pending.set(id, { key, onChunk, resolve: settle(resolve), reject: settle(reject) });
      signal?.addEventListener('abort', abort, { once: true });
      wire.send({ t: 'request', id, key, input });
    });

  wire.onMessage(receive);
  wire.onClose(close);

  return {
    // The casts join a value that was parsed against `contract[key]` to the type derived from the same schema.
    call: async <K extends CallKey>(key: K, input: InputOf<K>, signal?: AbortSignal) =>
      (await send({ key, input, onChunk: () => undefined, signal })) as OutputOf<K>,
    stream: async <K extends StreamKey>(
      key: K,
      input: InputOf<K>,
      options: { readonly onChunk: (chunk: ChunkOf<K>) => void; readonly signal?: AbortSignal | undefined },
    ) => {
      const onChunk = (value: unknown) => {
        const chunk = contract[key].chunk.safeParse(value);
        if (chunk.success) options.onChunk(chunk.data as ChunkOf<K>);
      };
      return (await send({ key, input, onChunk, signal: options.signal })) as OutputOf<K>;
    },
    on: <K extends EventKey>(key: K, listener: (payload: PayloadOf<K>) => void) => {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set);
      set.add(listener as (payload: never) => void);
      return () => set.delete(listener as (payload: never) => void);
    },
    onClose: (listener) => {
      closeListeners.add(listener);
    },
    close: () => {
      wire.close();
      close();
    },
  };
}
