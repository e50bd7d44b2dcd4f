import { describe, expect, it } from 'vitest';
import { createInference, type EmbedderSpec, type HostLauncher } from '../../../main/inference/client.ts';
import type { HostRequest, ToHost } from '../../../main/inference/contract.ts';
import { findParentWire } from '../../../main/inference/wire.ts';
import { systemClock } from '../../../main/lib/clock.ts';
import { silentLog } from '../../../main/lib/log.ts';

const embedder: EmbedderSpec = {
  modelId: 'm',
  modelPath: '/m.onnx',
  tokenizerPath: '/t.json',
  sha256: 'b'.repeat(64),
  dimension: 2,
  pooling: 'mean',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 8,
  overlapTokens: 2,
  threads: 1,
};

type Answer = (request: HostRequest, tell: (message: object) => void) => void;

/** A host in this process: it embeds a text as (its length, 1) and leaves the rest to the test. */
function makeClient(answer: Answer = () => undefined) {
  const seen: ToHost[] = [];
  const launch: HostLauncher = (onExit) => {
    let listener: (message: unknown) => void = () => undefined;
    queueMicrotask(() => listener({ type: 'ready', pid: 1 }));
    return {
      pid: 1,
      onMessage: (next) => {
        listener = next;
      },
      kill: () => queueMicrotask(() => onExit({ code: 0, signal: null })),
      send: (raw) => {
        const message = raw as ToHost;
        seen.push(message);
        if (message.type === 'cancel') return;
        const { id, request } = message;
        const tell = (out: object) => queueMicrotask(() => listener({ id, ...out }));
        if (request.method === 'loadEmbedder') tell({ type: 'result', value: { loadMs: 1 } });
        else if (request.method === 'embed') {
          const { texts } = request.params;
          const vectors = Float32Array.from(texts.flatMap((text) => [text.length, 1]));
          const chunks = texts.map((each, text) => ({ text, from: 0, to: each.length, tokens: 3 }));
          const states = {
            ...{ counts: texts.map(() => 1), bits: new Uint8Array(texts.length) },
            ...{ floats: new Float32Array(texts.length * 2), words: texts.map(() => 'word') },
          };
          tell({ type: 'result', value: { vectors, chunks, states } });
        } else answer(request, tell);
      },
    };
  };
  const inference = createInference({ launch, embedder, log: silentLog, clock: systemClock });
  return {
    inference,
    seen,
    methods: () => seen.map((each) => (each.type === 'request' ? each.request.method : each.type)),
  };
}

const reply = {
  text: 'ab',
  tokens: 2,
  promptTokens: 5,
  cachedTokens: 3,
  promptMs: 1,
  ms: 2,
  stopReason: 'end',
} as const;

