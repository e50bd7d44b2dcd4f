import type { Citation, Turn } from '../contract/conversations.ts';
import type { ConversationId, TraceId, TurnId } from '../contract/ids.ts';
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
  const sources = new Map((await listTurns(tx, [...quoted])).map((row) => [row.id, row]));
  return rows.map((row) => {
    const answer = answers.get(row.id);
    return toTurn(row, {
      siblings: (siblings.get(row.id) ?? [row.id]) as readonly TurnId[], // read from the store
      answer: answer === undefined ? null : viewAnswer(answer, sources),
    });
  });
}

function viewAnswer(answer: AnswerRow, sources: ReadonlyMap<string, TurnRow>): Turn['answer'] {
  return {
    mode: answer.mode,
    modelName: answer.modelName,
    traceId: answer.traceId as TraceId | null,
    citations: answer.citations.map((citation) => viewCitation(citation, sources)),
    tokensPerSecond: answer.tokensPerSecond,
  };
}

export function viewCitation(
  citation: AnswerRow['citations'][number],
  sources: ReadonlyMap<string, TurnRow>,
): Citation {
  const source = sources.get(citation.turnIds[0] ?? '');
  return {
    n: citation.n,
    turnIds: citation.turnIds as TurnId[],
    quote: citation.quote,
    speaker: source?.speaker ?? '',
    role: source?.role ?? null,
    at: source?.saidAt?.toISOString() ?? null,
    conversationId: (source?.conversationId ?? null) as ConversationId | null,
  };
}
