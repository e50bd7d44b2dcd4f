import { z } from 'zod';
import { type ReadTx, run, runOne } from './run.ts';

const Passage = z.object({
  id: z.string(),
  kind: z.enum(['document', 'procedure', 'summary']),
  parentId: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  body: z.string(),
  page: z.int().nullable(),
  fromChar: z.int(),
  toChar: z.int(),
  evidence: z.array(z.string()).readonly(),
  saidAt: z.date().nullable(),
  zone: z.string(),
  textHash: z.string(),
});
export type Passage = z.infer<typeof Passage>;

/** Everything that packing needs to know of `ids`; removed ones are left out. */
export function listPassages(tx: ReadTx, ids: readonly string[]): Promise<readonly Passage[]> {
  return run(
    tx,
    Passage,
    `select p.id, p.kind, p.parent_id as "parentId", coalesce(d.name, p.title) as name, p.title, p.body, p.page,
       p.from_char as "fromChar", p.to_char as "toChar", p.evidence, p.said_at as "saidAt", p.zone, p.text_hash as "textHash"
     from passage p left join document d on d.id = p.parent_id
     where p.id = any($1::text[]) and p.removed_seq is null order by p.id`,
    [ids],
  );
}

/** What can be found beside turns. */
export async function getPassageCount(tx: ReadTx): Promise<number> {
  const row = await runOne(
    tx,
    z.object({ n: z.int() }),
    `select count(*)::int as n from passage where removed_seq is null and lexical is not null`,
  );
  return row?.n ?? 0;
}
