import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../main/contract/client.ts';
import {
  AppError,
  type EventKey,
  type FromEngine,
  MAX_UNACKED_CHUNKS,
  type TraceId,
} from '../../../main/contract/index.ts';
import { deferred } from '../../../main/inference/deferred.ts';
import type { LogFields } from '../../../main/lib/log.ts';
import { createLoopback, MAX_LIVE_REQUESTS, MAX_MESSAGE_UNITS, serveWire } from '../../../main/rpc/serve-wire.ts';
import { type AnyHandlers, makeHandlers, settled } from './helpers.ts';

/** An engine end served with these handlers, and a client end on which raw messages can be sent and seen. */
function serve(over: AnyHandlers = {}) {
  const { engineEnd, clientEnd } = createLoopback();
  const logged: { event: string; fields: LogFields | undefined }[] = [];
  let emit: (key: EventKey, payload: unknown) => void = () => undefined;
  const stopped = vi.fn();
  serveWire(engineEnd, {
    handlers: makeHandlers(over),
    onEvent: (listener) => {
      emit = listener;
      return stopped;
    },
    log: (event, fields) => logged.push({ event, fields }),
  });
  return { clientEnd, engineEnd, logged, stopped, emit: (key: EventKey, payload: unknown) => emit(key, payload) };
}

function serveRaw(over: AnyHandlers = {}) {
  const served = serve(over);
  const received: FromEngine[] = [];
  served.clientEnd.onMessage((message) => received.push(message as FromEngine));
  return { ...served, received, send: (message: unknown) => served.clientEnd.send(message as never) };
}

const request = (id: number, key: string, input: unknown = {}) => ({ t: 'request', id, key, input });
const codeOf = (message: FromEngine | undefined) => (message?.t === 'failed' ? message.error.code : message?.t);

describe('rpc/serveWire: requests', () => {
  it('answers a call with what its handler returns', async () => {
    const { clientEnd } = serve({ 'drafts.get': async ({ key }) => ({ text: `draft of ${key}` }) });
    await expect(createClient(clientEnd).call('drafts.get', { key: 'a' })).resolves.toEqual({ text: 'draft of a' });
  });

  it('never calls a handler with an input that does not fit, and names the field without its value', async () => {
    const handler = vi.fn();
    const { send, received } = serveRaw({ 'drafts.get': handler });
    send(request(1, 'drafts.get', { key: 4242 }));
    send(request(2, 'drafts.get', { key: 'a', secretName: 'secret value' }));
    send(request(3, 'memory.recall', { query: '' }));
    send(request(4, 'memory.recall', { query: 'q', asOf: 'secret day' }));
    send(request(5, 'imports.run', { files: [{ path: 'secret' }, { path: 7 }], format: 'auto' }));
    send(request(6, 'drafts.get', null));
    await settled();
    expect(handler).not.toHaveBeenCalled();
    expect(received.map((message) => (message.t === 'failed' ? message.error.message : message.t))).toEqual([
      'drafts.get: "key" is missing or of the wrong type.',
      'drafts.get: the input has a field that is not known.',
      'memory.recall: "query" is too small or too short.',
      'memory.recall: "asOf" does not have the expected form.',
      'imports.run: "files.1" is not allowed here.',
      'drafts.get: the input is missing or of the wrong type.',
    ]);
    expect(received.every((message) => codeOf(message) === 'request.invalid')).toBe(true);
  });

  it('refuses keys it does not know, events, and what lies on every object', async () => {
    const { send, received } = serveRaw();
    for (const [index, key] of ['no.such', 'app.changed', 'toString', '__proto__', 'constructor'].entries())
      send(request(index + 1, key));
    await settled();
    expect(received.map(codeOf)).toEqual(Array(5).fill('request.unknown'));
  });

  it('passes an expected failure on with its code, retry and details', async () => {
    const failure = new AppError('trace.not-found', 'There is no trace with this id.', {
      retry: 'never',
      details: { n: 3 },
    });
    const { clientEnd } = serve({ 'traces.get': () => Promise.reject(failure) });
    const call = createClient(clientEnd).call('traces.get', { id: 'x' as TraceId });
    await expect(call).rejects.toMatchObject({
      code: 'trace.not-found',
      message: failure.message,
      retry: 'never',
      details: { n: 3 },
    });
  });

  it('hides what an unexpected error says, from the client and from the log', async () => {
    const { send, received, logged } = serveRaw({
      'drafts.get': () => Promise.reject(new TypeError('secret words')),
      'app.status': () => {
        throw new RangeError('secret words, before the first await');
      },
    });
    send(request(1, 'drafts.get', { key: 'a' }));
    send(request(2, 'app.status'));
    await settled();
    expect(received.map(codeOf)).toEqual(['internal.bug', 'internal.bug']);
    expect(JSON.stringify([received, logged])).not.toContain('secret');
    expect(logged.map(({ fields }) => fields?.name).sort()).toEqual(['RangeError', 'TypeError']);
  });

  it('refuses a second request with the number of a live one, and goes on with the first', async () => {
    const gate = deferred<{ text: string }>();
    const handler = vi.fn(() => gate.promise);
    const { send, received } = serveRaw({ 'drafts.get': handler });
    send(request(1, 'drafts.get', { key: 'a' }));
    send(request(1, 'drafts.get', { key: 'b' }));
    await settled();
    expect(received.map(codeOf)).toEqual(['request.invalid']);
    gate.resolve({ text: 'first' });
    await settled();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(received[1]).toEqual({ t: 'done', id: 1, value: { text: 'first' } });
  });

  it('takes a number again once its request was answered', async () => {
    const { send, received } = serveRaw({ 'drafts.get': async () => ({ text: '' }) });
    send(request(1, 'drafts.get', { key: 'a' }));
    await settled();
    send(request(1, 'drafts.get', { key: 'a' }));
    await settled();
    expect(received.map(codeOf)).toEqual(['done', 'done']);
  });

  it('runs at most as many requests at once as it says', async () => {
    const gate = deferred<{ text: string }>();
    const { send, received } = serveRaw({ 'drafts.get': () => gate.promise });
    for (let id = 1; id <= MAX_LIVE_REQUESTS + 1; id += 1) send(request(id, 'drafts.get', { key: 'a' }));
    await settled();
    expect(received).toEqual([
      { t: 'failed', id: MAX_LIVE_REQUESTS + 1, error: expect.objectContaining({ retry: 'later' }) },
    ]);
    gate.resolve({ text: '' });
    await settled();
    expect(received).toHaveLength(MAX_LIVE_REQUESTS + 1);
  });

  it('answers a malformed request by its number and ignores what has none', async () => {
    const { send, received } = serveRaw();
    const bad = [null, 7, 'text', [], {}, { t: 'request' }, { t: 'abort', id: 'x' }, { t: 'ack', id: 1 }];
    for (const message of [...bad, { t: 'request', id: 1.5, key: 'a' }, { t: 'request', id: 0, key: 'a' }])
      send(message);
    send({ t: 'request', id: 9, key: 'app.status', input: {}, extra: true });
    send({ t: 'request', id: 10, key: 5, input: {} });
    await settled();
    expect(received).toEqual([
      expect.objectContaining({ t: 'failed', id: 9 }),
      expect.objectContaining({ t: 'failed', id: 10 }),
    ]);
  });

  it('refuses a message that is too large, however it is nested', async () => {
    const { send, received } = serveRaw();
    send(request(1, 'drafts.set', { key: 'a', text: 'x'.repeat(MAX_MESSAGE_UNITS) }));
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    send(request(2, 'drafts.set', cycle));
    await settled();
    expect(received).toEqual([1, 2].map((id) => expect.objectContaining({ t: 'failed', id })));
  });
});

