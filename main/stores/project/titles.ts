import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

/** The last title holds; the earlier ones are kept for when it is forgotten. */
export async function nameConversation(tx: Tx, { seq, body }: Recorded<BodyOf<'conversation.renamed'>>): Promise<void> {
  await execute(
    tx,
    `insert into conversation_title (conversation_id, seq, title) select id, $2, $3 from conversation where id = $1
     on conflict (conversation_id, seq) do nothing`,
    [body.conversationId, seq, body.title],
  );
  await settleTitles(tx, [body.conversationId]);
}

/** Titles as the records that are left of them say. */
export async function settleTitles(tx: Tx, conversationIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    `update conversation c set title = (select t.title from conversation_title t where t.conversation_id = c.id
       order by t.seq desc limit 1) where c.id = any($1::text[])`,
    [conversationIds],
  );
}
