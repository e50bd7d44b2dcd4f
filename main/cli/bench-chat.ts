import type { Client } from '../contract/index.ts';
import { systemClock } from '../lib/clock.ts';
import { makeBenchQueries } from './bench-text.pure.ts';

/** The smallest of the design's budgets: what is compared is the computer, not how much it is given to read. */
const CHAT_BUDGET_TOKENS = 768;

/** Two answers: the first loads the model. Null without a chat model. */
export async function measureChat(client: Client, seed: number) {
  if ((await client.call('app.status', {})).chatModel === null) return null;
  const [first, second] = makeBenchQueries(2, seed);
  const cold = await askBench(client, first ?? '');
  const warm = await askBench(client, second ?? '');
  return {
    firstWordColdMs: cold.firstWordMs,
    firstWordMs: warm.firstWordMs,
    tokensPerSecond: warm.tokensPerSecond,
  };
}

/** One answer, with the time to its first word. */
export async function askBench(client: Client, text: string) {
  const fromMs = systemClock.monotonicMs();
  let firstWordMs = 0;
  const reply = await client.stream(
    'chat.ask',
    { text, budgetTokens: CHAT_BUDGET_TOKENS },
    {
      onChunk: (chunk) => {
        if (chunk.kind === 'delta' && firstWordMs === 0) firstWordMs = systemClock.monotonicMs() - fromMs;
      },
    },
  );
  // Without a model the quotes come all at once.
  if (firstWordMs === 0) firstWordMs = systemClock.monotonicMs() - fromMs;
  return { firstWordMs, tokensPerSecond: reply.replyTurn.answer?.tokensPerSecond ?? 0 };
}
