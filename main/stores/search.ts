import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, runOne } from './run.ts';

/** What a recall may see: one space, up to a time, as far as was known at another. Null means no bound. */
export type Scope = {
  readonly spaceId: string;
  readonly asOf: Date | null;
  readonly knownAt: Date | null;
  /** Only the turns of this topic; null: everything. */
  readonly clusterId?: string | null;
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
  saidAt: z
    .string()
    .transform((text) => new Date(text))
    .nullable(),
  isTimeInferred: z.boolean(),
  zone: z.string(),
  session: z.string().nullable(),
  textHash: z.string(),
  isAnswer: z.boolean(),
  isAsked: z.boolean(),
});
/** One value: rows of so many columns cost more to read through PGlite's protocol than to make. */
const CandidatePage = z.object({ page: z.array(Candidate).readonly() });
export type CandidateTurn = z.infer<typeof Candidate>;

/** Everything that fusion and packing need to know of `ids`. */
export async function listCandidates(tx: ReadTx, ids: readonly string[]): Promise<readonly CandidateTurn[]> {
  const read = await runOne(
    tx,
    CandidatePage,
    `select coalesce(json_agg(row), '[]') as page from (select t.id, t.conversation_id as "conversationId", t.role, t.speaker, t.body as "text", t.attachments, t.said_at as "saidAt",
       t.is_time_inferred as "isTimeInferred", t.zone, t.session, t.text_hash as "textHash",
       exists (select 1 from answer a where a.reply_turn_id = t.id) as "isAnswer",
       exists (select 1 from answer a where a.question_turn_id = t.id) as "isAsked"
     from turn t
     where t.id = any($1::text[]) order by t.id) row`,
    [ids],
  );
  return read?.page ?? [];
}
