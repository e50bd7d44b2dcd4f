import type { Handlers } from '../contract/handlers.ts';
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
} from '../contract/index.ts';
import { isAbort } from '../lib/abort.ts';
import type { Log } from '../lib/log.ts';
import { describeInputFault, isWithinSize } from './input.pure.ts';
import { createReader, type Reader } from './reader.ts';

export { createLoopback } from './loopback.ts';

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
  const requests = createRequests({ handlers, log, send });
  const stopEvents = onEvent((key, payload) => send({ t: 'event', key, payload }));
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    stopEvents();
    requests.abortAll();
  };

  const receive = (raw: unknown): void => {
    if (isClosed) return;
    const parsed = isWithinSize(raw, MAX_MESSAGE_UNITS) ? ToEngine.safeParse(raw) : null;
    if (!parsed?.success) {
      log('rpc.bad-message', { isTooLarge: parsed === null });
      requests.refuseMalformed(
        findRequestId(raw),
        parsed === null ? 'The request is too large.' : 'The request has a shape that is not known here.',
      );
      return;
    }
    const message = parsed.data;
    switch (message.t) {
      case 'request':
        requests.start(message);
        break;
      case 'ack':
        requests.acknowledge(message.id, message.n);
        break;
      case 'abort':
        requests.abort(message.id);
        break;
    }
  };

  wire.onClose(close);
  wire.onMessage(receive);
}

type RequestDeps = Pick<ServeDeps, 'handlers' | 'log'> & { readonly send: (message: FromEngine) => void };
type ClientRequest = Extract<ToEngine, { t: 'request' }>;

/** The requests of one wire that have no answer yet. */
function createRequests({ handlers, log, send }: RequestDeps) {
  const live = new Map<number, Live>();
  const fail = (id: number, error: AppError): void => send({ t: 'failed', id, error: error.toWire() });

  const start = ({ id, key, input }: ClientRequest): void => {
    const checked = checkRequest({ key, input }, { isLive: live.has(id), liveCount: live.size });
    if (checked instanceof AppError) {
      fail(id, checked);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const reader = createReader({
      maxUnacked: MAX_UNACKED_CHUNKS,
      send: (n, value) => send({ t: 'chunk', id, n, value }),
    });
    live.set(id, { controller, reader });
    const run = handlers[checked.key] as AnyHandler; // its input was parsed with the schema that its type is made of
    const finish = async (message: FromEngine): Promise<void> => {
      await reader.drained();
      live.delete(id);
      send(message);
    };
    // An async function turns a handler that throws at once into one that rejects.
    const answer = async () => run(checked.input, { signal, push: reader.push });
    answer()
      .then(
        (value) => finish({ t: 'done', id, value }),
        (error: unknown) => finish({ t: 'failed', id, error: toWireError(error, { key, signal, log }) }),
      )
      .catch(() => log('rpc.not-answered', { key })); // neither draining nor sending rejects
  };

  const abort = ({ controller, reader }: Live): void => {
    controller.abort();
    // Whoever stopped a request may have stopped reading too; its handler must be able to finish.
    reader.leave();
  };

  return {
    start,
    acknowledge: (id: number, n: number): void => live.get(id)?.reader.acknowledge(n),
    abort: (id: number): void => {
      const entry = live.get(id);
      if (entry) abort(entry);
    },
    abortAll: (): void => {
      for (const entry of live.values()) abort(entry);
    },
    /** Without a number there is nobody to answer, and a number in use belongs to another request. */
    refuseMalformed: (id: number | null, text: string): void => {
      if (id !== null && !live.has(id)) fail(id, refuse('request.invalid', text));
    },
  };
}

type CheckedRequest = { readonly key: RunnableKey; readonly input: unknown };

function checkRequest(
  { key, input }: { readonly key: string; readonly input: unknown },
  { isLive, liveCount }: { readonly isLive: boolean; readonly liveCount: number },
): CheckedRequest | AppError {
  if (isLive) return refuse('request.invalid', 'A request with this number is still running.');
  if (liveCount >= MAX_LIVE_REQUESTS)
    return refuse('request.invalid', 'Too many requests at once. Wait until some have finished.', 'later');
  if (!isRunnable(key)) return refuse('request.unknown', 'This version of Palimpsest does not know that request.');
  const parsed = contract[key].input.safeParse(input);
  return parsed.success ? { key, input: parsed.data } : describeInputFault(key, parsed.error.issues);
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
