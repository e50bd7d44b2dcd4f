import { z } from 'zod';
import { type ReadTx, run } from './run.ts';

const Row = z.object({ hash: z.string(), at: z.date() });

/** Of these keyed hashes those of something that was forgotten, with the time of it. */
export async function listForgottenHashes(
  tx: ReadTx,
  kind: 'turn' | 'text' | 'document' | 'claim',
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (hashes.length === 0) return new Map();
  const rows = await run(
    tx,
    Row,
    `select hash, at from tombstone where kind = $1 and hash = any($2::text[]) order by hash`,
    [kind, hashes],
  );
  return new Map(rows.map(({ hash, at }) => [hash, at]));
}
