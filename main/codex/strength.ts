import type { EdgeDecay, RevisionStatus } from '../contract/codex.ts';
import type { Ctx } from '../ctx.ts';
import { DORMANT_BELOW, dayOf, fadedStatus, strengthOn } from '../lifecycle/decay/decay.pure.ts';
import { getEdgeDay, listMentions, listStrengths } from '../stores/lives.ts';
import type { Belief } from './belief.pure.ts';
import { openVocabulary } from './open-vocabulary.ts';
import { statusAt } from './settle.pure.ts';

export type StrengthCtx = Pick<Ctx, 'db' | 'clock'> & AgeingCtx;
/** Whether anything ages is all that is asked of the settings. */
type AgeingCtx = { readonly settings: { readonly get: () => { readonly isDecayOn: boolean } } };

/** Where nothing ages facts do not either, unless somebody asks for it. */
export const edgeDecayMode = (ctx: AgeingCtx, asked: EdgeDecay | undefined): EdgeDecay =>
  asked ?? (ctx.settings.get().isDecayOn ? 'dormant' : 'off');

type Standing = Pick<Belief, 'relation' | 'claimIds' | 'status' | 'to'>;
type Look = {
  /** The day of which it is asked, where that is past; null is now. */
  readonly at: Date | null;
  readonly mode: EdgeDecay;
};

export type Strengths = {
  readonly strengthOf: (belief: Standing) => number;
  /** As `statusAt`, and `dormant` (by the paper's rule `pending`) where disuse has made it so. */
  readonly statusOf: (belief: Standing, validAt: number) => RevisionStatus;
};

/** How strong beliefs are by when what they rest on was last said or used (design section 8, edge decay). */
export async function readStrengths(
  ctx: StrengthCtx,
  beliefs: readonly Standing[],
  { at, mode }: Look,
): Promise<Strengths> {
  const claimIds = mode === 'off' ? [] : beliefs.flatMap((belief) => belief.claimIds);
  const mentions = claimIds.length === 0 ? new Map<string, never>() : await listMentions(ctx.db.read, claimIds);
  const day = at === null ? await getEdgeDay(ctx.db.read, dayOf(ctx.clock.now())) : dayOf(at);
  const vocabulary = await openVocabulary(ctx);
  const strengthOf = (belief: Standing): number => {
    const own = belief.claimIds.flatMap((id) => mentions.get(id) ?? []);
    return own.length === 0 ? 1 : strengthOn(own, day);
  };
  return {
    strengthOf,
    statusOf: (belief, validAt) => {
      const status = statusAt(belief, validAt);
      // What is over by now is not dormant in the days when it held.
      if (status !== 'active' || belief.status !== 'active') return status;
      return fadedStatus({ strength: strengthOf(belief), isLasting: vocabulary.isLasting(belief.relation) }, mode);
    },
  };
}

type Links = Look & { readonly spaceId: string };
type LinkStanding = Pick<Belief, 'id' | 'relation' | 'status' | 'to'>;

/** The same for all links of a space at once: tens of thousands, of which only the state is drawn. */
export async function readLinkStrengths(
  ctx: StrengthCtx,
  { spaceId, at, mode }: Links,
): Promise<(link: LinkStanding, validAt: number) => RevisionStatus> {
  if (mode === 'off') return statusAt;
  const day = at === null ? await getEdgeDay(ctx.db.read, dayOf(ctx.clock.now())) : dayOf(at);
  const weak = await listStrengths(ctx.db.read, { spaceId, day, below: DORMANT_BELOW });
  const vocabulary = await openVocabulary(ctx);
  return (link, validAt) => {
    const status = statusAt(link, validAt);
    if (status !== 'active' || link.status !== 'active') return status;
    return fadedStatus({ strength: weak.get(link.id) ?? 1, isLasting: vocabulary.isLasting(link.relation) }, mode);
  };
}
