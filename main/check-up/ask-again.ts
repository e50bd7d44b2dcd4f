import type { CheckedFragment, CheckedSide, CheckUpChange, CheckUpSource } from '../contract/check-up.ts';
import type { ConversationId, SpaceId, TurnId } from '../contract/ids.ts';
import { LegName, type RankedFragment, type RecallInput } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { adjudicate } from '../retrieval/adjudicate.pure.ts';
import { type Recalled, recall } from '../retrieval/recall.ts';
import { listRanked } from '../retrieval/recall-for-client.ts';
import { describeLegs } from '../retrieval/report.pure.ts';
import { findQuestion, listFromTurnOn, listSameWords, type QuestionRow } from '../stores/check-up.ts';
import { listBeliefsOfTurns } from '../stores/revisions.ts';
import { cutText } from './cut-text.pure.ts';
import { isWithheld } from './questions.ts';

/** A question with all that decides what it may find on its own day. */
export type PreparedQuestion = {
  readonly row: QuestionRow & { readonly saidAt: Date };
  readonly source: CheckUpSource;
  /** Of its own day. */
  readonly ofItsDay: RecallInput;
  /** Of today, without itself and the answers that it had. */
  readonly ofToday: RecallInput;
  readonly embedded: EmbeddedText | null;
};

const MAX_QUERY_CHARS = 20_000;
const EXCERPT_CHARS = 240;
/** What a recall returns where nobody says otherwise. */
const K = 10;
const K_TODAY = 5;
/** Longer ones are embedded by the legs, as in chat. */
const EMBEDDED_CHARS = 2_000;

/** Reads a question anew, since much may have happened since it was listed; null where it may not be asked any more. */
export async function prepareQuestion(ctx: Ctx, id: string): Promise<PreparedQuestion | null> {
  const row = await findQuestion(ctx.db.read, id);
  if (row === null || row.saidAt === null || isWithheld(ctx, row)) return null;
  const source: CheckUpSource = row.isAsked ? 'asked' : 'imported';
  const query = row.text.slice(0, MAX_QUERY_CHARS);
  const spaceId = row.spaceId as SpaceId; // read from the store
  const same = await listSameWords(ctx.db.read, row);
  const later = await listFromTurnOn(ctx.db.read, row);
  return {
    row: { ...row, saidAt: row.saidAt },
    source,
    ofItsDay: {
      ...{ query, spaceId, k: K, asOf: row.saidAt.toISOString() },
      // What was imported is known since its import: only what it says itself tells when it was said.
      ...(source === 'asked' ? { knownAt: row.knownAt.toISOString() } : {}),
      excludeTurnIds: [...later, ...same].map((each) => each as TurnId), // likewise
    },
    ofToday: {
      query,
      spaceId,
      k: K_TODAY,
      excludeTurnIds: [row.id, ...row.replyIds, ...same].map((each) => each as TurnId),
    },
    embedded: await embed(ctx, query),
  };
}

/** Once for all recalls of a question; without it each asks the embedder itself. */
async function embed(ctx: Ctx, text: string): Promise<EmbeddedText | null> {
  if (text.length > EMBEDDED_CHARS) return null;
  try {
    return (await ctx.inference.embed({ texts: [text], kind: 'query' }))[0] ?? null;
  } catch (error) {
    // The vector leg says why when it fails in its turn.
    ctx.log('check-up.not-embedded', { kind: error instanceof Error ? error.name : typeof error });
    return null;
  }
}

/** What is asked with a change: everything that is not said stays. */
export function withChange(input: RecallInput, change: CheckUpChange): RecallInput {
  const { legs, noLegs, settings, k, budgetTokens } = change;
  return {
    ...input,
    ...(legs === undefined ? {} : { legs }),
    ...(noLegs === undefined ? {} : { noLegs }),
    ...(settings === undefined ? {} : { settings }),
    ...(k === undefined ? {} : { k }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
}

type Asking = Pick<PreparedQuestion, 'embedded'> & { readonly input: RecallInput; readonly signal: AbortSignal };

/** One recall as evidence for an answer; nothing of it is kept. */
export const recallQuietly = (ctx: Ctx, { input, embedded, signal }: Asking): Promise<Recalled> =>
  recall(ctx, input, {
    countTokens: async (texts) => texts.map(ctx.counter.count),
    isEvidenceOnly: true,
    embedded,
    signal,
  });

/** How what a turn states stands at some moment. */
export type StandingOf = (turnId: string) => RankedFragment['status'];

/** Reads what the ledger says of the facts in some turns: true at a moment, by what was known at another. */
export async function readStandings(
  ctx: Ctx,
  turnIds: readonly string[],
  { validAt, knownAt }: { readonly validAt: Date; readonly knownAt: Date },
): Promise<StandingOf> {
  const beliefs = await listBeliefsOfTurns(ctx.db.read, [...new Set(turnIds)]);
  const standings = adjudicate(beliefs, { validAt: validAt.getTime(), knownAt: knownAt.getTime() });
  return (turnId) => standings.get(turnId)?.status ?? 'active';
}

/** A side of the comparison, as the client sees it. */
export async function describeSide(ctx: Ctx, recalled: Recalled, statusNow: StandingOf): Promise<CheckedSide> {
  const ranked = await listRanked(ctx, recalled.fragments);
  return {
    fragments: ranked.map((fragment, index) =>
      toChecked(fragment, recalled.fragments[index]?.id ?? fragment.turns[0] ?? '', statusNow),
    ),
    tokens: recalled.usedTokens,
    abstain: recalled.abstain,
    support: recalled.support,
    legs: describeLegs(recalled.runs, recalled.fragments, new Set()).map(({ leg, outcome, selected }) => ({
      ...{ leg, outcome, selected },
    })),
  };
}

function toChecked(fragment: RankedFragment, id: string, statusNow: StandingOf): CheckedFragment {
  const { rank, kind, source, speaker, role, at, tokens, status } = fragment;
  const isTurn = kind === 'turn';
  return {
    ...{ id, rank, kind, role, at, tokens },
    speaker: cutText(speaker, EXCERPT_CHARS),
    turnId: isTurn ? (fragment.turns[0] ?? null) : null,
    conversationId: fragment.conversationId as ConversationId | null,
    title: cutText(source?.name ?? fragment.conversationTitle, EXCERPT_CHARS),
    excerpt: cutText(fragment.text, EXCERPT_CHARS),
    legs: LegName.options.filter((leg) => fragment.legs[leg] !== undefined),
    statusThen: status,
    statusNow: isTurn ? statusNow(id) : status,
  };
}
