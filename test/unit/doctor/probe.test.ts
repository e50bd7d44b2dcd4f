import { describe, expect, it } from 'vitest';
import { planProbes } from '../../../main/doctor/probe.pure.ts';

describe('doctor/planProbes', () => {
  it('asks for the rarest words of a text first, and not at all for a text without words', () => {
    const turns = ['ada the cat', 'ada the dog', 'ada the cat again', '…'].map((lexical) => ({ lexical }));
    expect(planProbes(turns).map(({ query }) => query)).toEqual(['cat ada the', 'dog ada the', 'again cat ada the']);
  });

  it('takes at most twelve words of a long text', () => {
    const lexical = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ');
    expect(planProbes([{ lexical }])[0]?.query.split(' ')).toHaveLength(12);
  });
});
