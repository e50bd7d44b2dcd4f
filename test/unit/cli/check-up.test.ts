import { describe, expect, it } from 'vitest';
import { addQuestion, NOTHING_CHECKED } from '../../../main/check-up/summary.pure.ts';
import { AppError } from '../../../main/contract/index.ts';
import { makeFragment, makeQuestion } from '../check-up/make-question.ts';
import { linesOf, makeDataFolder, runWith } from './helpers.ts';

const question = makeQuestion({
  onlyA: ['x'],
  difference: 'less',
  isStale: true,
  a: { ...makeQuestion().a, fragments: [makeFragment('x', 1, { excerpt: 'I live\u001b[2J in Porto.' })] },
});
const summary = addQuestion(NOTHING_CHECKED, question);

type Push = (chunk: object) => Promise<void>;
async function check(argv: readonly string[], isBroken = false) {
  const asked: unknown[] = [];
  const ran = await runWith(['check-up', '--data', makeDataFolder(), ...argv], {
    handlers: {
      'checkUp.run': async (input: unknown, { push }: { readonly push: Push }) => {
        asked.push(input);
        await push({ done: 1, total: 2, question, summary });
        if (isBroken) throw new AppError('request.aborted', 'Stopped.');
        return summary;
      },
    },
  });
  return { ...ran, asked };
}

describe('palimpsest check-up', () => {
  it('asks with nothing changed where no flag says otherwise', async () => {
    const { code, asked } = await check([]);
    expect(code).toBe(0);
    expect(asked).toEqual([{ limit: 100, change: {} }]);
  });

  it('hands on what its flags change', async () => {
    const flags = ['--limit', '7', '--spread', 'even', '--from', 'imported', '--no-leg', 'graph', '--no-decay'];
    const { asked } = await check([...flags, '--k', '3', '--budget', '200']);
    expect(asked).toEqual([
      {
        ...{ limit: 7, spread: 'even', source: 'imported' },
        change: { noLegs: ['graph'], settings: { decay: false }, k: 3, budgetTokens: 200 },
      },
    ]);
  });

  it('says what it came to, and of each question that is not as ever what', async () => {
    const { out } = await check(['--no-leg', 'graph']);
    expect(out).toContain('1 answer rests on something that is no longer so.');
    expect(out).toContain('2023-06-01  Where do I live?');
    expect(out).toContain('- only as it is now: “I live[2J in Porto.” (Ada, 2023-02-01)');
    expect(out).not.toContain('\u001b');
  });

  it('gives all of it as JSON', async () => {
    const { out } = await check(['--json']);
    expect(linesOf(out)).toEqual([{ summary, questions: [question], isWhole: true }]);
  });

  it('keeps what there was when it was stopped, and fails', async () => {
    const { code, out } = await check([], true);
    expect(code).toBe(1);
    expect(out).toContain('Stopped; this is what there was by then.');
    expect(out).toContain('Where do I live?');
  });

  it.each([[['--spread', 'odd']], [['--from', 'nowhere']], [['--limit', '0']], [['--rewrites']], [['words']]])(
    'refuses %j as wrong usage',
    async (argv) => {
      expect((await check(argv)).code).toBe(2);
    },
  );
});
