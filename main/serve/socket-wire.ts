import { WebSocket } from 'ws';
import type { FromEngine, Wire } from '../contract/index.ts';

const UNSUPPORTED_DATA = 1003;
const BAD_PAYLOAD = 1007;

/** A browser's socket as a wire: each message is one JSON text frame. */
export function createSocketWire(socket: WebSocket): Wire<unknown, FromEngine> {
  return {
    send: (message) => {
      // A socket that is closing says so by its close event; this message has nobody to fail to.
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return socket.close(UNSUPPORTED_DATA);
        let message: unknown;
        try {
          message = JSON.parse(String(data));
        } catch {
          // Our page never sends this, so the sender is not our page or has a bug; its requests end with the socket.
          return socket.close(BAD_PAYLOAD);
        }
        listener(message);
      });
    },
    onClose: (listener) => {
      socket.on('close', listener);
    },
    close: () => socket.close(),
  };
}
