import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../contract/errors.ts';
import type { FromEngine, Wire } from '../contract/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { resolveAsset } from './asset.pure.ts';
import { decideUpgrade, isOwnHost } from './guard.pure.ts';
import { buildHeaders } from './headers.pure.ts';
import { createInvitations } from './invitations.ts';
import { createSocketWire } from './socket-wire.ts';

export type ServeOptions = {
  /** The built page. */
  readonly rendererFolder: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly connect: (wire: Wire<unknown, FromEngine>) => void;
  readonly ids: Ids;
  readonly clock: Clock;
};

export type BrowserServer = {
  readonly port: number;
  readonly token: string;
  /** The page with its token, valid as long as this process lives. */
  readonly url: string;
  /** An address that leads to `url` once, soon: fit for a command line that other users can read. */
  readonly invite: () => string;
  readonly close: () => Promise<void>;
};

const TOKEN_BYTES = 32;
/** One frame: the largest is a chunk of an upload in base64. */
const MAX_FRAME_BYTES = 24 * 1024 * 1024;
/** Many tabs, and an end to whoever opens sockets without one. */
const MAX_SOCKETS = 64;
const GOING_AWAY = 1001;

/** Serves the page and the contract to browsers on this computer, and to nobody else. */
export async function startBrowserServer(options: ServeOptions): Promise<BrowserServer> {
  const token = Buffer.from(options.ids.bytes(TOKEN_BYTES)).toString('base64url');
  const invitations = createInvitations(options);
  const server = createServer();
  const port = await listen(server, options.port);
  const url = `http://127.0.0.1:${port}/#token=${token}`;

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isOwnHost(request.headers.host, port) && invitations.accept(request.url ?? '')) {
      response.writeHead(303, { ...buildHeaders({ port, mimeType: TEXT }), Location: `/#token=${token}` }).end();
      return;
    }
    answer(request, response, { port, rendererFolder: options.rendererFolder }).catch(() => response.destroy());
  });
  const sockets = acceptSockets(server, { port, token, connect: options.connect });

  return {
    port,
    token,
    url,
    invite: () => `http://127.0.0.1:${port}${invitations.create()}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) {
          socket.close(GOING_AWAY);
          socket.terminate();
        }
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const text = isTaken
        ? `Port ${port} is in use or not allowed. Choose another one, or leave the port out.`
        : `The page cannot be served on this computer (${error.code ?? 'unknown'}).`;
      reject(new AppError('network.failed', text, { cause: error }));
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const TEXT = 'text/plain; charset=utf-8';
type Place = { readonly port: number; readonly rendererFolder: string };

/** The page holds no data, so it needs no token; but only this computer's own name may be used to reach it. */
async function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const { port, rendererFolder } = place;
  const refuse = (status: number, text: string, more: Readonly<Record<string, string>> = {}) =>
    void response.writeHead(status, { ...buildHeaders({ port, mimeType: TEXT }), ...more }).end(`${text}\n`);
  if (!isOwnHost(request.headers.host, port)) return refuse(403, 'This address is not served here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET.', { Allow: 'GET, HEAD' });
  const asset = resolveAsset(rendererFolder, request.url ?? '');
  const bytes = asset === null ? null : await readFile(asset.path).catch(() => null);
  if (asset === null || bytes === null) {
    const isPage = asset?.path.endsWith('index.html') === true;
    return refuse(404, isPage ? 'The page is not built. Run `npm run build`.' : 'There is nothing here.');
  }
  const headers = { ...buildHeaders({ port, ...asset }), 'Content-Length': String(bytes.length) };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

type SocketPlace = { readonly port: number; readonly token: string; readonly connect: ServeOptions['connect'] };

function acceptSockets(server: Server, { port, token, connect }: SocketPlace): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // Only one was let in, and a browser ends the connection unless it is named back.
    handleProtocols: (protocols) => [...protocols].find((each) => each === `palimpsest.${token}`) ?? false,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A peer that vanishes during the handshake is no failure of ours.
    stream.on('error', () => stream.destroy());
    const { host, origin, 'sec-websocket-protocol': protocols } = request.headers;
    const decision = decideUpgrade({ url: request.url, host, origin, protocols }, { port, token });
    if (decision.kind === 'refused' || sockets.clients.size >= MAX_SOCKETS) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket: WebSocket) => {
      // A frame that is too large or malformed ends the socket by itself; the close event tells the engine.
      socket.on('error', () => socket.terminate());
      connect(createSocketWire(socket));
    });
  });
  return sockets;
}
