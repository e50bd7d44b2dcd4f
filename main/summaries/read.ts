import { AppError } from '../contract/errors.ts';
import type { ConversationId, SpaceId, TurnId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Month, Summary } from '../contract/summaries.ts';
import type { Ctx } from '../ctx.ts';
import { listTitles } from '../stores/conversations.ts';
import { isoOrNull } from '../stores/rows.ts';
import { findSummary, listMonths, listSummaryPage, type SummaryRow } from '../stores/summaries.ts';

/** Summaries that are in reach, newest first. */
export async function listSummaries(ctx: Ctx, input: InputOf<'summaries.list'>): Promise<OutputOf<'summaries.list'>> {
  const { scope, spaceId, conversationId, month, limit, offset } = input;
  const filter = {
    ...{ scope: scope ?? null, spaceId: spaceId ?? null },
    ...{ conversationId: conversationId ?? null, month: month ?? null },
  };
  const { rows, total } = await listSummaryPage(ctx.db.read, filter, { limit, offset });
  return { summaries: await toSummaries(ctx, rows), total };
}

/** One summary with the turns behind each of its sentences. */
export async function getSummary(ctx: Ctx, { id }: InputOf<'summaries.get'>): Promise<OutputOf<'summaries.get'>> {
  const found = await findSummary(ctx.db.read, id);
  const [summary] = found === null ? [] : await toSummaries(ctx, [found.row]);
  if (found === null || summary === undefined)
    throw new AppError('summary.not-found', 'This summary is not here any more. Go back to the list.');
  const sentences = found.row.sentences.map(({ text, turns }) => ({ text, turns: turns as readonly TurnId[] })); // ids from the store
  return { summary, sentences, turns: found.turnIds as readonly TurnId[] };
}

/** Months of which there is anything. */
export async function listSummaryMonths(
  ctx: Ctx,
  { spaceId }: InputOf<'summaries.months'>,
): Promise<OutputOf<'summaries.months'>> {
  const months = await listMonths(ctx.db.read, spaceId ?? null);
  return { months: months.map((row) => ({ ...row, month: row.month as Month })) };
}

async function toSummaries(ctx: Ctx, rows: readonly SummaryRow[]): Promise<readonly Summary[]> {
  const titles = await listTitles(
    ctx.db.read,
    rows.flatMap(({ conversationId }) => conversationId ?? []),
  );
  return rows.map(({ sentences: _, from, to, writtenAt, ...row }) => ({
    ...row,
    // Read from the store, which only holds ids that the contract let in.
    spaceId: row.spaceId as SpaceId,
    conversationId: row.conversationId as ConversationId | null,
    month: row.month as Month | null,
    conversationTitle: row.conversationId === null ? null : (titles.get(row.conversationId) ?? null),
    from: isoOrNull(from),
    to: isoOrNull(to),
    writtenAt: writtenAt.toISOString(),
  }));
}
