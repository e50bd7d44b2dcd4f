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

const DocumentRow = z.object({ id: z.string(), name: z.string(), sha256: z.string() });

/** The document of a space that is there under this name. */
export function findDocument(
  tx: ReadTx,
  document: { readonly spaceId: string; readonly name: string },
): Promise<z.infer<typeof DocumentRow> | null> {
  return runOne(
    tx,
    DocumentRow,
    `select id, name, sha256 from document where space_id = $1 and name = $2 and removed_seq is null
     order by added_seq desc limit 1`,
    [document.spaceId, document.name],
  );
}
