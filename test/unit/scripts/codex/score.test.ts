import { describe, expect, it } from 'vitest';
import { judgeTurn, toFound } from '../../../../scripts/codex/claims-found.mjs';
import { createHistory } from '../../../../scripts/codex/generate.mjs';
import { isSameValue } from '../../../../scripts/codex/match.mjs';
import { readBeliefs } from '../../../../scripts/codex/product.mjs';
import { addRecall, listQueries } from '../../../../scripts/codex/recall.mjs';
import { type Answers, type Belief, scoreFacts } from '../../../../scripts/codex/score-facts.mjs';
import type { Claim, History, Turn, Value } from '../../../../scripts/codex/types.mjs';
import { readVocabulary } from '../../../../scripts/codex/vocabulary.mjs';

const vocabulary = readVocabulary();
const value = (text: string): Value => ({ text, value: null });

const claim = (more: Partial<Claim>): Claim => ({
  ...{ act: 'state', subject: 'me', relation: 'lives in', value: value('Porto'), replaces: null, isPast: false },
  ...{ from: null, to: null, kind: 'plain', line: 'open/lives in/say/0', isNeeded: true, ...more },
});

const turn = (more: Partial<Turn>): Turn => ({
  ...{ id: 't1', conversation: 'c1', speaker: 'Robin', role: 'user', at: '2023-05-04T10:00:00.000Z' },
  ...{ text: 'I live in Porto.', claims: [], traps: [], ...more },
});

const candidate = (more: object): object => ({
  ...{ act: 'state', subject: { kind: 'speaker' }, relation: 'lives in', replaces: null, isPast: false },
  ...{ object: { kind: 'literal', text: 'Porto', value: null }, validFrom: null, validTo: null, ...more },
});

describe('scripts/codex/match', () => {
  it('takes articles and two more words for the same value, and nothing less or else', () => {
    const is = (truth: string, found: string): boolean => isSameValue(value(truth), { text: found, value: null });
    expect(
      ['the Falcon gym', 'my old Falcon Gym', 'Falcon gym downtown'].map((found) => is('Falcon gym', found)),
    ).toEqual([...[true, true, true]]);
    expect([is('Technical School of Varna', 'Technical School'), is('Porto', 'Oporto'), is('Go', 'Go')]).toEqual([
      ...[false, false, true],
    ]);
  });

  it('knows a date in words and in digits', () => {
    const birthday = { text: '3 May', value: '--05-03' };
    expect(
      [
        { text: 'May 3rd', value: null },
        { text: 'x', value: '1988-05-03' },
        { text: '4 May', value: '--05-04' },
      ].map((found) => isSameValue(birthday, found)),
    ).toEqual([true, true, false]);
  });
});

describe('scripts/codex/claims-found', () => {
  const judge = (said: Turn, ...candidates: object[]) => {
    const { judged, missed } = judgeTurn(
      said,
      candidates.map((each) => toFound(each, said, 'admitted')),
    );
    return { why: judged.map(({ why }) => why), missed: missed.length };
  };

  it('counts a true candidate as right and an overlooked claim as missed', () => {
    const said = turn({ claims: [claim({}), claim({ relation: 'works as', value: value('nurse') })] });
    expect(judge(said, candidate({}))).toEqual({ why: [null], missed: 1 });
  });

  it('tells why a candidate is wrong', () => {
    const said = turn({
      claims: [claim({ act: 'end' })],
      traps: [{ kind: 'wish', relation: 'owns', value: value('kayak'), line: 'x' }],
    });
    const kayak = { kind: 'literal', text: 'a kayak', value: null };
    expect(
      judge(
        said,
        candidate({}),
        candidate({ relation: 'owns', object: kayak }),
        candidate({ relation: 'visited' }),
        candidate({ act: 'end', object: null }),
      ),
    ).toEqual({ why: ['sense', 'trap wish', 'relation', null], missed: 0 });
    expect(judge(turn({ role: 'assistant' }), candidate({})).why).toEqual(['told']);
  });

  it('takes “my sister” for the sister who is named beside it', () => {
    const said = turn({
      claims: [claim({ subject: 'Mira' }), claim({ relation: 'sibling', value: value('Mira'), isNeeded: false })],
    });
    const ofSister = candidate({
      subject: { kind: 'role', of: { kind: 'speaker' }, relation: 'sibling', label: 'sister' },
    });
    expect(judge(said, ofSister)).toEqual({ why: [null], missed: 0 });
  });
});

