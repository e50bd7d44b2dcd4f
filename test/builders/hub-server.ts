import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stand-in for the model hub does; change it between requests. */
export type HubBehaviour = {
  content: Buffer;
  /** The hash it states; null states none. */
  statedSha256: string | null;
  etag: string;
  /** Breaks the connection after so many bytes of a body. */
  cutAfterBytes: number | null;
  /** Sends so many bytes of a body and then nothing more. */
  stallAfterBytes: number | null;
  hasRanges: boolean;
  status: number;
};

export type HubServer = AsyncDisposable & {
  readonly url: string;
  readonly behaviour: HubBehaviour;
  readonly requests: { readonly method: string; readonly path: string; readonly range: string | null }[];
};

/** A real HTTP server that answers like the hub: a redirect with the hash, and a second address with ranges. */
export async function startHubServer(content: Buffer): Promise<HubServer> {
  const behaviour: HubBehaviour = {
    content,
    statedSha256: createHash('sha256').update(content).digest('hex'),
    etag: '"v1"',
    cutAfterBytes: null,
    stallAfterBytes: null,
    hasRanges: true,
    status: 200,
  };
  const requests: HubServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', range: request.headers.range ?? null });
    if (behaviour.status !== 200) response.writeHead(behaviour.status).end();
    else if (request.url?.startsWith('/cdn/')) sendBody(behaviour, request, response);
    else sendRedirect(behaviour, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    behaviour,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendRedirect({ content, statedSha256 }: HubBehaviour, response: ServerResponse): void {
  response.writeHead(302, {
    location: '/cdn/file',
    'x-linked-size': String(content.length),
    ...(statedSha256 === null ? {} : { 'x-linked-etag': `"${statedSha256}"` }),
  });
  response.end();
}

function sendBody(behaviour: HubBehaviour, request: IncomingMessage, response: ServerResponse): void {
  const { content, etag, hasRanges, cutAfterBytes, stallAfterBytes } = behaviour;
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const ifRange = request.headers['if-range'];
  const isPartial = hasRanges && from > 0 && (ifRange === undefined || ifRange === etag);
  const body = isPartial ? content.subarray(from) : content;
  response.writeHead(isPartial ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(isPartial ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
  });
  const limit = cutAfterBytes ?? stallAfterBytes;
  if (limit === null || limit >= body.length) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, limit), () => {
    if (cutAfterBytes !== null) setImmediate(() => response.destroy());
  });
}
