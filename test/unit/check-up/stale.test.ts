import { describe, expect, it } from 'vitest';
import { findStaleFacts } from '../../../main/check-up/stale.pure.ts';
import { makeRevision } from '../../builders/make-revision.ts';

const THEN = new Date('2023-06-01T00:00:00Z');
const NOW = new Date('2024-06-01T00:00:00Z');
const porto = makeRevision({ id: 'porto', relation: 'lives in', object: 'Porto', from: '2023-01-01' });
const portoOver = makeRevision({
  ...{ id: 'porto', relation: 'lives in', object: 'Porto', from: '2023-01-01' },
  ...{ to: '2024-05-02', status: 'superseded', supersededBy: 'ghent' },
});
const ghent = makeRevision({ id: 'ghent', relation: 'lives in', object: 'Ghent', from: '2024-05-02' });
const now = { at: NOW, revisions: [portoOver, ghent] };

describe('check-up/stale', () => {
  it('finds what was replaced, and what took its place', () => {
    expect(findStaleFacts({ mode: 'current', at: THEN, used: [porto] }, now)).toMatchObject([
      { id: 'porto', status: 'superseded', object: { name: 'Porto' }, now: { id: 'ghent', object: { name: 'Ghent' } } },
    ]);
  });

  it('finds nothing where the fact still holds', () => {
    const today = { at: NOW, revisions: [porto] };
    expect(findStaleFacts({ mode: 'current', at: THEN, used: [porto] }, today)).toEqual([]);
  });

  it('leaves answers about a time of their own alone: what was so then stays so', () => {
    for (const mode of ['at', 'history', 'when', 'first', 'between'] as const)
      expect(findStaleFacts({ mode, at: THEN, used: [porto] }, now)).toEqual([]);
  });

  it('leaves alone what was over already when the question was asked', () => {
    const later = new Date('2024-05-20T00:00:00Z');
    expect(findStaleFacts({ mode: 'current', at: later, used: [portoOver] }, now)).toEqual([]);
  });

  it.each(['corrected', 'retracted'] as const)('takes any answer with it whose record was %s', (status) => {
    const wrong = makeRevision({ id: 'porto', relation: 'lives in', object: 'Porto', from: '2023-01-01', status });
    const today = { at: NOW, revisions: [wrong] };
    expect(findStaleFacts({ mode: 'history', at: THEN, used: [porto] }, today)).toMatchObject([{ status, now: null }]);
  });

  it('calls what is not recorded any more taken back', () => {
    const today = { at: NOW, revisions: [] };
    expect(findStaleFacts({ mode: 'current', at: THEN, used: [porto] }, today)).toMatchObject([
      { status: 'retracted', now: null },
    ]);
  });

  it('names no successor where several may hold at once and none says that it replaces it', () => {
    const had = { id: 'miso', relation: 'allergic to', object: 'walnuts', from: '2023-01-01' };
    const nuts = makeRevision(had);
    const over = makeRevision({ ...had, to: '2024-01-01', status: 'ended' });
    const other = makeRevision({ id: 'bo', relation: 'allergic to', object: 'pollen', from: '2023-01-01' });
    const today = { at: NOW, revisions: [over, other] };
    expect(findStaleFacts({ mode: 'list', at: THEN, used: [nuts] }, today)).toMatchObject([
      { status: 'ended', now: null },
    ]);
  });

  it('tells each fact once', () => {
    expect(findStaleFacts({ mode: 'current', at: THEN, used: [porto, porto] }, now)).toHaveLength(1);
  });
});
