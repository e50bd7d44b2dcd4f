import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import { textHashOf, toLexical } from './lexical-text.pure.ts';
import { placeInLine } from './place-in-line.pure.ts';

export type PassageEvent = Extract<
  JournalEvent,
  {
    kind:
      | 'document.added'
      | 'document.removed'
      | 'procedure.set'
      | 'procedure.removed'
      | 'summary.written'
      | 'summary.removed';
  }
>;

type Recorded<T> = { readonly seq: number; readonly at: string; readonly body: T };

/** Documents, procedures and summaries as rows that retrieval finds like turns. */
export function applyPassageEvent(
  tx: Tx,
  { seq, at, event }: { readonly seq: number; readonly at: string; readonly event: PassageEvent },
): Promise<void> {
  switch (event.kind) {
    case 'document.added':
      return addDocument(tx, { seq, at, body: event.body });
    case 'document.removed':
      return removeDocument(tx, event.body.documentId, seq);
    case 'procedure.set':
      return setProcedure(tx, { seq, at, body: event.body });
    case 'summary.written':
      return writeSummary(tx, { seq, at, body: event.body });
    case 'procedure.removed':
      return removePassage(tx, event.body.procedureId, seq);
    case 'summary.removed':
      return removePassage(tx, event.body.summaryId, seq);
  }
}

type NewPassage = {
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

async function addDocument(tx: Tx, { seq, at, body }: Recorded<BodyOf<'document.added'>>): Promise<void> {
  await execute(
    tx,
    `insert into document (id, space_id, name, media_type, sha256, added_seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [body.documentId, body.spaceId, body.name, body.mediaType, body.sha256, seq],
  );
  const passages = body.chunks.map(({ chunkId, title, text, page, from, to }) => ({
    ...{ id: chunkId, kind: 'document' as const, parentId: body.documentId, saidAt: null, evidence: [] },
    ...{ title, body: text, page, from, to },
  }));
  await insertPassages(tx, passages, { seq, at, spaceId: body.spaceId, zone: body.zone });
}

async function removeDocument(tx: Tx, documentId: string, seq: number): Promise<void> {
  await execute(tx, `update document set removed_seq = $2 where id = $1`, [documentId, seq]);
  await deleteDerived(tx, `select id from passage where parent_id = $1`, documentId);
  await execute(tx, `update passage set removed_seq = $2, changed_seq = $2 where parent_id = $1`, [documentId, seq]);
}

/** What was made of passages, and their place in line for it. */
async function deleteDerived(tx: Tx, fragments: string, id: string): Promise<void> {
  for (const table of ['fragment_vector', 'fragment_token', 'fragment_pending'] as const)
    await execute(tx, `delete from ${table} where fragment_id in (${fragments})`, [id]);
}

async function setProcedure(tx: Tx, { seq, at, body }: Recorded<BodyOf<'procedure.set'>>): Promise<void> {
  const text = [body.trigger, ...body.steps].join('\n');
  const own = { id: body.procedureId, kind: 'procedure' as const, title: body.trigger, body: text };
  await replacePassage(
    tx,
    { ...own, parentId: null, saidAt: at, page: null, from: 0, to: text.length, evidence: body.evidence },
    { seq, at, spaceId: body.spaceId, zone: body.zone },
  );
}

async function writeSummary(tx: Tx, { seq, at, body }: Recorded<BodyOf<'summary.written'>>): Promise<void> {
  const own = { id: body.summaryId, kind: 'summary' as const, title: body.title, body: body.text };
  await replacePassage(
    tx,
    { ...own, parentId: null, saidAt: body.saidAt, page: null, from: 0, to: body.text.length, evidence: body.covers },
    { seq, at, spaceId: body.spaceId, zone: body.zone },
  );
}

async function removePassage(tx: Tx, id: string, seq: number): Promise<void> {
  await deleteDerived(tx, `select $1::text`, id);
  await execute(tx, `update passage set removed_seq = $2, changed_seq = $2 where id = $1`, [id, seq]);
}

type Common = { readonly seq: number; readonly at: string; readonly spaceId: string; readonly zone: string };

/** Another wording needs other vectors: the old ones go with the old row, and it waits under the new record's seq. */
async function replacePassage(tx: Tx, passage: NewPassage, common: Common): Promise<void> {
  await deleteDerived(tx, `select $1::text`, passage.id);
  await execute(tx, `delete from passage where id = $1`, [passage.id]);
  await insertPassages(tx, [passage], common);
}

const COLUMNS = `id, kind, space_id, parent_id, seq, known_at, said_at, zone, title, body, page, from_char, to_char, evidence,
  text_hash, lexical, changed_seq`;

async function insertPassages(
  tx: Tx,
  passages: readonly NewPassage[],
  { seq, at, spaceId, zone }: Common,
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
      changed_seq: seq,
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
