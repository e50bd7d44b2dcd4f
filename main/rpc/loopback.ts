import type { FromEngine, ToEngine, Wire } from '../contract/index.ts';

type End = {
  readonly receive: (message: unknown) => void;
  readonly closed: () => void;
  readonly listen: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
};

function createEnd(): End {
  const closeListeners = new Set<() => void>();
  const early: unknown[] = [];
  let listener: ((message: unknown) => void) | null = null;
  return {
    // What arrives before anybody listens waits, as it does in a MessagePort that was not started.
    receive: (message) => (listener === null ? void early.push(message) : listener(message)),
    closed: () => {
      for (const each of closeListeners) each();
      closeListeners.clear();
    },
    listen: (next) => {
      listener = next;
      for (const message of early.splice(0)) next(message);
    },
    onClose: (each) => {
      closeListeners.add(each);
    },
  };
}

/** A wire within one process that behaves like one between two: messages are copies and arrive later, in order. */
export function createLoopback(): {
  readonly engineEnd: Wire<unknown, FromEngine>;
  readonly clientEnd: Wire<unknown, ToEngine>;
} {
  const engine = createEnd();
  const client = createEnd();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    queueMicrotask(() => {
      engine.closed();
      client.closed();
    });
  };
  const wireTo = <Out>(other: End, own: End): Wire<unknown, Out> => ({
    send: (message) => {
      if (isClosed) return;
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => other.receive(copy));
    },
    onMessage: own.listen,
    onClose: own.onClose,
    close,
  });
  return { engineEnd: wireTo<FromEngine>(client, engine), clientEnd: wireTo<ToEngine>(engine, client) };
}
