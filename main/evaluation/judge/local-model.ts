import { throwIfAborted } from '../../lib/abort.ts';
import type { JudgeModel, ModelMessage } from './judge-model.ts';

/** What is needed of the app's own inference; the process gives it. */
export type Generate = (
  input: {
    readonly prompt: { readonly messages: ModelMessage[] };
    readonly maxTokens: number;
    readonly temperature: number;
    readonly jsonSchema?: Readonly<Record<string, unknown>>;
  },
  watch: { readonly signal: AbortSignal },
) => Promise<{ readonly text: string; readonly promptTokens: number }>;

/** A chat model that the app runs itself: replies under a schema are held to it by a grammar. */
export function openLocalModel(model: {
  readonly name: string;
  /** Of its file. */
  readonly hash: string | null;
  readonly generate: Generate;
}): JudgeModel {
  return {
    ...{ name: model.name, hash: model.hash, isRemote: false },
    complete: async ({ messages, schema, maxTokens }, signal) => {
      const input = { prompt: { messages: [...messages] }, maxTokens, temperature: 0 };
      const asked = schema === null ? input : { ...input, jsonSchema: schema };
      const { text, promptTokens } = await model.generate(asked, { signal });
      // A generation that was stopped gives what it had so far, which is no reply.
      throwIfAborted(signal);
      return { text, promptTokens };
    },
  };
}