describe('inference/client', () => {
  it('gives back vectors in the order of the texts, however they were grouped', async () => {
    const { inference, seen } = makeClient();
    const texts = Array.from({ length: 300 }, (_, i) => 'x'.repeat((i * 37) % 101));
    const result = await inference.embed({ texts, kind: 'passage' });
    expect(result.map(({ chunks }) => chunks[0]?.vector[0])).toEqual(texts.map((text) => text.length));
    const embeds = seen.filter((each) => each.type === 'request' && each.request.method === 'embed');
    expect(embeds.length).toBe(3);
    await inference.close();
  });

  it('loads the embedder before anything else', async () => {
    const { inference, methods } = makeClient();
    await inference.embed({ texts: ['a'], kind: 'query' });
    expect(methods()).toEqual(['loadEmbedder', 'embed']);
    await inference.close();
  });

  it('fills in sampling that the caller leaves open, without chance', async () => {
    const { inference, seen } = makeClient((_, tell) => tell({ type: 'result', value: reply }));
    expect(await inference.generate({ prompt: { raw: 'p' }, maxTokens: 9 })).toEqual(reply);
    expect(seen.at(-1)).toMatchObject({
      request: {
        method: 'generate',
        params: { maxTokens: 9, temperature: 0, seed: 0, topP: 1, repeatPenalty: 1, stop: [], jsonSchema: null },
      },
    });
    await inference.close();
  });

  it('writes one answer at a time', async () => {
    const order: string[] = [];
    const { inference } = makeClient((request, tell) => {
      if (request.method !== 'generate' || !('raw' in request.params.prompt)) return;
      order.push(request.params.prompt.raw);
      setTimeout(() => {
        order.push('done');
        tell({ type: 'result', value: reply });
      }, 5);
    });
    const ask = (raw: string) => inference.generate({ prompt: { raw }, maxTokens: 1 });
    await Promise.all([ask('first'), ask('second')]);
    expect(order).toEqual(['first', 'done', 'second', 'done']);
    await inference.close();
  });

  it('ends a stopped answer from this side when the host is too busy to', async () => {
    const { inference, methods } = makeClient((_, tell) => {
      tell({ type: 'delta', seq: 0, text: 'Once ' });
      tell({ type: 'delta', seq: 1, text: 'upon' });
    });
    const controller = new AbortController();
    const startMs = performance.now();
    const result = await inference.generate(
      { prompt: { raw: 'p' }, maxTokens: 9 },
      { signal: controller.signal, onDelta: (text) => text === 'upon' && controller.abort() },
    );
    expect(result).toMatchObject({ text: 'Once upon', tokens: 2, stopReason: 'stopped' });
    expect(performance.now() - startMs).toBeLessThan(400);
    expect(methods().at(-1)).toBe('cancel');
    await inference.close();
  });

  it('fails an answer of which a piece is missing, rather than showing it with a hole', async () => {
    const { inference } = makeClient((_, tell) => tell({ type: 'delta', seq: 4, text: 'late' }));
    await expect(inference.generate({ prompt: { raw: 'p' }, maxTokens: 9 })).rejects.toThrow(
      'a piece of the answer is missing',
    );
    await inference.close();
  });

  it('passes on what the host says went wrong', async () => {
    const error = { code: 'inference.out-of-memory', message: 'Too big.', retry: 'after-user-action', details: {} };
    const { inference } = makeClient((_, tell) => tell({ type: 'error', error }));
    await expect(inference.loadChat('/m.gguf')).rejects.toMatchObject({
      code: 'inference.out-of-memory',
      message: 'Too big.',
    });
    await inference.close();
  });
});

describe('inference/wire', () => {
  it('speaks through the port of an Electron utility process, where there is one', () => {
    const sent: unknown[] = [];
    const got: unknown[] = [];
    let listener: (event: { readonly data: unknown }) => void = () => undefined;
    let handOver: (event: { readonly ports: readonly unknown[] }) => void = () => undefined;
    const port = {
      postMessage: (message: unknown) => sent.push(message),
      on: (_: 'message', next: typeof listener) => {
        listener = next;
      },
      start: () => undefined,
    };
    const parent = {
      once: (_: 'message', next: typeof handOver) => {
        handOver = next;
      },
    };
    Object.assign(process, { parentPort: parent });
    try {
      const wire = findParentWire();
      wire?.onMessage((message) => got.push(message));
      wire?.send({ a: 1 });
      expect(sent).toEqual([]); // kept until the shell has handed the port over
      handOver({ ports: [port] });
      listener({ data: { b: 2 } });
    } finally {
      Reflect.deleteProperty(process, 'parentPort');
    }
    expect([sent, got]).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  it('gives the tags of each text in the order of the texts, whatever the messages', async () => {
    const { inference, methods } = makeClient((request, tell) => {
      if (request.method !== 'tag') return;
      const texts = request.params.texts.map((text) => [{ from: 0, to: text.length, type: 'person', score: 1 }]);
      tell({ type: 'result', value: { texts } });
    });
    const texts = Array.from({ length: 300 }, (_, i) => 'x'.repeat((i * 7) % 50));
    const spans = await inference.tag({ texts });
    expect(spans.map(([span]) => span?.to)).toEqual(texts.map((text) => text.length));
    expect(methods().filter((method) => method === 'tag').length).toBeGreaterThan(1);
    expect(await inference.tag({ texts: [] })).toEqual([]);
    await inference.close();
  });

  it('refuses tags that are none', async () => {
    const { inference } = makeClient((_, tell) => tell({ type: 'result', value: { texts: [[{ from: -1 }]] } }));
    await expect(inference.tag({ texts: ['a'] })).rejects.toThrow();
    await inference.close();
  });
});
