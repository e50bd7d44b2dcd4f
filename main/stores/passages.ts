import { z } from 'zod';
import { type ReadTx, run } from './run.ts';

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

const DocumentRow = z.object({ id: z.string(), name: z.string(), sha256: z.string(), chunks: z.int() });

/** The documents of a space that are there under this name or with these bytes, of which few are. */
export function listDocumentsLike(
  tx: ReadTx,
  document: { readonly spaceId: string; readonly name: string; readonly sha256: string },
): Promise<readonly z.infer<typeof DocumentRow>[]> {
  return run(
    tx,
    DocumentRow,
    `select d.id, d.name, d.sha256, (select count(*) from passage p where p.parent_id = d.id)::int as chunks
     from document d where d.space_id = $1 and (d.name = $2 or d.sha256 = $3) and d.removed_seq is null
     order by d.added_seq, d.id`,
    [document.spaceId, document.name, document.sha256],
  );
}
