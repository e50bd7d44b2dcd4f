import { z } from 'zod';
import { FindingCode, RepairKey } from '../contract/health.ts';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

const FindingRow = z.object({
  id: z.string(),
  code: FindingCode,
  about: z.string(),
  severity: z.enum(['problem', 'notice']),
  message: z.string(),
  fix: z.string(),
  repair: RepairKey.nullable(),
  evidence: z.record(z.string(), z.number()),
  firstAt: z.date(),
  lastAt: z.date(),
  dismissedAt: z.date().nullable(),
  repairNote: z.string().nullable(),
});
export type FindingRow = z.infer<typeof FindingRow>;

/** Everything that is so still, what is worst and oldest first. */
export function listOpenFindings(tx: ReadTx): Promise<readonly FindingRow[]> {
  return run(
    tx,
    FindingRow,
    `select id, code, about, severity, message, fix, repair, evidence, first_at as "firstAt", last_at as "lastAt",
       dismissed_at as "dismissedAt", repair_note as "repairNote"
     from finding where cleared_at is null order by severity = 'notice', first_at, id`,
  );
}

export type SeenFinding = Pick<
  FindingRow,
  'id' | 'code' | 'about' | 'severity' | 'message' | 'fix' | 'repair' | 'evidence'
>;

/** What was seen at `at`: new, again, or back after it had been cleared, which is new. */
export async function upsertFinding(tx: Tx, finding: SeenFinding, at: Date): Promise<void> {
  const { id, code, about, severity, message, fix, repair, evidence } = finding;
  await execute(
    tx,
    `insert into finding (id, code, about, severity, message, fix, repair, evidence, first_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (id) do update set severity = excluded.severity, message = excluded.message, fix = excluded.fix,
       repair = excluded.repair, evidence = excluded.evidence, last_at = excluded.last_at, cleared_at = null,
       first_at = case when finding.cleared_at is null then finding.first_at else excluded.first_at end,
       dismissed_at = case when finding.cleared_at is null then finding.dismissed_at end,
       repair_note = case when finding.cleared_at is null then finding.repair_note end`,
    [id, code, about, severity, message, fix, repair, JSON.stringify(evidence), at],
  );
}

/** Findings of these codes that were not seen again; returns how many. */
export function clearFindings(
  tx: Tx,
  { codes, seenIds, at }: { readonly codes: readonly string[]; readonly seenIds: readonly string[]; readonly at: Date },
): Promise<number> {
  return execute(
    tx,
    `update finding set cleared_at = $3
     where cleared_at is null and code = any($1::text[]) and not (id = any($2::text[]))`,
    [codes, seenIds, at],
  );
}

export async function clearFinding(tx: Tx, id: string, at: Date): Promise<void> {
  await execute(tx, `update finding set cleared_at = $2 where id = $1 and cleared_at is null`, [id, at]);
}

export async function setDismissed(tx: Tx, id: string, at: Date | null): Promise<void> {
  await execute(tx, `update finding set dismissed_at = $2 where id = $1`, [id, at]);
}

export async function setRepairNote(tx: Tx, id: string, note: string | null): Promise<void> {
  await execute(tx, `update finding set repair_note = $2 where id = $1`, [id, note]);
}

/** What was cleared long ago. */
export function deleteOldFindings(tx: Tx, before: Date): Promise<number> {
  return execute(tx, `delete from finding where cleared_at < $1`, [before]);
}

/** What upkeep remembers under a key, or null where there is nothing or it has another shape. */
export async function findMark<S extends z.ZodType>(tx: ReadTx, key: string, schema: S): Promise<z.infer<S> | null> {
  const row = await runOne(tx, z.object({ value: z.unknown() }), `select value from health_mark where key = $1`, [key]);
  const parsed = schema.safeParse(row?.value);
  return parsed.success ? parsed.data : null;
}

export async function setMark(tx: Tx, key: string, value: unknown): Promise<void> {
  await execute(
    tx,
    `insert into health_mark (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );
}
