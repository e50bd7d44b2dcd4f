import type { FragmentKind, RankedFragment } from '../contract/recall.ts';
import { listPassages } from '../stores/passages.ts';
import { contentOf } from '../stores/project/lexical-text.pure.ts';
import type { ReadTx } from '../stores/run.ts';
import { listCandidates } from '../stores/search.ts';
import type { Columns, FragmentRole } from './memory/columns.pure.ts';

/** A fragment with its words, whatever store it comes from. */
export type FragmentItem = {
  readonly id: string;
  readonly kind: FragmentKind;
  /** What was said, with what was attached to it. */
  readonly text: string;
  /** Its own words only: what a quote is taken from. */
  readonly ownText: string;
  readonly textHash: string;
  /** Turns that it rests on; a turn rests on itself. */
  readonly evidence: readonly string[];
  readonly speaker: string;
  readonly role: FragmentRole;
  readonly conversationId: string | null;
  readonly session: string | null;
  readonly saidAt: Date | null;
  readonly isTimeInferred: boolean;
  readonly zone: string;
  readonly source: RankedFragment['source'];
  readonly isAnswer: boolean;
  readonly isAsked: boolean;
};

/** The fragments behind numbers of the memory copy; what the tables no longer hold is left out. */
export async function listItems(
  tx: ReadTx,
  columns: Columns,
  docs: readonly number[],
): Promise<ReadonlyMap<number, FragmentItem>> {
  const idsOf = (isTurn: boolean) =>
    docs.filter((doc) => (columns.kindOf(doc) === 'turn') === isTurn).map((doc) => columns.ids[doc] ?? '');
  const turnIds = idsOf(true);
  const passageIds = idsOf(false);
  const turns = turnIds.length === 0 ? [] : await listCandidates(tx, turnIds);
  const passages = passageIds.length === 0 ? [] : await listPassages(tx, passageIds);
  const items: readonly FragmentItem[] = [
    ...turns.map(({ text, ...turn }) => ({
      ...turn,
      kind: 'turn' as const,
      text: contentOf({ text, attachments: turn.attachments }),
      ownText: text,
      evidence: [turn.id],
      source: null,
    })),
    ...passages.map((passage) => ({
      id: passage.id,
      kind: passage.kind,
      text: passage.body,
      ownText: passage.body,
      textHash: passage.textHash,
      evidence: passage.evidence,
      speaker: passage.title,
      role: 'other' as const,
      conversationId: null,
      session: passage.parentId,
      saidAt: passage.saidAt,
      isTimeInferred: false,
      zone: passage.zone,
      source: {
        id: passage.parentId ?? passage.id,
        name: passage.name,
        page: passage.page,
        from: passage.fromChar,
        to: passage.toChar,
      },
      isAnswer: false,
      isAsked: false,
    })),
  ];
  return new Map(items.map((item) => [columns.find(item.id), item]));
}
