import { describe, expect, it } from 'vitest';
import { createChatModel, type ReadyModel } from '../../../../main/chat/chat-model.ts';
import { AppError } from '../../../../main/contract/errors.ts';
import type { Ctx } from '../../../../main/ctx.ts';
import { silentLog } from '../../../../main/lib/log.ts';
import type { Model } from '../../../../models/catalogue.ts';

const makeReady = (id: string, megabytes: number): ReadyModel => ({
  // Only what loading looks at.
  model: { id, name: id, contextTokens: 2_048, memoryBytes: megabytes * 1e6 } as Model,
  path: `/${id}.gguf`,
});
const [small, middle, large] = [makeReady('small', 300), makeReady('middle', 500), makeReady('large', 900)];

/** A model process that notes what it is asked, within a thousand million bytes. */
function setUp(over: { readonly generate?: Ctx['inference']['generate'] } = {}) {
  const asked: string[] = [];
  const inference = {
    loadChat: async (path: string) => {
      asked.push(`load ${path}`);
      return { modelBytes: 1, contextBytes: 1 };
    },
    unloadChat: async (path: string) => {
      asked.push(`unload ${path}`);
    },
    generate: async (input: { readonly modelPath: string }) => {
      asked.push(`generate ${input.modelPath}`);
      return { text: '' };
    },
    ...over,
  };
  const settings = { get: () => ({ memoryBudgetMB: 1_000, device: 'cpu', chatModelId: null }) };
  const ctx = { inference, settings, log: silentLog, emit: () => undefined } as unknown as Ctx;
  return { asked, chat: createChatModel(ctx) };
}

describe('chat/chat-model', () => {
  it('loads once, and beside others while they fit', async () => {
    const { asked, chat } = setUp();
    const [a, again] = await Promise.all([chat.take(small), chat.take(small)]);
    expect(again.loaded).toBe(a.loaded);
    await chat.take(middle);
    expect(asked).toEqual(['load /small.gguf', 'load /middle.gguf']);
    expect([...chat.loadedIds()]).toEqual(['small', 'middle']);
    expect(chat.usedBytes()).toBe(800e6);
    expect(chat.current()?.ready.model.id).toBe('middle');
  });

  it('makes room by the one used longest ago', async () => {
    const { asked, chat } = setUp();
    for (const ready of [small, middle, small]) (await chat.take(ready)).release();
    (await chat.take(makeReady('other', 400))).release();
    expect(asked.slice(2)).toEqual(['unload /middle.gguf', 'load /other.gguf']);
  });

  it('waits for one that answers, and never unloads it', async () => {
    const { asked, chat } = setUp();
    const first = await chat.take(middle);
    const second = chat.take(large);
    // The one that answers can be taken meanwhile.
    (await chat.take(middle)).release();
    expect(asked).toEqual(['load /middle.gguf']);
    first.release();
    first.release();
    expect((await second).loaded.ready).toBe(large);
    expect(asked).toEqual(['load /middle.gguf', 'unload /middle.gguf', 'load /large.gguf']);
  });

  it('lets one who waits leave, and the next one in', async () => {
    const { chat } = setUp();
    const first = await chat.take(middle);
    const leaving = new AbortController();
    const second = chat.take(large, leaving.signal);
    const third = chat.take(small);
    leaving.abort();
    await expect(second).rejects.toMatchObject({ code: 'request.aborted' });
    expect((await third).loaded.ready).toBe(small);
    first.release();
  });

  it('refuses what is larger than all models may take, in words', async () => {
    const { asked, chat } = setUp();
    await expect(chat.take(makeReady('huge', 1_100))).rejects.toMatchObject({
      code: 'inference.out-of-memory',
      message: expect.stringContaining('huge needs about 1.1 GB, and models may take 1.0 GB'),
    });
    expect(asked).toEqual([]);
  });

  it('warms up only what nothing has to go for, and gives way to the first question', async () => {
    const { asked, chat } = setUp();
    await chat.warmUp(middle, 'You answer.');
    expect(asked).toEqual(['load /middle.gguf', 'generate /middle.gguf']);
    await chat.warmUp(large, 'You answer.');
    expect(asked).toHaveLength(2);
    let stopped = false;
    const waiting = setUp({
      generate: (_, watch) =>
        new Promise((resolve) => {
          watch?.signal?.addEventListener('abort', () => {
            stopped = true;
            resolve({
              text: '',
              tokens: 0,
              promptTokens: 0,
              cachedTokens: 0,
              promptMs: 0,
              ms: 0,
              stopReason: 'stopped',
            });
          });
        }),
    });
    const warm = waiting.chat.warmUp(small, 'You answer.');
    await expect.poll(() => waiting.chat.loadedIds().size).toBe(1);
    await waiting.chat.take(small);
    await warm;
    expect(stopped).toBe(true);
  });

  it('loads again what the model process has lost', async () => {
    const lost = () => Promise.reject(new AppError('inference.unavailable', 'No chat model is loaded.'));
    const { asked, chat } = setUp({ generate: lost });
    const { loaded } = await chat.take(small);
    await expect(loaded.inference.generate({ prompt: { raw: 'a' }, maxTokens: 1 })).rejects.toMatchObject({
      code: 'inference.unavailable',
    });
    await chat.take(small);
    expect(asked).toEqual(['load /small.gguf', 'load /small.gguf']);
  });
});
