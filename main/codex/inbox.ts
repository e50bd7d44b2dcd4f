import { EntityId, type InboxItem, type Precision, RevisionId, type TimePoint } from '../contract/codex.ts';
import { DEFAULT_SPACE, TurnId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { listClaims, listClaimsOfConversation } from '../stores/claims.ts';
import { listTurns } from '../stores/episodes.ts';
import { listConflicts, listEvidence, listInboxPage, listRevisionsOfKey } from '../stores/revisions.ts';
import type { Belief } from './belief.pure.ts';
import { type ClaimRow, claimValue, standingAt, UNFENCED } from './fence.pure.ts';
import { sayClaim } from './say-claim.pure.ts';
import type { StrengthCtx } from './strength.ts';
import { readNames, toEvidence, toObject, toRevisions } from './view.ts';

type InboxCtx = StrengthCtx;

/** Characters around the quote that are enough to see how it was meant. */
const AROUND = 240;

/** What waits for the user's eyes: held claims, oldest first, and beliefs that nothing orders. */
export async function readInbox(ctx: InboxCtx, input: InputOf<'codex.inbox'>): Promise<OutputOf<'codex.inbox'>> {
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const page = await listInboxPage(ctx.db.read, { spaceId, limit: input.limit, offset: input.offset });
  const claims = await listClaims(ctx.db.read, page.claimIds);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const items: InboxItem[] = [];
  for (const id of page.claimIds) {
    const claim = byId.get(id);
    const item = claim ? await toItem(ctx, spaceId, claim) : null;
    if (item) items.push(item);
  }
  return { items, total: page.total, conflicts: await readConflicts(ctx, spaceId) };
}

async function toItem(ctx: InboxCtx, spaceId: string, claim: ClaimRow): Promise<InboxItem | null> {
  const state = standingAt(claim, UNFENCED);
  const [evidence] = await listEvidence(ctx.db.read, [claim.id]);
  if (!state || !evidence) return null;
  const value = claimValue(claim, state);
  const nameOf = await readNames(ctx, spaceId, [
    state.subjectId,
    ...(state.objectId ? [state.objectId] : []),
    ...claim.mayMean,
  ]);
  const [turn] = claim.turnId === null ? [] : await listTurns(ctx.db.read, [claim.turnId]);
  const beliefs = await listRevisionsOfKey(ctx.db.read, spaceId, {
    subjectId: state.subjectId,
    relation: claim.relation,
  });
  const now = ctx.clock.now().getTime();
  const current = beliefs.filter(
    ({ status, to }) => status !== 'corrected' && status !== 'retracted' && (to ?? now) >= now,
  );
  return {
    id: RevisionId.parse(claim.id),
    act: claim.act,
    subject: { id: EntityId.parse(state.subjectId), name: nameOf(state.subjectId) },
    relation: claim.relation,
    object: value === null ? null : toObject(value, nameOf),
    validFrom: toPoint(claim.from, claim.precision),
    validTo: toPoint(claim.to, claim.toPrecision),
    heldFor: claim.heldFor ?? 'unsure',
    confidence: claim.confidence,
    evidence: toEvidence(evidence),
    context: contextOf(turn?.text ?? claim.quote ?? '', claim),
    current: await toRevisions(ctx, { spaceId, beliefs: current, validAt: now }),
    candidates: claim.mayMean.map((id) => ({ id: EntityId.parse(id), name: nameOf(id) })),
  };
}

const toPoint = (at: number | null, precision: Precision | null): TimePoint | null =>
  at === null ? null : { at: new Date(at).toISOString(), precision: precision ?? 'day' };

function contextOf(text: string, { quote, quoteFrom }: ClaimRow): InboxItem['context'] {
  const from = quoteFrom ?? 0;
  const to = from + (quote?.length ?? 0);
  const first = Math.max(0, from - AROUND);
  return { text: text.slice(first, to + AROUND), from: from - first, to: to - first };
}

async function readConflicts(ctx: InboxCtx, spaceId: string): Promise<OutputOf<'codex.inbox'>['conflicts']> {
  const groups = new Map<string, Belief[]>();
  for (const belief of await listConflicts(ctx.db.read, spaceId)) {
    const key = `${belief.subjectId}\n${belief.relation}\n${belief.from ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), belief]);
  }
  const validAt = ctx.clock.now().getTime();
  const shown: OutputOf<'codex.inbox'>['conflicts'][number][] = [];
  for (const beliefs of groups.values()) shown.push(await toRevisions(ctx, { spaceId, beliefs, validAt }));
  return shown;
}

/** What the turns of a conversation taught, and what of it is still to be looked at. */
export async function listLearnt(
  ctx: InboxCtx,
  { conversationId }: InputOf<'codex.learnt'>,
): Promise<OutputOf<'codex.learnt'>> {
  const claims = await listClaimsOfConversation(ctx.db.read, conversationId);
  const spaceId = claims[0]?.spaceId ?? DEFAULT_SPACE;
  const states = claims.map((claim) => ({ claim, state: standingAt(claim, UNFENCED) }));
  const ids = states.flatMap(({ state }) =>
    state ? [state.subjectId, ...(state.objectId ? [state.objectId] : [])] : [],
  );
  const nameOf = await readNames(ctx, spaceId, ids);
  const rows = await listEvidence(
    ctx.db.read,
    claims.map(({ id }) => id),
  );
  const evidence = new Map(rows.map((row) => [row.claimId, row]));
  return {
    learnt: states.flatMap(({ claim, state }) => {
      const turnId = evidence.get(claim.id)?.turnId;
      // What was concluded from many turns was not learnt from this one.
      if (!state || !turnId || claim.isImplied || claim.assertedBy === 'assistant') return [];
      if (state.standing !== 'admitted' && state.standing !== 'held') return [];
      const value = claimValue(claim, state);
      const sentence = sayClaim({
        ...{ act: claim.act, relation: claim.relation, isPast: claim.isPast },
        subject: state.subjectId === 'me' ? null : nameOf(state.subjectId),
        object: value === null ? null : value.kind === 'literal' ? value.text : nameOf(value.id),
      });
      return [
        {
          ...{ turnId: TurnId.parse(turnId), seq: claim.seq },
          ...{ revisionId: RevisionId.parse(claim.id), sentence, isHeld: state.standing === 'held' },
        },
      ];
    }),
  };
}