/** A ledger that knows the truth, except for what `spoil` does to it. */
function tellTruth(history: History, spoil: (belief: Belief) => readonly Belief[]): Answers {
  const all = history.ledger
    .filter(({ isSensitive }) => !isSensitive)
    .flatMap(({ subject, relation, values }) =>
      values.map(({ value: { text, value: normal }, status, turns }) => ({
        belief: { subject, relation, text, value: normal, isConflicted: status === 'conflicted', status, turns },
        isShown: status === 'current' || status === 'conflicted',
      })),
    );
  const shown = all.filter(({ isShown }) => isShown).flatMap(({ belief }) => spoil(belief));
  return {
    shown: (subject, at) => (at === null ? shown.filter((belief) => belief.subject === subject) : []),
    history: () => shown,
  };
}

describe('scripts/codex/score-facts', () => {
  const history = createHistory({ seed: '5', set: 'open', n: 0 });
  const score = (spoil: (belief: Belief) => readonly Belief[]) =>
    scoreFacts([{ history, answers: tellTruth(history, spoil) }], vocabulary);

  it('finds no fault in the truth', () => {
    const { byAbout, stale, beliefs } = score((belief) => [belief]);
    for (const about of ['current', 'over', 'conflict', 'never', 'sensitive'])
      expect(byAbout.get(about)?.right).toBe(byAbout.get(about)?.asked);
    expect([stale.shown, beliefs.wrong]).toEqual([0, 0]);
    expect(byAbout.get('past')?.right).toBe(0);
  });

  it('counts what is missing, old, undisclosed and invented', () => {
    const nothing = score(() => []);
    const asked = nothing.byAbout.get('current');
    expect(asked?.missing).toBeGreaterThan(20);
    expect(nothing.byAbout.get('never')?.right).toBe(nothing.byAbout.get('never')?.asked);
    const calm = score((belief) => [{ ...belief, isConflicted: false }]);
    expect(calm.byAbout.get('conflict')?.right).toBe(0);
    const old = history.ledger.flatMap(({ subject, relation, values }) =>
      values
        .filter(({ status }) => status === 'superseded')
        .map(({ value: { text, value: normal }, turns }) => ({ subject, relation, text, value: normal, turns })),
    );
    const isOld = { isConflicted: false, status: 'active' };
    let isFirst = true;
    const stale = score((belief) => {
      const all = isFirst ? [belief, ...old.map((each) => ({ ...each, ...isOld }))] : [belief];
      isFirst = false;
      return all;
    });
    expect(stale.stale.shown).toBeGreaterThan(2);
    const invented = score((belief) => [{ ...belief, text: 'something else', value: null }]);
    expect(invented.beliefs.right).toBe(0);
  });
});

describe('scripts/codex/product', () => {
  it('reads what the command line prints, with conflicts by id', () => {
    const fact = {
      id: 'r1',
      relation: 'lives in',
      object: 'Porto',
      status: 'active',
      evidence: [{ turn: 't1', quote: 'q' }],
    };
    const literal = { ...fact, id: 'r2', object: { kind: 'literal', text: '3 May', value: '--05-03' } };
    expect(readBeliefs('me', { facts: [fact, literal], conflicts: [['r2', 'r9']] })).toEqual([
      {
        ...{ subject: 'me', relation: 'lives in', text: 'Porto', value: null, status: 'active', isConflicted: false },
        turns: ['t1'],
      },
      {
        ...{
          subject: 'me',
          relation: 'lives in',
          text: '3 May',
          value: '--05-03',
          status: 'active',
          isConflicted: true,
        },
        turns: ['t1'],
      },
    ]);
  });
});

describe('scripts/codex/recall', () => {
  const query = { id: 'lives in', query: 'Where do I live?', kind: 'revision', gold: ['new'], old: ['old'] };
  const result = (turn: string, status: string) => ({ turns: [turn], status });

  it('asks in a user’s words, with the turns that say what holds and those that no longer do', () => {
    const queries = listQueries(createHistory({ seed: '5', set: 'open', n: 0 }));
    expect(queries.length).toBeGreaterThan(8);
    expect(queries.some(({ old }) => old.length > 0)).toBe(true);
    for (const { gold, old } of queries)
      expect([gold.length > 0, gold.filter((turn) => old.includes(turn))]).toEqual([true, []]);
  });

  it('counts an old turn before the current one, and one that is not marked as old', () => {
    const tally = { asked: 0, first: 0, top: 0, before: 0, unmarked: 0, withOld: 0 };
    addRecall(tally, query, [result('old', 'active'), result('new', 'active')]);
    addRecall(tally, query, [result('new', 'active'), result('old', 'superseded')]);
    addRecall(tally, query, []);
    expect(tally).toEqual({ asked: 3, first: 1, top: 2, before: 1, unmarked: 1, withOld: 3 });
  });
});
