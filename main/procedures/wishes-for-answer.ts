import type { SpaceId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { type Recalled, recall } from '../retrieval/recall.ts';
import {
  countOccasions,
  listGeneralProcedures,
  listProcedureSources,
  listProceduresById,
  type ProcedureRow,
} from '../stores/procedures.ts';
import { type AnswerWish, asksHow, chooseWishes } from './wish-block.pure.ts';

/** What was asked for and how it is meant to be answered. */
export type WishesInput = {
  readonly text: string;
  readonly spaceId: SpaceId;
  readonly embedded: EmbeddedText | null;
  /** Null where the question needs no memory; it may still be the occasion of a wish. */
  readonly recalled: Recalled | null;
};

/** A procedure that answers the question how something is wanted, with the words that taught it. */
export type ToldWish = {
  readonly id: string;
  readonly trigger: string;
  readonly steps: readonly string[];
  /** Null where it was entered by hand, or its turn is not here any more. */
  readonly source: {
    readonly turnId: string;
    readonly quote: string;
    readonly speaker: string;
    readonly at: string;
  } | null;
  readonly createdAt: string;
};

export type Wishes = {
  readonly followed: readonly AnswerWish[];
  /** Empty unless the question asks for them. */
  readonly told: readonly ToldWish[];
};

export const NO_WISHES: Wishes = { followed: [], told: [] };

/** Words and cosine together from which a question is the occasion of a wish: the leg finds more than that. */
const OCCASION = 0.6;
const ASKED = 4;
const QUERY_CHARS = 2_000;

/** How the user wants this answered, and what they want if that is what is asked. */
export async function listWishesFor(ctx: Ctx, input: WishesInput): Promise<Wishes> {
  const general = await listGeneralProcedures(ctx.db.read, input.spaceId);
  const isAsking = asksHow(input.text);
  const found = await findOccasions(ctx, input, isAsking);
  const rows = await listProceduresById(ctx.db.read, found);
  const place = new Map(found.map((id, index) => [id, index]));
  const asked = rows
    .filter(({ status, isRemoved }) => status === 'active' && !isRemoved)
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const isGeneral = new Set(general.map(({ id }) => id));
  return {
    followed: chooseWishes([
      ...asked.filter(({ id }) => !isGeneral.has(id)).map((row) => toWish(row, 'asked')),
      ...general.map((row) => toWish(row, 'always')),
    ]),
    told: isAsking ? await toTold(ctx, asked) : [],
  };
}

const toWish = ({ id, trigger, steps }: ProcedureRow, by: AnswerWish['by']): AnswerWish => ({ id, trigger, steps, by });

/** Procedures whose occasion the question is: as recall found them, or by their leg alone where nothing else was searched. */
async function findOccasions(ctx: Ctx, input: WishesInput, isAsking: boolean): Promise<readonly string[]> {
  const { recalled, text, spaceId, embedded } = input;
  if ((await countOccasions(ctx.db.read, spaceId)) === 0 && !isAsking) return [];
  const own = isAsking || recalled === null ? await recallOwn(ctx, { text, spaceId, embedded }) : recalled;
  return own.fragments
    .filter(({ item, legs }) => item.kind === 'procedure' && (isAsking || (legs.procedural?.score ?? 0) >= OCCASION))
    .map(({ id }) => id)
    .slice(0, ASKED);
}

type Own = Pick<WishesInput, 'text' | 'spaceId' | 'embedded'>;

const recallOwn = (ctx: Ctx, { text, spaceId, embedded }: Own): Promise<Recalled> =>
  recall(
    ctx,
    { query: text.slice(0, QUERY_CHARS), k: ASKED, spaceId, legs: ['procedural'] },
    { countTokens: async (texts) => texts.map(ctx.counter.count), embedded },
  );

async function toTold(ctx: Ctx, rows: readonly ProcedureRow[]): Promise<readonly ToldWish[]> {
  const ids = rows.flatMap(({ evidence }) => evidence.map(({ turnId }) => turnId));
  const sources = new Map((await listProcedureSources(ctx.db.read, [...new Set(ids)])).map((row) => [row.turnId, row]));
  return rows.map(({ id, trigger, steps, evidence, createdAt }) => {
    const kept = evidence.find(({ turnId, quote }) => quote !== '' && sources.get(turnId)?.text.includes(quote));
    const turn = kept === undefined ? undefined : sources.get(kept.turnId);
    const source =
      kept === undefined || turn === undefined
        ? null
        : { turnId: kept.turnId, quote: kept.quote, speaker: turn.speaker, at: turn.saidAt.toISOString() };
    return { id, trigger, steps, source, createdAt: createdAt.toISOString() };
  });
}