describe('rpc/serveWire: streams', () => {
  it('sends numbered chunks in order and then the reply', async () => {
    const { send, received } = serveRaw({
      'doctor.run': async (_input, { push }) => {
        // Deliberately not awaited: order must not depend on the handler's care.
        for (const step of ['a', 'b', 'c']) push({ step }).catch(() => undefined);
        return 'end';
      },
    });
    send(request(1, 'doctor.run', { shouldRebuild: false, shouldRepair: false }));
    await settled();
    expect(received).toEqual([
      { t: 'chunk', id: 1, n: 1, value: { step: 'a' } },
      { t: 'chunk', id: 1, n: 2, value: { step: 'b' } },
      { t: 'chunk', id: 1, n: 3, value: { step: 'c' } },
      { t: 'done', id: 1, value: 'end' },
    ]);
  });

  const pour = (total: number): AnyHandlers => ({
    'doctor.run': async (_input, { push }) => {
      for (let n = 1; n <= total; n += 1) await push({ step: String(n) });
      return total;
    },
  });
  const start = request(1, 'doctor.run', { shouldRebuild: false, shouldRepair: false });

  it('waits for a reader that does not acknowledge, and goes on when it does', async () => {
    const { send, received } = serveRaw(pour(MAX_UNACKED_CHUNKS + 10));
    send(start);
    await settled();
    expect(received).toHaveLength(MAX_UNACKED_CHUNKS);
    send({ t: 'ack', id: 1, n: 3 });
    await settled();
    expect(received).toHaveLength(MAX_UNACKED_CHUNKS + 3);
    send({ t: 'ack', id: 1, n: MAX_UNACKED_CHUNKS });
    await settled();
    expect(received.at(-1)).toEqual({ t: 'done', id: 1, value: MAX_UNACKED_CHUNKS + 10 });
  });

  it('does not believe acknowledgements of chunks that were never sent', async () => {
    const { send, received } = serveRaw(pour(3 * MAX_UNACKED_CHUNKS));
    send(start);
    await settled();
    send({ t: 'ack', id: 1, n: 1_000_000 });
    await settled();
    expect(received).toHaveLength(2 * MAX_UNACKED_CHUNKS);
  });

  it('flows freely to a client that acknowledges by itself', async () => {
    const { clientEnd } = serve({
      'doctor.run': async (_input, { push }) => {
        for (let n = 1; n <= 1_000; n += 1) await push({ step: String(n) });
        return { ok: true, problems: [], notes: [], counts: {}, digests: {}, ms: 1 };
      },
    });
    const steps: string[] = [];
    const input = { shouldRebuild: false, shouldRepair: false };
    await createClient(clientEnd).stream('doctor.run', input, { onChunk: ({ step }) => steps.push(step) });
    expect(steps).toEqual(Array.from({ length: 1_000 }, (_, index) => String(index + 1)));
  });
});

