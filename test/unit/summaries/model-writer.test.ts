import { describe, expect, it } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import { createModelWriter } from '../../../main/summaries/model-writer.ts';
import type { Stretch } from '../../../main/summaries/stretch.pure.ts';
import { draftTold } from '../../../main/summaries/write.pure.ts';
import { createHashInference } from '../../engine/hash-inference.ts';
import { makeTalk, VOICE } from './source-turns.ts';

const turns = makeTalk([
  'Ana: I decided to sell the blue canoe to Oskar for 450 euros.',
  'Ben: Oh, a fair price.',
  'Ana: I signed up for the ferry course in Bergen.',
  'Ben: I moved the boat trailer to Drammen on Friday.',
]);
const stretch: Stretch = {
  ...{ id: 's', turns, session: null, isOpen: false },
  ...{ fromMs: turns[0]?.saidAtMs ?? null, toMs: turns[3]?.saidAtMs ?? null },
};
const never = new AbortController().signal;

/** A writer whose model gives this text, and what it was asked. */
function writerOf(answer: string | Error) {
  const asked: string[] = [];
  const writer = createModelWriter(
    {
      log: () => undefined,
      inference: {
        ...createHashInference(),
        generate: async (input) => {
          asked.push(JSON.stringify(input.prompt));
          if (answer instanceof Error) throw answer;
          return { text: answer, tokens: 9, promptTokens: 9, cachedTokens: 0, promptMs: 1, ms: 1, stopReason: 'end' };
        },
      },
    },
    'model',
  );
  return { writer, asked };
}

const told = (...sentences: readonly (readonly [string, number])[]): string =>
  JSON.stringify({ sentences: sentences.map(([text, from]) => ({ text, from: [from] })) });

describe('summaries/model-writer', () => {
  it('lets a model tell a sitting, and keeps of it what the turns say', async () => {
    const { writer, asked } = writerOf(
      told(
        ['Ana decided to sell the blue canoe to Oskar for 450 euros.', 1],
        ['Ana signed up for the ferry course in Bergen.', 3],
        ['Ben moved the boat trailer to Drammen on Friday.', 4],
        ['Ana moved to Bergen for 540 euros.', 3],
      ),
    );
    const sentences = await writer.write(stretch, never);
    const { draft, dropped } = draftTold(stretch, sentences ?? [], VOICE);
    expect(draft?.sentences.map((one) => one.turns)).toEqual([['t1'], ['t3'], ['t4']]);
    expect(dropped).toBe(1);
    expect(asked[0]).toContain('[3] Ana: I signed up');
  });

  it('is not believed where most of what it tells was never said', async () => {
    const { writer } = writerOf(told(['Ana bought a house.', 1], ['Ben is ill.', 2], ['Ana went to Rome.', 3]));
    expect(draftTold(stretch, (await writer.write(stretch, never)) ?? [], VOICE)).toEqual({ draft: null, dropped: 3 });
  });

  it.each([
    ['is no JSON', 'Ana sold'],
    ['has another shape', '{"sentences":"none"}'],
  ])('gives nothing where the answer %s', async (_, answer) => {
    expect(await writerOf(answer).writer.write(stretch, never)).toBeNull();
  });

  it('leaves out sentences that name no message', async () => {
    expect(await writerOf(told(['Ana sold the canoe.', 9], [' ', 1])).writer.write(stretch, never)).toEqual([]);
  });

  it('gives nothing where the model fails or the sitting is too long for it, and is not asked then', async () => {
    const failing = writerOf(new AppError('inference.unavailable', 'The model host is not running. Start it again.'));
    expect(await failing.writer.write(stretch, never)).toBeNull();
    const long = { ...stretch, turns: makeTalk(Array.from({ length: 40 }, () => `Ana: ${'words and '.repeat(60)}`)) };
    const { writer, asked } = writerOf(told());
    expect(await writer.write(long, never)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('shows a model no answer of Palimpsest', async () => {
    const { writer, asked } = writerOf(told());
    await writer.write({ ...stretch, turns: turns.map((turn) => ({ ...turn, isAnswer: turn.id === 't1' })) }, never);
    expect(asked[0]).not.toContain('canoe');
  });
});
