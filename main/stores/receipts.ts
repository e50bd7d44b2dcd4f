import { z } from 'zod';
import { ForgetReceipt } from '../contract/forget.ts';
import { type ReadTx, run, runOne } from './run.ts';

const Row = z.object({
  id: z.string(),
  seq: z.int(),
  hash: z.string(),
  at: z.date(),
  receipt: z.record(z.string(), z.unknown()),
});

/** Forgets that are over, newest first. A proof of another version, which this one does not understand, is left out. */
export async function listReceipts(
  tx: ReadTx,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly ForgetReceipt[]> {
  const rows = await run(
    tx,
    Row,
    `select id, seq::int as seq, hash, at, receipt from forgotten order by seq desc limit $1 offset $2`,
    [page.limit, page.offset],
  );
  return rows.flatMap(({ id, seq, hash, at, receipt }) => {
    const known = Object.fromEntries(
      Object.entries(receipt).filter(([key]) => Object.hasOwn(ForgetReceipt.shape, key)),
    );
    const parsed = ForgetReceipt.safeParse({ ...known, id, seq, hash, at: at.toISOString() });
    return parsed.success ? [parsed.data] : [];
  });
}

export async function countReceipts(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from forgotten`);
  return row?.n ?? 0;
}
