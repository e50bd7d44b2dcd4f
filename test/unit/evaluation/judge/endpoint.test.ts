import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type EndpointConnection,
  type EndpointOptions,
  isOwnMachine,
  openEndpoint,
} from '../../../../main/evaluation/judge/endpoint.ts';

type Handle = (body: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** A real server on this machine that speaks as local model servers do. */
async function serve(handle: Handle): Promise<string> {
  const opened = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => handle(JSON.parse(text) as Record<string, unknown>, response, request));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}/v1`;
}

const say = (response: ServerResponse, content: string): void => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 7 },
    }),
  );
};
const asking = { messages: [{ role: 'user', content: 'Where?' }], schema: { type: 'object' }, maxTokens: 9 } as const;
const never = new AbortController().signal;
const ask = (url: string, over: Partial<EndpointOptions> = {}) =>
  openEndpoint({ url, model: 'small', ...over }).complete(asking, never);

describe('an endpoint that the user serves', () => {
  it('is asked at temperature 0 under the schema, and each connection is noted', async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await serve((body, response, request) => {
      seen.push({ ...body, path: request.url, key: request.headers.authorization });
      say(response, 'Here');
    });
    const noted: EndpointConnection[] = [];
    const said = await ask(url, { apiKey: 'k', onConnection: (one) => noted.push(one) });
    expect(said).toEqual({ text: 'Here', promptTokens: 7 });
    expect(seen[0]).toMatchObject({
      model: 'small',
      temperature: 0,
      max_tokens: 9,
      path: '/v1/chat/completions',
      key: 'Bearer k',
    });
    expect(seen[0]?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { type: 'object' } },
    });
    expect(noted).toEqual([{ host: new URL(url).host, isRemote: false, bytes: expect.any(Number) }]);
  });

  it('is refused where it is not on this machine, unless that was allowed', () => {
    const open =
      (url: string, isRemoteAllowed = false) =>
      () =>
        openEndpoint({ url, model: 'x', isRemoteAllowed });
    expect(open('https://models.example.org/v1')).toThrow(/not on this machine/);
    expect(open('http://127.0.0.1.example.org/v1')).toThrow(/not on this machine/);
    expect(open('https://models.example.org/v1', true)().isRemote).toBe(true);
    expect(open('file:///x')).toThrow(/address such as/);
    expect(open('http://me:secret@127.0.0.1/v1')).toThrow(/address such as/);
    expect(
      ['localhost', '127.0.0.9', '[::1]', '10.0.0.1', '0.0.0.0', 'localhost.example.org'].map(isOwnMachine),
    ).toEqual([...[true, true, true, false, false, false]]);
  });

  it('leads nowhere else', async () => {
    const url = await serve((_, response) => response.writeHead(307, { location: 'http://192.0.2.1/v1' }).end());
    await expect(ask(url)).rejects.toMatchObject({ code: 'network.failed' });
  });

  it.each([
    [401, /wants a key/],
    [404, /ends in \/v1/],
    [500, /what its server says/],
  ])('is told of by its status %i and not by its words', async (status, words) => {
    const url = await serve((_, response) => response.writeHead(status).end('you asked: Where?'));
    const error = await ask(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'system.failed', message: words });
    expect(String(error)).not.toContain('Where?');
  });

  it.each(['{}', 'no JSON', '{"choices":[]}'])('is refused when it replies %s', async (text) => {
    const url = await serve((_, response) => response.end(text));
    await expect(ask(url)).rejects.toMatchObject({ code: 'system.unusable' });
  });

  it('is given up when it is silent, and left when the user stops', async () => {
    const url = await serve(() => undefined);
    await expect(ask(url, { timeoutMs: 40 })).rejects.toMatchObject({ code: 'system.timeout' });
    const stop = new AbortController();
    const asked = openEndpoint({ url, model: 'x' }).complete(asking, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'request.aborted' });
  });

  it('is said to be away where nothing listens', async () => {
    const url = await serve(() => undefined);
    server?.close();
    await expect(ask(url)).rejects.toMatchObject({ code: 'network.failed', retry: 'later' });
  });
});
