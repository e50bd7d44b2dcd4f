import { describe, expect, it } from 'vitest';
import { adjudicate } from '../../../main/retrieval/adjudicate.pure.ts';
import type { TurnBelief } from '../../../main/stores/revisions.ts';

const belief = (own: Partial<TurnBelief>): TurnBelief => ({
  ...{ turnId: 't', status: 'active', from: 0, to: null, knownFrom: 0, knownTo: null },
  ...own,
});
const at = (validAt: number, knownAt = 100) => ({ validAt, knownAt });

describe('retrieval/adjudicate', () => {
  it.each([
    ['a fact that holds', [belief({})], at(50), undefined],
    ['a fact that was replaced', [belief({ status: 'superseded', to: 20 })], at(50), 'superseded'],
    ['the same on a day on which it held', [belief({ status: 'superseded', to: 20 })], at(10), undefined],
    ['a replaced one beside one that holds', [belief({ status: 'superseded', to: 20 }), belief({})], at(50), undefined],
    ['a corrected one', [belief({ status: 'corrected', knownTo: 60 })], at(50), 'corrected'],
    ['the same before the correction was known', [belief({ status: 'corrected', knownTo: 60 })], at(50, 55), undefined],
    ['a disputed one', [belief({ status: 'conflicted' })], at(50), 'conflicted'],
    ['one that was not known then', [belief({ status: 'superseded', to: 20, knownFrom: 70 })], at(50, 60), undefined],
    ['two that are over', [belief({ status: 'ended', to: 5 }), belief({ status: 'retracted' })], at(50), 'retracted'],
  ] as const)('labels a turn with %s', (_, beliefs, when, status) => {
    expect(adjudicate(beliefs, when).get('t')?.status).toBe(status);
  });
});
