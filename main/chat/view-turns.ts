import type { Citation, Turn } from '../contract/conversations.ts';
import { DocumentId } from '../contract/documents.ts';
import type { ConversationId, TraceId, TurnId } from '../contract/ids.ts';
import { listCitedPassages } from '../stores/documents.ts';
import { type AnswerRow, listAnswers, listSiblings, listTurns } from '../stores/episodes.ts';
import { type TurnRow, toTurn } from '../stores/rows.ts';
import type { ReadTx } from '../stores/run.ts';

/** Turns as the page shows them: with their siblings and, for replies, with what they rest on. */
export async function viewTurns(tx: ReadTx, rows: readonly TurnRow[]): Promise<readonly Turn[]> {
  const siblings = await listSiblings(tx, rows);
  const answers = await listAnswers(
    tx,
    rows.filter(({ role }) => role === 'assistant').map(({ id }) => id),
  );
  const quoted = new Set(
    [...answers.values()].flatMap((answer) => answer.citations.flatMap((c) => c.turnIds.slice(0, 1))),
  );
  const sources = await listSources(tx, [...quoted]);
  return rows.map((row) => {
    const answer = answers.get(row.id);
    return toTurn(row, {
      siblings: (siblings.get(row.id) ?? [row.id]) as readonly TurnId[], // read from the store
      answer: answer === undefined ? null : viewAnswer(answer, sources),
    });
  });
}

/** What a citation may quote: something that was said, or a passage of a document. */
export type Source = Pick<TurnRow, 'speaker'> & {
  readonly role: TurnRow['role'] | null;
  readonly saidAt: Date | null;
  readonly conversationId: string | null;
  readonly document?: NonNullable<Citation['document']>;
};

/** Whoever said or wrote what is quoted. */
export async function listSources(tx: ReadTx, ids: readonly string[]): Promise<ReadonlyMap<string, Source>> {
  const turns = await listTurns(tx, ids);
  const found = new Map<string, Source>(turns.map((row) => [row.id, row]));
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  for (const { index, documentId, ...passage } of await listCitedPassages(tx, others)) {
    const document = { id: DocumentId.parse(documentId), name: passage.name, page: passage.page, index };
    found.set(passage.id, { speaker: passage.name, role: null, saidAt: null, conversationId: null, document });
  }
  return found;
}

function viewAnswer(answer: AnswerRow, sources: ReadonlyMap<string, Source>): Turn['answer'] {
  return {
    mode: answer.mode,
    modelName: answer.modelName,
    traceId: answer.traceId as TraceId | null,
    citations: answer.citations.map((citation) => viewCitation(citation, sources)),
    tokensPerSecond: answer.tokensPerSecond,
  };
}

export function viewCitation(citation: AnswerRow['citations'][number], sources: ReadonlyMap<string, Source>): Citation {
  const source = sources.get(citation.turnIds[0] ?? '');
  return {
    n: citation.n,
    turnIds: citation.turnIds as TurnId[],
    quote: citation.quote,
    speaker: source?.speaker ?? '',
    role: source?.role ?? null,
    at: source?.saidAt?.toISOString() ?? null,
    conversationId: (source?.conversationId ?? null) as ConversationId | null,
    ...(source?.document === undefined ? {} : { document: source.document }),
  };
}
