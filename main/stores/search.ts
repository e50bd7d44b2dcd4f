import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, run } from './run.ts';

/** What a recall may see: one space, up to a time, as far as was known at another. Null means no bound. */
export type Scope = {
  readonly spaceId: string;
  readonly asOf: Date | null;
  readonly knownAt: Date | null;
};

const Candidate = z.object({
  id: z.string(),
  conversationId: z.string(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ caption: z.string().nullable(), text: z.string().nullable(), name: z.string().nullable() }),
  ),
  saidAt: z.date().nullable(),
  isTimeInferred: z.boolean(),
  zone: z.string(),
  session: z.string().nullable(),
  textHash: z.string(),
  isAnswer: z.boolean(),
  isAsked: z.boolean(),
});
export type CandidateTurn = z.infer<typeof Candidate>;

/** Everything that fusion and packing need to know of `ids`. */
export function listCandidates(tx: ReadTx, ids: readonly string[]): Promise<readonly CandidateTurn[]> {
  return run(
    tx,
    Candidate,
    `select t.id, t.conversation_id as "conversationId", t.role, t.speaker, t.body as "text", t.attachments, t.said_at as "saidAt",
       t.is_time_inferred as "isTimeInferred", t.zone, t.session, t.text_hash as "textHash",
       exists (select 1 from answer a where a.reply_turn_id = t.id) as "isAnswer",
       exists (select 1 from answer a where a.question_turn_id = t.id) as "isAsked"
     from turn t
     where t.id = any($1::text[]) order by t.id`,
    [ids],
  );
}
