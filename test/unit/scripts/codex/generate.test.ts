import { describe, expect, it } from 'vitest';
import { createHistories, createHistory, toJsonl } from '../../../../scripts/codex/generate.mjs';
import { readWording } from '../../../../scripts/codex/lines.mjs';
import { listQuestions } from '../../../../scripts/codex/questions.mjs';
import { listFaults } from '../../../../scripts/codex/self-check.mjs';
import { readVocabulary } from '../../../../scripts/codex/vocabulary.mjs';

const vocabulary = readVocabulary();
const histories = ['1', '2'].flatMap((seed) => createHistories({ seed, histories: 3, sets: ['open', 'closed'] }));
const [first] = histories;

describe('scripts/codex/generate', () => {
  it('writes the same bytes for the same seed, and others for another', () => {
    const write = (seed: string): string => JSON.stringify(createHistory({ seed, set: 'closed', n: 1 }));
    expect(write('7')).toBe(write('7'));
    expect(write('8')).not.toBe(write('7'));
  });

  it('has a truth that agrees with itself and with the words of its turns', () => {
    expect(histories.flatMap((history) => listFaults(history, vocabulary))).toEqual([]);
  });

  it('tells of at least 60 relations in each set, over two years, in the order of time', () => {
    for (const set of ['open', 'closed']) {
      const own = histories.filter((history) => history.set === set).slice(0, 3);
      expect(new Set(own.flatMap(({ ledger }) => ledger.map(({ relation }) => relation))).size).toBeGreaterThan(60);
    }
    for (const { turns } of histories) {
      const times = turns.map(({ at }) => Date.parse(at));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2 * 365 * 86_400_000);
    }
  });

  it('has every kind of story and every kind of bait in both sets', () => {
    const kinds = [
      'plain',
      'repeat',
      'revision',
      'correction',
      'end',
      'late',
      'conflict',
      'several',
      'past',
      'retraction',
    ];
    const baits = ['not', 'if', 'wish', 'hedge', 'ask', 'joke', 'quote', 'told', 'others'];
    for (const set of ['open', 'closed']) {
      const own = histories.filter((history) => history.set === set);
      expect([...new Set(own.flatMap(({ ledger }) => ledger.map(({ kind }) => kind)))].sort()).toEqual(
        [...kinds].sort(),
      );
      const told = own.flatMap(({ turns }) => turns.flatMap(({ traps }) => traps.map(({ kind }) => kind)));
      expect([...new Set(told)].sort()).toEqual([...baits].sort());
    }
  });

  it('shares no wording and no name of a person, place or company between the two sets', () => {
    const [open, closed] = [readWording('open'), readWording('closed')];
    const linesOf = ({ relations }: typeof open) =>
      [...relations.values()].flatMap(({ name, lines }) => lines.map(({ text }) => `${name}: ${text}`));
    const shared = new Set(linesOf(open));
    expect(linesOf(closed).filter((line) => shared.has(line))).toEqual([]);
    for (const pool of ['person', 'place', 'company', 'job', 'school', 'doctor', 'pet']) {
      const names = new Set(open.values.get(pool));
      expect(closed.values.get(pool)?.filter((name) => names.has(name))).toEqual([]);
    }
  });

  it('writes turns as import reads them, without any truth', () => {
    const lines = toJsonl(first ?? createHistory({ seed: '1', set: 'open', n: 0 }))
      .trimEnd()
      .split('\n');
    const keys = new Set(lines.map((line) => Object.keys(JSON.parse(line)).sort().join()));
    expect([...keys]).toEqual(['at,conversation,id,role,speaker,text']);
  });

  it('asks only what the ledger settles: an old value is never expected of now', () => {
    for (const history of histories) {
      const questions = listQuestions(history, vocabulary).filter(({ about }) => about === 'current');
      for (const { subject, relation, expect: expected, not } of questions) {
        const values = history.ledger.filter((entry) => entry.subject === subject && entry.relation === relation);
        const current = values.flatMap((entry) => entry.values.filter(({ status }) => status === 'current'));
        for (const value of expected) expect(current.map((each) => each.value)).toContainEqual(value);
        expect(expected.filter((value) => not.includes(value))).toEqual([]);
      }
    }
  });
});
