import { describe, expect, it } from 'vitest';
import { type Generate, openLocalModel } from '../../../../main/evaluation/judge/local-model.ts';

describe("the app's own chat model", () => {
  const messages = [{ role: 'user', content: 'Where?' }] as const;

  it('is asked at temperature 0, under the schema where there is one', async () => {
    const asked: unknown[] = [];
    const generate: Generate = (input) => {
      asked.push(input);
      return Promise.resolve({ text: 'Here', promptTokens: 3 });
    };
    const model = openLocalModel({ name: 'm', hash: null, generate });
    const never = new AbortController().signal;
    expect(await model.complete({ messages, schema: null, maxTokens: 5 }, never)).toEqual({
      text: 'Here',
      promptTokens: 3,
    });
    await model.complete({ messages, schema: { type: 'object' }, maxTokens: 5 }, never);
    expect(asked).toEqual([
      { prompt: { messages: [...messages] }, maxTokens: 5, temperature: 0 },
      { prompt: { messages: [...messages] }, maxTokens: 5, temperature: 0, jsonSchema: { type: 'object' } },
    ]);
  });

  it('gives no half reply when it is stopped', async () => {
    const stop = new AbortController();
    const generate: Generate = () => {
      stop.abort();
      return Promise.resolve({ text: 'Hal', promptTokens: 3 });
    };
    const model = openLocalModel({ name: 'm', hash: null, generate });
    await expect(model.complete({ messages, schema: null, maxTokens: 5 }, stop.signal)).rejects.toMatchObject({
      code: 'request.aborted',
    });
  });
});
