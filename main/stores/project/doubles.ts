import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

/** These two are two, or may be asked about again; the last word holds. */
export async function keepApart(tx: Tx, { seq, body }: Recorded<BodyOf<'codex.kept-apart'>>): Promise<void> {
  const [a, b] = [body.fromId, body.intoId].sort();
  await execute(
    tx,
    `insert into kept_apart (space_id, a_id, b_id, seq, is_apart) values ($1, $2, $3, $4, $5)
     on conflict (space_id, a_id, b_id) do update set seq = $4, is_apart = $5`,
    [body.spaceId, a, b, seq, body.isApart],
  );
}
