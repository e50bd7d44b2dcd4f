import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addToLegDays,
  type LegResult,
  listLegDays,
  listLegStandings,
  updateLegStanding,
} from '../../main/stores/health-legs.ts';
import { type Database, openDatabase, rolledBack } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
}, 60_000);
afterAll(() => database[Symbol.asyncDispose]());

const result = (over: Partial<LegResult>): LegResult => ({
  ...{ day: '2026-11-30', leg: 'summary', outcome: 'contributed', inPrompt: 2, why: null, at: '2026-11-30T10:00:00Z' },
  ...over,
});

describe('stores/health-legs', () => {
  it('adds answers up by day, leg and outcome', () =>
    rolledBack(database.db, async (tx) => {
      await addToLegDays(tx, [result({}), result({ inPrompt: 1 }), result({ outcome: 'failed', inPrompt: 0 })]);
      await addToLegDays(tx, [result({}), result({ day: '2026-12-01' })]);
      expect(await listLegDays(tx, '2026-11-30')).toEqual([
        { day: '2026-11-30', leg: 'summary', outcome: 'contributed', asked: 3, inPrompt: 5 },
        { day: '2026-11-30', leg: 'summary', outcome: 'failed', asked: 1, inPrompt: 0 },
        { day: '2026-12-01', leg: 'summary', outcome: 'contributed', asked: 1, inPrompt: 2 },
      ]);
      expect(await listLegDays(tx, '2026-12-01')).toHaveLength(1);
    }));

  it('counts the questions since a leg gave something, and the failures in a row', () =>
    rolledBack(database.db, async (tx) => {
      const outcomes = ['nothing relevant', 'failed', 'failed', 'disabled', 'empty store'] as const;
      for (const outcome of outcomes)
        await updateLegStanding(tx, result({ outcome, why: outcome === 'failed' ? 'slow' : null }));
      expect(await listLegStandings(tx)).toEqual([
        { leg: 'summary', askedSince: 3, failedInRow: 2, givenAt: null, why: 'slow' },
      ]);
      await updateLegStanding(tx, result({}));
      expect(await listLegStandings(tx)).toMatchObject([
        { askedSince: 0, failedInRow: 0, givenAt: new Date('2026-11-30T10:00:00Z') },
      ]);
    }));
});
