import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import {
  ARCHIVED_BELOW,
  COLD_BELOW,
  CREATIVE_FLOOR,
  dayOf,
  MOST_DAYS,
  RATES,
  RESTORED,
} from '../../lifecycle/decay/decay.pure.ts';
import { execute, runOne, type Tx } from '../run.ts';

/** The closed form of `scoreOn`, of a row of turn_life named `l` on the day `day`. */
export const scoreSql = (day: string): string =>
  `(case l.pace
     when 'creative' then greatest(${CREATIVE_FLOOR}, l.score * power(${RATES.creative}, ${fadedDays(day)}))
     when 'accessed' then l.score * power(${RATES.accessed}, ${fadedDays(day)})
     else l.score * power(${RATES.unaccessed}, ${fadedDays(day)}) end)`;

const fadedDays = (day: string): string => `least(${MOST_DAYS}, greatest(0, ${day} - l.anchor_day))::float8`;

export const tierSql = (score: string): string =>
  `(case when ${score} < ${COLD_BELOW} then 'cold' when ${score} < ${ARCHIVED_BELOW} then 'archived' else 'active' end)`;

/** The closed form of `strengthOn` for one mention: of a row of turn_life named `l`, or of the day in `s` without one. */
export const strengthSql = (day: string): string =>
  `power(case l.pace when 'creative' then ${RATES.creative} when 'accessed' then ${RATES.accessed} else ${RATES.unaccessed} end,
     least(${MOST_DAYS}, greatest(0, ${day} - coalesce(l.anchor_day, s.day, 0)))::float8)`;

/** The memory's own day is never before this one, however the clock jumps. */
export const PASSED_DAY = `coalesce((select max(p.day) from decay_pass p), 0)`;
/** The day of which tiers are. */
export const TIER_DAY = `coalesce((select p.day from decay_pass p where p.kind = 'turns'), 0)`;

/**
 * The lives of turns that were just written, from the day on which each was recorded. As numbers of their own: out of the
 * statement that writes the turns it costs twice as much.
 */
export async function beginLives(
  tx: Tx,
  turns: readonly { readonly seq: number; readonly known_at: string }[],
  /** Some had been written before, by an earlier record: those have a life. */
  { isAnyOld }: { readonly isAnyOld: boolean },
): Promise<void> {
  await execute(
    tx,
    `insert into turn_life (seq, anchor_day)
     select seq, greatest(day, ${PASSED_DAY}) from unnest($1::bigint[], $2::int[]) as said(seq, day)
     where not $3 or exists (select 1 from turn t where t.seq = said.seq)`,
    [turns.map(({ seq }) => seq), turns.map(({ known_at }) => dayOf(new Date(known_at))), isAnyOld],
  );
}

/**
 * A use of turns: each fades up to the day and gets a part of its score back (ICE v2, post-flight). What the score of a
 * creative turn would be is carried along until it is known whether it is one.
 */
export async function applyAccess(
  tx: Tx,
  { at, turnIds }: { readonly at: string; readonly turnIds: readonly string[] },
): Promise<void> {
  if (turnIds.length === 0) return;
  const creative = `greatest(${CREATIVE_FLOOR}, coalesce(l.creative_score, 1) * power(${RATES.creative}, ${fadedDays('now.day')}))`;
  await execute(
    tx,
    `update turn_life t set
       access_count = t.access_count + 1,
       score = used.score,
       creative_score = used.creative_score,
       anchor_day = used.day,
       pace = case t.pace when 'creative' then 'creative' else 'accessed' end,
       tier = ${tierSql('used.score')}
     from (
       select l.seq, now.day, least(1, ${scoreSql('now.day')} + ${RESTORED}) as score,
         case l.pace when 'creative' then null else least(1, ${creative} + ${RESTORED}) end as creative_score
       from turn said join turn_life l on l.seq = said.seq, lateral (select greatest($2::int, l.anchor_day, ${PASSED_DAY}) as day) now
       where said.id = any($1::text[])) used
     where t.seq = used.seq`,
    [[...new Set(turnIds)], dayOf(new Date(at))],
  );
}

const Pass = z.object({ day: z.int(), through: z.int().nullable() });

type Recorded<T> = { readonly seq: number; readonly body: T };

/** Brings tiers up to a day, in slices that follow on each other. A day that is not after the last one changes nothing. */
export async function applyDecay(tx: Tx, { seq, body }: Recorded<BodyOf<'decay.applied'>>): Promise<void> {
  const { day, after, through } = body;
  const last = await runOne(tx, Pass, `select day, through::int as through from decay_pass where kind = 'turns'`);
  const isNext = last === null || day > last.day ? after === null : day === last.day && isEdge(last.through, after);
  if (!isNext) return;
  await execute(
    tx,
    `update turn_life t set tier = aged.tier
     from (select l.seq, ${tierSql(scoreSql('$1::int'))} as tier from turn_life l
       where ($2::bigint is null or l.seq > $2) and ($3::bigint is null or l.seq <= $3)) aged
     where t.seq = aged.seq and t.tier <> aged.tier`,
    [day, after, through],
  );
  await setPass(tx, { kind: 'turns', day, through, seq });
}

const isEdge = (done: number | null, after: number | null): boolean => done !== null && done === after;

export async function applyEdgeDecay(tx: Tx, { seq, body }: Recorded<BodyOf<'edges.decayed'>>): Promise<void> {
  await setPass(tx, { kind: 'edges', day: body.day, through: null, seq });
}

type SetPass = {
  readonly kind: 'turns' | 'edges';
  readonly day: number;
  readonly through: number | null;
  readonly seq: number;
};

async function setPass(tx: Tx, { kind, day, through, seq }: SetPass): Promise<void> {
  await execute(
    tx,
    `insert into decay_pass (kind, day, through, seq) values ($1, $2, $3, $4)
     on conflict (kind) do update set day = excluded.day, through = excluded.through, seq = excluded.seq where decay_pass.day <= excluded.day`,
    [kind, day, through, seq],
  );
}

/** A creative turn is as if it had been known as one from its first day on, and so never below the floor. */
export async function applyTags(tx: Tx, { seq, body }: Recorded<BodyOf<'turns.tagged'>>): Promise<void> {
  const { by, throughSeq, tags } = body;
  const creative = tags.filter((one) => one.tags.includes('creative')).map(({ turnId }) => turnId);
  await execute(
    tx,
    `update turn_life set pace = 'creative', score = coalesce(creative_score, score), creative_score = null, tier = 'active'
     where seq in (select seq from turn where id = any($1::text[])) and pace <> 'creative'`,
    [creative],
  );
  await execute(
    tx,
    `insert into tagging (tagger, through_seq, seq) values ($1, $2, $3)
     on conflict (tagger) do update set seq = excluded.seq,
       through_seq = greatest(tagging.through_seq, excluded.through_seq)`,
    [by, throughSeq, seq],
  );
}
