import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

/** The proof of a forget, and the keyed hashes by which what went is known if it comes again. */
export async function noteForgotten(
  tx: Tx,
  { seq, hash, at, body }: Recorded<BodyOf<'forgotten'>> & { readonly hash: string },
): Promise<void> {
  await execute(
    tx,
    `insert into forgotten (id, seq, hash, at, receipt) values ($1, $2, $3, $4, $5) on conflict (id) do nothing`,
    [body.forgetId ?? `record-${seq}`, seq, hash, at, JSON.stringify(body.proof)],
  );
  const { turns = [], texts = [], documents = [], claims = [] } = body.tombstones ?? {};
  for (const [kind, hashes] of [
    ['turn', turns],
    ['text', texts],
    ['document', documents],
    ['claim', claims],
  ] as const)
    await execute(
      tx,
      `insert into tombstone (kind, hash, at, seq) select $1, hash, $3, $4 from unnest($2::text[]) as h(hash)
       on conflict (kind, hash) do nothing`,
      [kind, hashes, at, seq],
    );
}
