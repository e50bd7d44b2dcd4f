import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import { amendClaimed, amendEntityVersion } from './amended-codex.ts';
import { amendProcedure, amendRead } from './amended-procedures.ts';
import {
  amendAnswer,
  amendClusterName,
  amendClusters,
  amendDocument,
  amendFolder,
  amendImport,
  amendReflection,
  amendSlot,
  amendSpace,
  amendTitle,
} from './amended-rows.ts';
import { amendTurns } from './amended-turns.ts';
import type { Recorded } from './passages.ts';

/** `left` is what the record says is left, or null where this version does not understand it. */
export type AmendedRecord = Recorded<BodyOf<'amended'>> & { readonly left: JournalEvent | null };

/** A record of which something is left, and what. `seq` and `at` are its own, `by` is of the record that says so. */
export type Left = {
  readonly seq: number;
  readonly event: JournalEvent;
  readonly by: { readonly seq: number; readonly at: string };
};

/** Of these records something is left, which the replay has in their place; its record comes later. */
export async function noteAmended(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await execute(
    tx,
    `insert into amendment (seq, by_seq) select seq, 0 from unnest($1::bigint[]) as s(seq) on conflict do nothing`,
    [seqs],
  );
}

/**
 * What these records made becomes what is left of them. Where a replay made it of what is left, there is little to do: each of
 * these comes to the same when it is done twice.
 */
export async function applyAmended(tx: Tx, records: readonly AmendedRecord[]): Promise<void> {
  await execute(
    tx,
    `insert into amendment (seq, by_seq) select seq, max(by_seq) from unnest($1::bigint[], $2::bigint[]) as a(seq, by_seq)
     group by seq on conflict (seq) do update set by_seq = excluded.by_seq`,
    [records.map(({ body }) => body.seq), records.map(({ seq }) => seq)],
  );
  const left = records.flatMap(({ seq, at, body, left: event }): readonly Left[] =>
    event === null ? [] : [{ seq: body.seq, event, by: { seq, at } }],
  );
  await amendTurns(
    tx,
    left.flatMap(({ event, ...place }) => (event.kind === 'turn.said' ? [{ ...place, body: event.body }] : [])),
  );
  for (const one of left) await amendOne(tx, one);
}

async function amendOne(tx: Tx, { seq, event, by }: Left): Promise<void> {
  switch (event.kind) {
    case 'conversation.started':
    case 'conversation.renamed':
      return amendTitle(tx, { seq, body: event.body });
    case 'space.created':
    case 'space.changed':
      return amendSpace(tx, { seq, body: event.body });
    case 'slot.set':
      return amendSlot(tx, { seq, body: event.body });
    case 'answered':
      return amendAnswer(tx, event.body);
    case 'import.finished':
      return amendImport(tx, event.body);
    case 'folder.watched':
      return amendFolder(tx, event.body);
    case 'codex.claimed':
      return amendClaimed(tx, { seq, body: event.body });
    case 'codex.entity-changed':
      return amendEntityVersion(tx, { seq, ...event.body });
    case 'codex.split':
      return amendEntityVersion(tx, { seq, spaceId: event.body.spaceId, ...event.body.entity });
    case 'clusters.changed':
      return amendClusters(tx, { seq, body: event.body });
    case 'cluster.set':
      return amendClusterName(tx, { seq, body: event.body });
    case 'reflection.made':
      return amendReflection(tx, { seq, body: event.body });
    case 'document.added':
      return amendDocument(tx, { seq, body: event.body });
    case 'procedure.set':
    case 'procedure.decided':
    case 'procedure.reinforced':
    case 'procedure.deactivated':
    case 'procedure.reactivated':
    case 'procedure.removed':
      return amendProcedure(tx, { seq, event, by });
    case 'procedures.read':
      return amendRead(tx, { seq, body: event.body });
    default:
      return; // turns are amended together; of the others nothing but ids is in the tables
  }
}
