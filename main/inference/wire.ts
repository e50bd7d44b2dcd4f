/** The one adapter between a process's messages and the host: a forked Node child or an Electron utility process. */
export type Wire = {
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Called when the other end has gone. */
  readonly onClose: (listener: () => void) => void;
};

type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** The wire of this process, or null when nobody forked it. */
export function findParentWire(): Wire | null {
  // Electron sets parentPort in utility processes only; @types/node does not know it.
  const port = (process as unknown as { readonly parentPort?: ParentPort }).parentPort;
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', (event) => listener(event.data)),
      // A utility process is ended by its parent's browser process; there is no event to wait for.
      onClose: () => undefined,
    };
  }
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
