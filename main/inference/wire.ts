/** The one adapter between a process's messages and the host: a forked Node child or an Electron utility process. */
export type Wire = {
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Called when the other end has gone. */
  readonly onClose: (listener: () => void) => void;
};

type Port = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
  readonly start: () => void;
};
type ParentPort = {
  readonly once: (event: 'message', listener: (event: { readonly ports: readonly Port[] }) => void) => void;
};

/** In a utility process the shell only hands over the engine's port; what comes before it is kept in order. */
function wireOverPort(parent: ParentPort): Wire {
  const listeners: ((message: unknown) => void)[] = [];
  const unsent: unknown[] = [];
  let port: Port | null = null;
  parent.once('message', ({ ports }) => {
    port = ports[0] ?? null;
    port?.on('message', ({ data }) => {
      for (const listener of listeners) listener(data);
    });
    port?.start();
    for (const message of unsent.splice(0)) port?.postMessage(message);
  });
  return {
    send: (message) => {
      if (port === null) unsent.push(message);
      else port.postMessage(message);
    },
    onMessage: (listener) => {
      listeners.push(listener);
    },
    // A utility process is ended by the shell when the engine goes; there is no event to wait for.
    onClose: () => undefined,
  };
}

/** The wire of this process, or null when nobody forked it. */
export function findParentWire(): Wire | null {
  // Electron sets parentPort in utility processes only; @types/node does not know it.
  const port = (process as unknown as { readonly parentPort?: ParentPort }).parentPort;
  if (port) return wireOverPort(port);
  if (typeof process.send !== 'function') return null;
  return {
    send: (message) => {
      // A parent that died between two messages is handled by 'disconnect'; this send has nobody to fail to.
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.on('disconnect', listener),
  };
}