describe('rpc/serveWire: stopping', () => {
  const untilAborted: AnyHandlers = {
    'chat.ask': (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };

  it('aborts the handler and still answers', async () => {
    const { send, received } = serveRaw(untilAborted);
    send(request(1, 'chat.ask', { text: 'hello' }));
    send({ t: 'abort', id: 1 });
    await settled();
    expect(received.map(codeOf)).toEqual(['request.aborted']);
  });

  it('passes on a reply that a stopped handler gives after all', async () => {
    const { send, received } = serveRaw({
      'chat.ask': async (_input, { signal }) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        return 'the words so far';
      },
    });
    send(request(1, 'chat.ask', { text: 'hello' }));
    send({ t: 'abort', id: 1 });
    await settled();
    expect(received).toEqual([{ t: 'done', id: 1, value: 'the words so far' }]);
  });

  it('frees a handler that waits for a reader who stopped', async () => {
    const { send, received } = serveRaw({
      'doctor.run': async (_input, { push }) => {
        for (let n = 1; n <= 2 * MAX_UNACKED_CHUNKS; n += 1) await push({ step: String(n) });
        return 'end';
      },
    });
    send(request(1, 'doctor.run', { shouldRebuild: false, shouldRepair: false }));
    await settled();
    send({ t: 'abort', id: 1 });
    await settled();
    expect(received.at(-1)).toEqual({ t: 'done', id: 1, value: 'end' });
  });

  it('ignores a stop for a request that is over or never was', async () => {
    const { send, received } = serveRaw({ 'drafts.get': async () => ({ text: '' }) });
    send({ t: 'abort', id: 5 });
    send(request(1, 'drafts.get', { key: 'a' }));
    await settled();
    send({ t: 'abort', id: 1 });
    await settled();
    expect(received.map(codeOf)).toEqual(['done']);
  });

  it('aborts every request, frees its pushes and leaves the events when the wire closes', async () => {
    const signals: AbortSignal[] = [];
    const ended = vi.fn();
    const { send, clientEnd, stopped, received } = serveRaw({
      'chat.ask': async (_input, { signal, push }) => {
        signals.push(signal);
        for (let n = 1; n <= 2 * MAX_UNACKED_CHUNKS; n += 1) await push(n);
        ended();
      },
    });
    send(request(1, 'chat.ask', { text: 'a' }));
    send(request(2, 'chat.ask', { text: 'b' }));
    await settled();
    const before = received.length;
    clientEnd.close();
    await settled();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    expect(ended).toHaveBeenCalledTimes(2);
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(received).toHaveLength(before);
  });
});

describe('rpc/serveWire: events', () => {
  it('passes events on to the client until it leaves', async () => {
    const { clientEnd, emit } = serve();
    const client = createClient(clientEnd);
    const seen: unknown[] = [];
    client.on('models.changed', (payload) => seen.push(payload));
    emit('models.changed', {});
    await settled();
    client.close();
    await settled();
    emit('models.changed', {});
    await settled();
    expect(seen).toEqual([{}]);
  });
});

describe('rpc/createLoopback', () => {
  it('delivers later, in order and as copies, also what came before anybody listened', async () => {
    const { engineEnd, clientEnd } = createLoopback();
    const input = { value: 1 };
    clientEnd.send({ t: 'request', id: 1, key: 'a', input });
    clientEnd.send({ t: 'abort', id: 1 });
    input.value = 2;
    await settled();
    const received: unknown[] = [];
    engineEnd.onMessage((message) => received.push(message));
    expect(received).toEqual([
      { t: 'request', id: 1, key: 'a', input: { value: 1 } },
      { t: 'abort', id: 1 },
    ]);
  });

  it('tells both ends once when either closes, after what was sent before', async () => {
    const { engineEnd, clientEnd } = createLoopback();
    const seen: string[] = [];
    engineEnd.onMessage(() => seen.push('message'));
    engineEnd.onClose(() => seen.push('engine closed'));
    clientEnd.onClose(() => seen.push('client closed'));
    clientEnd.send({ t: 'abort', id: 1 });
    clientEnd.close();
    engineEnd.close();
    clientEnd.send({ t: 'abort', id: 2 });
    await settled();
    expect(seen).toEqual(['message', 'engine closed', 'client closed']);
  });
});
