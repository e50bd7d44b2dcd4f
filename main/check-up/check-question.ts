import type { CheckedQuestion, CheckUpChange } from '../contract/check-up.ts';
import type { ConversationId, TurnId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { listTitles } from '../stores/conversations.ts';
import { describeSide, type PreparedQuestion, readStandings, recallQuietly, withChange } from './ask-again.ts';
import { compareSides } from './compare.pure.ts';
import { cutText } from './cut-text.pure.ts';
import { traceLife } from './life.ts';

const QUESTION_CHARS = 400;

export type CheckWatch = {
  readonly signal: AbortSignal;
  /** Lets what is more urgent go first. */
  readonly giveWay: () => Promise<void>;
};

/** One question on its own day in both settings, and of today. */
export async function checkQuestion(
  ctx: Ctx,
  { question, change }: { readonly question: PreparedQuestion; readonly change: CheckUpChange },
  { signal, giveWay }: CheckWatch,
): Promise<CheckedQuestion> {
  const { row, embedded, ofItsDay } = question;
  const ask = async (input: PreparedQuestion['ofItsDay']) => {
    await giveWay();
    return recallQuietly(ctx, { input, embedded, signal });
  };
  const before = await ask(ofItsDay);
  const isSame = Object.keys(change).length === 0;
  const after = isSame ? before : await ask(withChange(ofItsDay, change));
  const today = await ask(question.ofToday);
  const now = ctx.clock.now();
  const ids = [...row.citedIds, ...[before, after, today].flatMap(({ fragments }) => fragments.map(({ id }) => id))];
  const knownAt = ofItsDay.knownAt === undefined ? now : new Date(ofItsDay.knownAt);
  const standing = {
    onItsDay: await readStandings(ctx, ids, { validAt: row.saidAt, knownAt }),
    today: await readStandings(ctx, ids, { validAt: now, knownAt: now }),
  };
  const a = await describeSide(ctx, before, standing.today);
  const b = await describeSide(ctx, after, standing.today);
  const best = today.abstain ? [] : today.fragments.slice(0, 1);
  const [first = null] = (await describeSide(ctx, { ...today, fragments: best }, standing.today)).fragments;
  const life = await traceLife(ctx, { question, side: a, today: first, standing });
  const titles = await listTitles(ctx.db.read, [row.conversationId]);
  return {
    turnId: row.id as TurnId, // read from the store
    conversationId: row.conversationId as ConversationId, // likewise
    title: cutText(titles.get(row.conversationId) ?? '', QUESTION_CHARS),
    text: cutText(row.text, QUESTION_CHARS),
    askedAt: row.saidAt.toISOString(),
    source: question.source,
    ...{ a, b, life },
    ...compareSides(a, b),
    isStale: life.staleFacts.length + life.staleTurns.length > 0,
  };
}
