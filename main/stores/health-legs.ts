import { z } from 'zod';
import { LegName, LegOutcome } from '../contract/recall.ts';
import { execute, type ReadTx, run, type Tx } from './run.ts';

/** What one leg came to in one answer. */
export type LegResult = {
  readonly day: string;
  readonly leg: LegName;
  readonly outcome: LegOutcome;
  readonly inPrompt: number;
  readonly why: string | null;
  readonly at: string;
};

/** Adds to the days; several answers in one statement. */
export async function addToLegDays(tx: Tx, results: readonly LegResult[]): Promise<void> {
  await execute(
    tx,
    `insert into leg_day (day, leg, outcome, asked, in_prompt)
     select day, leg, outcome, count(*)::int, sum(in_prompt)::int
     from unnest($1::date[], $2::text[], $3::text[], $4::int[]) as r(day, leg, outcome, in_prompt)
     group by day, leg, outcome
     on conflict (day, leg, outcome) do update set asked = leg_day.asked + excluded.asked,
       in_prompt = leg_day.in_prompt + excluded.in_prompt`,
    [
      results.map(({ day }) => day),
      results.map(({ leg }) => leg),
      results.map(({ outcome }) => outcome),
      results.map(({ inPrompt }) => inPrompt),
    ],
  );
}

/** One answer after another: a leg that was off, or has nothing to search, neither gave nor failed. */
export async function updateLegStanding(tx: Tx, { leg, outcome, why, at }: LegResult): Promise<void> {
  if (outcome === 'disabled' || outcome === 'empty store') return;
  const hasGiven = outcome === 'contributed';
  const hasFailed = outcome === 'failed';
  await execute(
    tx,
    `insert into leg_standing (leg, asked_since, failed_in_row, given_at, why)
     values ($1, case when $2 then 0 else 1 end, case when $3 then 1 else 0 end, case when $2 then $4::timestamptz end, $5)
     on conflict (leg) do update set
       asked_since = case when $2 then 0 else leg_standing.asked_since + 1 end,
       failed_in_row = case when $3 then leg_standing.failed_in_row + 1 else 0 end,
       given_at = case when $2 then $4::timestamptz else leg_standing.given_at end,
       why = case when $3 then $5 else leg_standing.why end`,
    [leg, hasGiven, hasFailed, at, why],
  );
}

export function listLegStandings(tx: ReadTx) {
  return run(
    tx,
    z.object({
      leg: LegName,
      askedSince: z.int(),
      failedInRow: z.int(),
      givenAt: z.date().nullable(),
      why: z.string().nullable(),
    }),
    `select leg, asked_since as "askedSince", failed_in_row as "failedInRow", given_at as "givenAt", why
     from leg_standing order by leg`,
  );
}

/** The leg is watched from here on as if it were new. */
export async function resetLegStanding(tx: Tx, leg: string): Promise<void> {
  await execute(tx, `delete from leg_standing where leg = $1`, [leg]);
}

/** What each leg gave on each day since one. */
export function listLegDays(tx: ReadTx, sinceDay: string) {
  return run(
    tx,
    z.object({ day: z.string(), leg: LegName, outcome: LegOutcome, asked: z.int(), inPrompt: z.int() }),
    `select day::text as day, leg, outcome, asked, in_prompt as "inPrompt" from leg_day where day >= $1::date
     order by leg, day, outcome`,
    [sinceDay],
  );
}

export async function hasLegDays(tx: ReadTx): Promise<boolean> {
  const [row] = await run(tx, z.object({ has: z.boolean() }), `select exists (select 1 from leg_day) as has`);
  return row?.has ?? false;
}

export function deleteOldLegDays(tx: Tx, beforeDay: string): Promise<number> {
  return execute(tx, `delete from leg_day where day < $1::date`, [beforeDay]);
}
