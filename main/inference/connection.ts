import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import { FromHost, type HostMethod, type HostRequest, Replies, type Reply, type ToHost } from './contract.ts';
import { deferred } from './deferred.ts';
import type { HostExit, HostLauncher } from './launch.ts';

export type Call = {
  readonly request: HostRequest;
  /** Longest silence before the host counts as hung. */
  readonly silenceMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onDelta?: ((text: string) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
};

/** One life of one host process: requests with ids, streams, cancel and a watchdog. */
export type Connection = {
  readonly pid: number | null;
  readonly ready: Promise<void>;
  readonly call: <M extends HostMethod>(method: M, call: Call) => Promise<Reply<M>>;
  readonly kill: () => void;
};

type Open = {
  readonly method: HostMethod;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly call: Call;
  timer: NodeJS.Timeout;
  nextSeq: number;
};

const crashed = () =>
  new AppError('inference.crashed', 'The model process ended while it was working. It is being started again.', {
    retry: 'later',
  });
const hung = () =>
  new AppError('inference.timeout', 'The model process gave no sign of life and is being started again.', {
    retry: 'later',
  });

/** Starts a host and speaks the contract with it. When it ends, all open calls are rejected, then `onGone` is called. */
export function openConnection({
  launch,
  startMs,
  onGone,
}: {
  readonly launch: HostLauncher;
  readonly startMs: number;
  readonly onGone: (exit: HostExit & { readonly wasHung: boolean }) => void;
}): Connection {
  const open = new Map<number, Open>();
  let lastId = 0;
  let wasHung = false;
  const ready = deferred<void>();
  ready.promise.catch(() => undefined); // callers that wait see the failure; without one it is not an unhandled rejection

  const host = launch((exit) => {
    clearTimeout(startTimer);
    const error = wasHung ? hung() : crashed();
    ready.reject(error);
    for (const entry of open.values()) {
      clearTimeout(entry.timer);
      entry.reject(error);
    }
    open.clear();
    onGone({ ...exit, wasHung });
  });
  const killHung = (): void => {
    wasHung = true;
    host.kill();
  };
  const startTimer = setTimeout(killHung, startMs);

  host.onMessage((raw) => {
    const parsed = FromHost.safeParse(raw);
    if (!parsed.success) {
      host.kill(); // it speaks another language: another build, or broken memory
      return;
    }
    const message = parsed.data;
    if (message.type === 'ready') {
      clearTimeout(startTimer);
      ready.resolve();
      return;
    }
    const entry = open.get(message.id);
    if (!entry) return; // the answer to a call whose caller left
    const close = (): void => {
      clearTimeout(entry.timer);
      open.delete(message.id);
    };
    entry.timer.refresh();
    try {
      settle(message, entry, close);
    } catch (error) {
      // The caller's own callback failed: its call ends with that, and the host is told to stop.
      close();
      host.send({ type: 'cancel', id: message.id } satisfies ToHost);
      entry.reject(error);
    }
  });

  return {
    pid: host.pid,
    ready: ready.promise,
    kill: () => host.kill(),
    call: async <M extends HostMethod>(method: M, call: Call): Promise<Reply<M>> => {
      await ready.promise;
      if (call.signal?.aborted) throw new AppError('request.aborted', 'Stopped.', { retry: 'never' });
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = deferred<unknown>();
      open.set(id, { method, resolve, reject, call, timer: setTimeout(killHung, call.silenceMs), nextSeq: 0 });
      const cancel = (): void => host.send({ type: 'cancel', id } satisfies ToHost);
      call.signal?.addEventListener('abort', cancel, { once: true });
      host.send({ type: 'request', id, request: call.request } satisfies ToHost);
      try {
        return Replies[method].parse(await promise) as Reply<M>; // parsed by the schema that this type comes from
      } finally {
        call.signal?.removeEventListener('abort', cancel);
      }
    },
  };
}

function settle(message: Exclude<FromHost, { type: 'ready' }>, entry: Open, close: () => void): void {
  switch (message.type) {
    case 'progress':
      entry.call.onProgress?.(message.done, message.total);
      return;
    case 'delta':
      assert(message.seq === entry.nextSeq, 'a piece of the answer is missing');
      entry.nextSeq += 1;
      entry.call.onDelta?.(message.text);
      return;
    case 'result':
      close();
      entry.resolve(message.value);
      return;
    case 'error': {
      close();
      const { code, message: text, retry, details } = message.error;
      entry.reject(new AppError(code, text, { retry, details }));
      return;
    }
  }
}
