import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../../main/contract/client.ts';
import type { ToEngine, Wire } from '../../../main/contract/index.ts';
import { systemClock } from '../../../main/lib/clock.ts';
import { systemIds } from '../../../main/lib/ids.ts';
import { silentLog } from '../../../main/lib/log.ts';
import { serveWire } from '../../../main/rpc/serve-wire.ts';
import { type BrowserServer, startBrowserServer } from '../../../main/serve/server.ts';
import { makeHandlers } from '../rpc/helpers.ts';

let rendererFolder: string;
let server: BrowserServer;
const signals: AbortSignal[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-serve-'));
  rendererFolder = join(folder, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(rendererFolder, 'assets/index-Ab12Cd34.js'), 'export {};');
  await writeFile(join(folder, 'secret.json'), '{}');
  const handlers = makeHandlers({
    'drafts.get': async ({ key }) => ({ text: `draft of ${key}` }),
    'chat.ask': (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    'doctor.run': async (_input, { push }) => {
      for (let n = 1; n <= 200; n += 1) await push({ step: String(n) });
      return { ok: true, problems: [], notes: [], counts: {}, digests: {}, ms: 1 };
    },
  });
  server = await startBrowserServer({
    rendererFolder,
    port: 0,
    ids: systemIds,
    clock: systemClock,
    connect: (wire) => serveWire(wire, { handlers, onEvent: () => () => undefined, log: silentLog }),
  });
});

afterAll(async () => {
  await server.close();
  await rm(join(rendererFolder, '..'), { recursive: true });
});

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

function ask(path: string, more: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, agent: false, ...more };
    httpRequest(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('utf8'),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

type Knock = { path?: string; protocol?: string; origin?: string; host?: string };

/** Opens a socket as our page would, except for what is given; resolves to it or to the status of the refusal. */
function knock({ path = '/rpc', protocol, origin, host }: Knock = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, [protocol ?? `palimpsest.${server.token}`], {
    headers: {
      ...(origin === '' ? {} : { Origin: origin ?? `http://127.0.0.1:${server.port}` }),
      ...(host === undefined ? {} : { Host: host }),
    },
  });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
  });
}

async function openSocket(knocking: Knock = {}): Promise<WebSocket> {
  const socket = await knock(knocking);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const wireOf = (socket: WebSocket): Wire<unknown, ToEngine> => ({
  send: (message) => socket.send(JSON.stringify(message)),
  onMessage: (listener) => void socket.on('message', (data) => listener(JSON.parse(String(data)))),
  onClose: (listener) => void socket.on('close', listener),
  close: () => socket.close(),
});

const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve));

describe('serve/server: the page', () => {
  it('serves the page and its parts with the headers that confine it', async () => {
    const page = await ask('/');
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>page</title>' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining(`ws://127.0.0.1:${server.port}`),
    });
    const part = await ask('/assets/index-Ab12Cd34.js');
    expect(part.headers['cache-control']).toContain('immutable');
  });

  it('answers HEAD without a body and no other method at all', async () => {
    expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
  });

  it('does not give out what lies beside the page', async () => {
    const answers = await Promise.all(
      ['/../secret.json', '/%2e%2e/secret.json', '/nothing.js'].map((path) => ask(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('answers only to its own name', async () => {
    expect((await ask('/', { headers: { Host: `localhost:${server.port}` } })).status).toBe(200);
    expect((await ask('/', { headers: { Host: `evil.example:${server.port}` } })).status).toBe(403);
    expect((await ask('/', { headers: { Host: '127.0.0.1' } })).status).toBe(403);
  });

  it('never shows the token in the page', async () => {
    const answers = await Promise.all(['/', '/assets/index-Ab12Cd34.js'].map((path) => ask(path)));
    expect(JSON.stringify(answers)).not.toContain(server.token);
  });

  it('lets an invited browser in once, and only under its own name', async () => {
    const path = server.invite().replace(`http://127.0.0.1:${server.port}`, '');
    expect(path).not.toContain(server.token);
    expect((await ask(path, { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await ask(path)).headers.location).toBe(`/#token=${server.token}`);
    expect((await ask(path)).status).toBe(404);
  });

  it('says that a port is taken', async () => {
    const again = startBrowserServer({
      rendererFolder,
      port: server.port,
      ids: systemIds,
      clock: systemClock,
      connect: () => undefined,
    });
    await expect(again).rejects.toMatchObject({ message: expect.stringContaining(`Port ${server.port} is in use`) });
  });

  it('listens on this computer only', async () => {
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connectTcp({ host: '127.0.0.2', port: server.port });
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true));
    });
    expect(refused).toBe(true);
  });
});

describe('serve/server: the socket', () => {
  it.each<[string, () => Knock]>([
    ['a wrong token', () => ({ protocol: 'palimpsest.wrong' })],
    ['no token', () => ({ protocol: 'other' })],
    ['another origin', () => ({ origin: 'http://evil.example' })],
    ['no origin', () => ({ origin: '' })],
    ['another host', () => ({ host: `evil.example:${server.port}` })],
    ['another path', () => ({ path: '/' })],
  ])('refuses %s with 403', async (_name, knocking) => {
    await expect(knock(knocking())).resolves.toBe(403);
  });

  it('serves the contract, again after a reload with the same token', async () => {
    for (const origin of [`http://127.0.0.1:${server.port}`, `http://localhost:${server.port}`]) {
      const client = createClient(wireOf(await openSocket({ origin })));
      await expect(client.call('drafts.get', { key: 'a' })).resolves.toEqual({ text: 'draft of a' });
      client.close();
    }
  });

  it('streams more chunks than may be on their way at once', async () => {
    const client = createClient(wireOf(await openSocket()));
    const steps: string[] = [];
    const input = { shouldRebuild: false, shouldRepair: false };
    await client.stream('doctor.run', input, { onChunk: ({ step }) => steps.push(step) });
    expect(steps).toHaveLength(200);
    client.close();
  });

  it('aborts what a page was doing when its tab is closed', async () => {
    const socket = await openSocket();
    socket.send(JSON.stringify({ t: 'request', id: 1, key: 'chat.ask', input: { text: 'hello' } }));
    socket.send(JSON.stringify({ t: 'request', id: 2, key: 'drafts.get', input: { key: 'a' } }));
    await new Promise((resolve) => socket.once('message', resolve));
    socket.terminate();
    const signal = signals[0] as AbortSignal;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    expect(signal.aborted).toBe(true);
  });

  it('closes on what our page never sends: bytes, no JSON, too much', async () => {
    const sendings: ((socket: WebSocket) => void)[] = [
      (socket) => socket.send(Buffer.from([1, 2, 3])),
      (socket) => socket.send('{not json'),
      (socket) => socket.send('x'.repeat(25 * 1024 * 1024)),
    ];
    const codes = await Promise.all(
      sendings.map(async (sending) => {
        const socket = await openSocket();
        socket.on('error', () => undefined);
        sending(socket);
        return closed(socket);
      }),
    );
    expect(codes.slice(0, 2)).toEqual([1003, 1007]);
    expect([1006, 1009]).toContain(codes[2]);
  });

  it('ends open sockets when it closes', async () => {
    const other = await startBrowserServer({
      rendererFolder,
      port: 0,
      ids: systemIds,
      clock: systemClock,
      connect: () => undefined,
    });
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc`, [`palimpsest.${other.token}`], {
      headers: { Origin: `http://127.0.0.1:${other.port}` },
    });
    await new Promise((resolve) => socket.on('open', resolve));
    const end = closed(socket);
    await other.close();
    await end;
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });
});
