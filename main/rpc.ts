import {
  AppError,
  type CallKey,
  type Contract,
  contract,
  type EventKey,
  type FromEngine,
  MAX_UNACKED_CHUNKS,
  type StreamKey,
  ToEngine,
  type Wire,
  type WireError,
} from './contract/index.ts';
import type { Handlers } from './handlers.ts';
import { isAbort } from './lib/abort.ts';
import type { Log } from './lib/log.ts';
import { describeInputFault, isWithinSize } from './rpc-input.pure.ts';
import { createReader, type Reader } from './rpc-reader.ts';

export { createLoopback } from './rpc-loopback.ts';

export type ServeDeps = {
  readonly handlers: Handlers;
  readonly onEvent: (listener: (key: EventKey, payload: unknown) => void) => () => void;
  readonly log: Log;
};

/** More than any page or script has use for; a client that asks for more has lost its way. */
export const MAX_LIVE_REQUESTS = 256;
/** In UTF-16 units: an upload's chunk fits, and a message that could exhaust the engine does not. */
export const MAX_MESSAGE_UNITS = 16 * 1024 * 1024;

type Live = { readonly controller: AbortController; readonly reader: Reader };
type RunnableKey = CallKey | StreamKey;
/** What a handler looks like once its key is only known at run time. */
type AnyHandler = (input: unknown, request: unknown) => Promise<unknown>;

const refuse = (code: 'request.invalid' | 'request.unknown', message: string, retry: WireError['retry'] = 'never') =>
  new AppError(code, message, { retry });

/** A key is data from outside: `toString` and the like must not be found on the prototype. */
function isRunnable(key: string): key is RunnableKey {
  const shape = Object.hasOwn(contract, key) ? contract[key as keyof Contract] : null;
  return shape !== null && shape.type !== 'event';
}

/** Server side of the contract over one wire: nothing reaches a handler that was not parsed, every request is answered. */
export function serveWire(wire: Wire<unknown, FromEngine>, { handlers, onEvent, log }: ServeDeps): void {
  const live = new Map<number, Live>();
  let isClosed = false;

  const send = (message: FromEngine): void => {
    if (isClosed) return;
    try {
      wire.send(message);
    } catch {
      // A wire that cannot send has lost its other end: there is nobody to tell.
      close();
    }
  };
  const stopEvents = onEvent((key, payload) => send({ t: 'event', key, payload }));
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    stopEvents();
    for (const { controller, reader } of live.values()) {
      controller.abort();
      reader.leave();
    }
  };

  const fail = (id: number, error: WireError): void => send({ t: 'failed', id, error });

  const start = (id: number, key: string, input: unknown): void => {
    const refusal = findRefusal(id, key);
    if (refusal !== null) {
      fail(id, refusal.toWire());
      return;
    }
    const runnable = key as RunnableKey; // findRefusal has just looked it up
    const parsed = contract[runnable].input.safeParse(input);
    if (!parsed.success) {
      fail(id, describeInputFault(runnable, parsed.error.issues).toWire());
      return;
    }
    const controller = new AbortController();
    const reader = createReader({
      maxUnacked: MAX_UNACKED_CHUNKS,
      send: (n, value) => send({ t: 'chunk', id, n, value }),
    });
    live.set(id, { controller, reader });
    const run = handlers[runnable] as AnyHandler; // input was parsed with the schema that the handler's type is made of
    answer({ id, key: runnable, reader, signal: controller.signal }, async () =>
      run(parsed.data, { signal: controller.signal, push: reader.push }),
    ).catch(() => close()); // only `send` can fail there, and it closes the wire itself
  };

  const findRefusal = (id: number, key: string): AppError | null => {
    if (live.has(id)) return refuse('request.invalid', 'A request with this number is still running.');
    if (live.size >= MAX_LIVE_REQUESTS)
      return refuse('request.invalid', 'Too many requests at once. Wait until some have finished.', 'later');
    return isRunnable(key) ? null : refuse('request.unknown', 'This version of Palimpsest does not know that request.');
  };

  type Running = { readonly id: number; readonly key: string; readonly reader: Reader; readonly signal: AbortSignal };
  const answer = async ({ id, key, reader, signal }: Running, run: () => Promise<unknown>): Promise<void> => {
    const message = await run().then(
      (value): FromEngine => ({ t: 'done', id, value }),
      (error: unknown): FromEngine => ({ t: 'failed', id, error: toWireError(error, { key, signal, log }) }),
    );
    await reader.drained();
    live.delete(id);
    send(message);
  };

  const receive = (raw: unknown): void => {
    if (isClosed) return;
    const parsed = isWithinSize(raw, MAX_MESSAGE_UNITS) ? ToEngine.safeParse(raw) : null;
    if (!parsed?.success) {
      log('rpc.bad-message', { isTooLarge: parsed === null });
      const id = findRequestId(raw);
      const text = parsed === null ? 'The request is too large.' : 'The request has a shape that is not known here.';
      // Without a number of its own there is nobody to answer; a number in use belongs to another request.
      if (id !== null && !live.has(id)) fail(id, refuse('request.invalid', text).toWire());
      return;
    }
    const message = parsed.data;
    const entry = live.get(message.id);
    switch (message.t) {
      case 'request':
        start(message.id, message.key, message.input);
        break;
      case 'ack':
        entry?.reader.acknowledge(message.n);
        break;
      case 'abort':
        entry?.controller.abort();
        // Whoever stopped a request may have stopped reading too; its handler must be able to finish.
        entry?.reader.leave();
        break;
    }
  };

  wire.onClose(close);
  wire.onMessage(receive);
}

function findRequestId(raw: unknown): number | null {
  if (typeof raw !== 'object' || raw === null || !('t' in raw) || raw.t !== 'request' || !('id' in raw)) return null;
  const { id } = raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 1 ? id : null;
}

function toWireError(
  error: unknown,
  { key, signal, log }: { readonly key: string; readonly signal: AbortSignal; readonly log: Log },
): WireError {
  if (error instanceof AppError) return error.toWire();
  if (signal.aborted && isAbort(error)) return new AppError('request.aborted', 'Stopped.', { retry: 'never' }).toWire();
  // The message of an unexpected error may quote what the user wrote, so only its name is kept.
  log('rpc.bug', { key, name: error instanceof Error ? error.name : typeof error });
  const text = 'Something went wrong inside Palimpsest. Nothing that was saved is lost; try again.';
  return new AppError('internal.bug', text, { retry: 'later' }).toWire();
}
