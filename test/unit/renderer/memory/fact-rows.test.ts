import { describe, expect, it } from 'vitest';
import type { Relation, Revision, RevisionId } from '../../../../main/contract/index.ts';
import {
  listConflicts,
  planRows,
  type RowsInput,
  valuesOf,
} from '../../../../renderer/features/memory/fact-rows.pure.ts';
import { sayFact, sayFactOf } from '../../../../renderer/features/memory/revisions.pure.ts';
import { makeRevision } from './make-revision.ts';

const relation = (name: string, area: string, bucket: Relation['bucket']): Relation => ({
  ...{ name, area, bucket, subject: ['person'], object: ['place'], inverse: null },
  ...{ description: '', isSensitive: false, isOwn: false },
});
const relations = [relation('lives in', 'home', 'single-valued'), relation('likes', 'preferences', 'multi-valued')];
const like = (id: string, value: string) => makeRevision(id, { value, relation: 'likes', bucket: 'multi-valued' });
const ghent = makeRevision('g', { value: 'Ghent' });
const jazz = like('j', 'jazz');
const tea = like('t', 'tea');
const all = [jazz, tea, ghent];

const input = (patch: Partial<RowsInput> = {}): RowsInput => ({
  ...{ all, held: all, admitted: new Set(all.map(({ id }) => id)), conflicts: [], relations },
  ...{ validMs: Date.parse('2026-11-30T00:00:00Z'), ...patch },
});
const keys = (given: RowsInput) => planRows(given).flatMap(({ rows }) => rows.map(({ key }) => key));

describe('renderer/memory/fact-rows', () => {
  it('groups by area, with a row for each of many values and one for a single value', () => {
    const groups = planRows(input());
    expect(groups.map(({ area, rows }) => [area, rows.map(({ value }) => valuesOf(value))])).toEqual([
      ['home', [['Ghent']]],
      ['preferences', [['jazz'], ['tea']]],
    ]);
  });

  it('keeps the same rows in the same order on every day, and says what was not known yet', () => {
    const past = input({ held: [], admitted: new Set() });
    expect(keys(past)).toEqual(keys(input()));
    expect(planRows(past).flatMap(({ rows }) => rows.map(({ value }) => value.kind))).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('tells what is over from what has not begun', () => {
    const over: Revision = { ...ghent, status: 'ended', validTo: '2025-01-01T00:00:00Z' };
    const [home] = planRows(input({ held: [over], admitted: new Set() }));
    expect(home?.rows[0]?.value.kind).toBe('over');
    expect(home?.rows[0]?.state).toBe('ended');
    const early = planRows(input({ validMs: Date.parse('2020-01-01T00:00:00Z'), admitted: new Set() }));
    expect(early[0]?.rows[0]?.value.kind).toBe('notYet');
  });

  it('brings two values that stand against each other together', () => {
    const other = makeRevision('l', { value: 'Leipzig', status: 'conflicted' });
    const held = [{ ...ghent, status: 'conflicted' as const }, other];
    const groups = planRows(
      input({ all: held, held, admitted: new Set<RevisionId>(), conflicts: [[ghent.id, other.id]] }),
    );
    const [row] = listConflicts(groups);
    expect(row && valuesOf(row.value)).toEqual(['Ghent', 'Leipzig']);
  });

  it('never shows a withdrawn value as one that holds', () => {
    const wrong: Revision = { ...ghent, status: 'retracted', knownTo: '2024-01-01T00:00:00Z' };
    const [home] = planRows(input({ all: [wrong], held: [wrong], admitted: new Set() }));
    expect([home?.rows[0]?.value.kind, home?.rows[0]?.state]).toEqual(['withdrawn', 'retracted']);
  });

  it('lets verbs run on into their value and puts a colon after nouns', () => {
    expect(sayFact('lives in', 'Ghent')).toBe('lives in Ghent');
    expect(sayFact('owns', 'a bicycle')).toBe('owns a bicycle');
    expect(sayFact('allergic to', 'walnuts')).toBe('allergic to walnuts');
    expect(sayFact('birthday', '3 May')).toBe('birthday: 3 May');
    expect(sayFact('species', 'cat')).toBe('species: cat');
    expect(sayFact('sibling', 'Mira')).toBe('sibling: Mira');
    expect(sayFactOf('Mira', 'lives in', 'Lisbon')).toBe('Mira lives in Lisbon');
    expect(sayFactOf('Mira', 'birthday', '3 May')).toBe('Mira, birthday: 3 May');
  });
});
