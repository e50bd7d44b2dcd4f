import { describe, expect, it } from 'vitest';
import type { Reference, Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { checkGenerated } from '../../../../main/evaluation/generator/check.pure.ts';
import { generateTrajectory } from '../../../../main/evaluation/generator/generate.pure.ts';

const good = generateTrajectory({ seed: 3, domain: 'work', turns: 200 });

/** A probe for one value, and the history with its first reference changed. */
const probe = good.probes.find(({ references }) => references[0]?.answer.kind === 'text');
const withReference = (change: (reference: Reference) => Reference): Trajectory => ({
  ...good,
  probes: good.probes.map((one) =>
    one === probe ? { ...one, references: one.references.map((each, n) => (n === 0 ? change(each) : each)) } : one,
  ),
});
const answer = probe?.references[0]?.answer;
const value = answer?.kind === 'text' ? (answer.values[0] ?? '') : '';

describe('evaluation/generator check', () => {
  it('finds nothing in a history as it was made', () => {
    expect(value).not.toBe('');
    expect(checkGenerated(good)).toEqual([]);
  });

  it('finds evidence that was not said by the checkpoint', () => {
    const late = good.turns.at(-1)?.id ?? '';
    const wrong = checkGenerated(withReference((one) => ({ ...one, evidence: [...one.evidence, late] })));
    expect(wrong.join()).toContain('evidence comes after');
  });

  it('finds an answer that no evidence says, and one that is superseded at once', () => {
    const other = withReference((one) => ({ ...one, answer: { kind: 'text', values: ['Nowhere at all'] } }));
    expect(checkGenerated(other).join()).toContain('no evidence says Nowhere at all');
    const stale = withReference((one) => ({ ...one, superseded: [[value]] }));
    expect(checkGenerated(stale).join()).toContain('is right and superseded');
  });

  it('finds small talk that gives an answer away, and a question that does', () => {
    const sources = new Set(good.ledger.map(({ source }) => source));
    const quiet = good.turns.find(({ id }) => !sources.has(id));
    const turns = good.turns.map((turn) => (turn === quiet ? { ...turn, text: `All about ${value} today.` } : turn));
    expect(checkGenerated({ ...good, turns }).join()).toContain('which states nothing');
    const probes = good.probes.map((one) => (one === probe ? { ...one, question: `Is it ${value}?` } : one));
    expect(checkGenerated({ ...good, probes }).join()).toContain('the question says');
  });

  it('finds an id that is used twice and a turn that goes back in time', () => {
    const [first, second, ...rest] = good.turns;
    if (first === undefined || second === undefined) throw new Error('A history has turns.');
    const wrong = checkGenerated({ ...good, turns: [first, { ...second, id: first.id, at: first.at }, ...rest] });
    expect(wrong).toContain('turns: an id is used twice');
    expect(wrong.join()).toContain('not after the turn before it');
  });
});
