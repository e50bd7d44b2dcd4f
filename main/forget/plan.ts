import type { ForgetChoice, ForgetPreview } from '../contract/forget.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';

/** Everything that a forget does, decided before it begins; made again after a crash, from what is still there. */
export type ForgetPlan = {
  readonly preview: ForgetPreview;
  /** Records whose bodies go, ascending; what is left of some of them is in `amend`. */
  readonly erase: readonly number[];
  readonly amend: readonly BodyOf<'amended'>[];
  /** Texts that must be found nowhere afterwards, and how many pieces were left out because other turns say them too. */
  readonly needles: readonly string[];
  readonly saidElsewhere: number;
  readonly tombstones: NonNullable<BodyOf<'forgotten'>['tombstones']>;
  /** Traces that quote what goes. */
  readonly traceIds: readonly string[];
  /** Ids of turns, chunks and other passages that go: what copies in memory and caches know them by. */
  readonly fragmentIds: readonly string[];
  /** Texts as they were given to the embedder, whose cached vectors go. */
  readonly embeddedTexts: readonly string[];
  /** Conversations whose drafts, prompt caches and summaries may hold it; null: all. */
  readonly conversationIds: readonly string[] | null;
  /** Of these, the ones that go as a whole. */
  readonly goneConversationIds: readonly string[];
  /** The classifier learnt from it: it goes back to the heads that ship. */
  readonly areHeadsTouched: boolean;
};

/** Works out what a selection takes with it. Throws `forget.nothing` where nothing is there to forget. */
export async function planForget(_ctx: Ctx, _choice: ForgetChoice, _signal?: AbortSignal): Promise<ForgetPlan> {
  return Promise.reject(new Error('bug: in the making'));
}
