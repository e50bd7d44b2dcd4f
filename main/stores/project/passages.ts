import { execute, type Tx } from '../run.ts';
import { textHashOf, toLexical } from './lexical-text.pure.ts';
import { placeInLine } from './place-in-line.pure.ts';

export type Recorded<T> = { readonly seq: number; readonly at: string; readonly body: T };

export type NewPassage = {
  readonly id: string;
  readonly kind: 'document' | 'procedure' | 'summary';
  readonly parentId: string | null;
  readonly saidAt: string | null;
  readonly title: string;
  readonly body: string;
  readonly page: number | null;
  readonly from: number;
  readonly to: number;
  readonly evidence: readonly string[];
};

/** What was made of passages, and their place in line for it. */
export async function deleteDerived(tx: Tx, fragments: string, given: string | readonly string[]): Promise<void> {
  for (const table of ['fragment_vector', 'fragment_token', 'fragment_pending'] as const)
    await execute(tx, `delete from ${table} where fragment_id in (${fragments})`, [given]);
}

export async function removePassages(tx: Tx, ids: readonly string[], seq: number): Promise<void> {
  if (ids.length === 0) return;
  await deleteDerived(tx, `select unnest($1::text[])`, ids);
  await execute(tx, `update passage set removed_seq = $2, changed_seq = $2 where id = any($1::text[])`, [ids, seq]);
}

type Common = {
  readonly seq: number;
  readonly at: string;
  readonly spaceId: string;
  readonly zone: string;
  /** The record by which copies in memory hear of it, where that is a later one. */
  readonly changedSeq?: number;
};

/** Another wording needs other vectors: the old ones go with the old row, and it waits under the new record's seq. */
export async function replacePassage(tx: Tx, passage: NewPassage, common: Common): Promise<void> {
  await deleteDerived(tx, `select $1::text`, passage.id);
  await execute(tx, `delete from passage where id = $1`, [passage.id]);
  await insertPassages(tx, [passage], common);
}

const COLUMNS = `id, kind, space_id, parent_id, seq, known_at, said_at, zone, title, body, page, from_char, to_char, evidence,
  text_hash, lexical, changed_seq`;

export async function insertPassages(
  tx: Tx,
  passages: readonly NewPassage[],
  { seq, at, spaceId, zone, changedSeq = seq }: Common,
): Promise<void> {
  const rows = passages.map((passage) => {
    const lexical = toLexical(`${passage.title} ${passage.body}`);
    return {
      id: passage.id,
      kind: passage.kind,
      space_id: spaceId,
      parent_id: passage.parentId,
      seq,
      known_at: at,
      said_at: passage.saidAt,
      zone,
      title: passage.title,
      body: passage.body,
      page: passage.page,
      from_char: passage.from,
      to_char: passage.to,
      evidence: passage.evidence,
      text_hash: textHashOf(passage.body),
      lexical: lexical === '' ? null : lexical,
      changed_seq: changedSeq,
    };
  });
  await execute(
    tx,
    `insert into passage (${COLUMNS})
     select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as row(
       id text, kind text, space_id text, parent_id text, seq bigint, known_at timestamptz, said_at timestamptz, zone text,
       title text, body text, page int, from_char int, to_char int, evidence jsonb, text_hash text, lexical text,
       changed_seq bigint)
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  );
  const waiting = rows.flatMap(({ id, lexical }) =>
    lexical === null ? [] : [{ fragment_id: id, seq: placeInLine(seq, lexical.length) }],
  );
  await execute(
    tx,
    `insert into fragment_pending (fragment_id, seq)
     select row.fragment_id, row.seq from jsonb_to_recordset($1::jsonb) as row(fragment_id text, seq bigint)
     on conflict (fragment_id) do nothing`,
    [JSON.stringify(waiting)],
  );
}
