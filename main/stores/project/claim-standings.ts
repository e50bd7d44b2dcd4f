import type { ClaimKey } from '../claims.ts';
import { execute, type Tx } from '../run.ts';
import { keysOfClaims } from './codex-ledger.ts';

export type StandingChange = {
  readonly seq: number;
  readonly at: string;
  readonly standing: 'admitted' | 'rejected' | 'withdrawn' | null;
  /** Whom the claim is about from now on; null: as before. */
  readonly subjectId: string | null;
};

/** From this record on the claims stand otherwise. @returns the keys that this touches */
export async function addStandings(
  tx: Tx,
  claimIds: readonly string[],
  change: StandingChange,
): Promise<readonly ClaimKey[]> {
  if (claimIds.length === 0) return [];
  await execute(
    tx,
    `insert into claim_standing (claim_id, seq, at, standing, space_id, subject_id, relation, object_id)
     select claim_id, $2, $3, coalesce($4, standing), space_id, coalesce($5, subject_id), relation, object_id
     from (select distinct on (claim_id) * from claim_standing
           where claim_id = any($1::text[]) and undone_seq is null order by claim_id, seq desc) as last
     on conflict (claim_id, seq) do nothing`,
    [claimIds, change.seq, change.at, change.standing, change.subjectId],
  );
  return keysOfClaims(tx, claimIds);
}
