import { describe, expect, it } from 'vitest';
import { describeMarks, drawSample, summariseMarks } from '../../../../scripts/codex/sample.mjs';

const lines = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  conversation: 'c1',
  speaker: 'Ann',
  at: '2023',
  text: `text ${id}`,
}));
const revisions = lines.map(({ id }) => ({
  subject: 'Ann',
  fact: {
    id: `r${id}`,
    relation: 'likes',
    object: { name: 'tea' },
    status: 'active',
    evidence: [{ turn: id, quote: 'tea' }],
  },
}));

describe('scripts/codex/sample', () => {
  it('draws the same rows for the same seed, with the turn and the one before it, and skips what has no turn', () => {
    const entered = { subject: 'me', fact: { ...revisions[0]?.fact, id: 'r0', evidence: [{ turn: null, quote: '' }] } };
    const draw = () => drawSample([...revisions, entered], lines, { seed: '1', count: 9 });
    expect(draw()).toEqual(draw());
    expect(draw().find(({ id }) => id === 'rb')).toEqual({
      ...{
        id: 'rb',
        belief: 'Ann · likes · tea',
        status: 'active',
        from: '',
        quote: 'tea',
        speaker: 'Ann',
        at: '2023',
      },
      ...{ text: 'text b', before: 'Ann: text a', verdict: '' },
    });
    expect(draw()).toHaveLength(4);
  });

  it('sums up what was marked by kind of error, and refuses a verdict that it cannot read', () => {
    const rows = drawSample(revisions, lines, { seed: '1', count: 4 });
    const verdicts = ['ok', 'wrong:tense', 'ok', ''];
    const marked = rows.map((row, n) => ({ ...row, verdict: verdicts[n] ?? '' }));
    expect(describeMarks(summariseMarks(marked))).toBe(
      '3 of 4 rows are marked; precision 66.7 % (2 of 3)\n  wrong: tense 1\n  likes: 1 of 3 wrong',
    );
    expect(() => summariseMarks(rows.map((row) => ({ ...row, verdict: 'maybe' })))).toThrow('4 rows have a verdict');
  });
});
