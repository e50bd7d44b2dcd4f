import type { Derivation } from '../chat/answer-contract.pure.ts';
import { surfaceOf } from '../chat/answer-contract.pure.ts';
import { findDerivation } from '../chat/contract/find-derivation.ts';
import { toRevisions } from '../codex/view.ts';
import type { CheckedFragment, CheckedLife, CheckedSide, StaleFact } from '../contract/check-up.ts';
import type { Revision } from '../contract/codex.ts';
import type { TurnId } from '../contract/ids.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { operationOf } from '../retrieval/question/operation.pure.ts';
import { listRevisionsOfKey } from '../stores/revisions.ts';
import type { PreparedQuestion, StandingOf } from './ask-again.ts';
import { cutText } from './cut-text.pure.ts';
import { findStaleFacts } from './stale.pure.ts';

const SENTENCE_CHARS = 600;

export type Lived = {
  readonly question: PreparedQuestion;
  /** What is found on its day, as memory is set now. */
  readonly side: CheckedSide;
  /** The best of today; null where nothing is likely to answer it. */
  readonly today: CheckedFragment | null;
  readonly standing: { readonly onItsDay: StandingOf; readonly today: StandingOf };
};

/** What became of a question since: of the facts that its answer rested on, and of what supports an answer. */
export async function traceLife(ctx: Ctx, lived: Lived): Promise<CheckedLife> {
  const { question, side, today } = lived;
  const now = ctx.clock.now();
  const before = await derive(ctx, question, { at: question.row.saidAt, knownAt: question.ofItsDay.knownAt });
  const after = await derive(ctx, question, { at: now, knownAt: undefined });
  return {
    toldThen: toTold(before),
    toldNow: toTold(after),
    staleFacts: before === null ? [] : await listStaleFacts(ctx, question, { before, now }),
    staleTurns: listStaleTurns(lived),
    support: side.abstain === (today === null) ? 'same' : side.abstain ? 'gained' : 'lost',
    today,
  };
}

type Moment = { readonly at: Date; readonly knownAt: string | undefined };

function derive(ctx: Ctx, { row, ofItsDay }: PreparedQuestion, { at, knownAt }: Moment): Promise<Derivation | null> {
  const { operation } = operationOf(row.text);
  return findDerivation(ctx, {
    text: ofItsDay.query,
    spaceId: ofItsDay.spaceId ?? DEFAULT_SPACE,
    operation,
    now: at,
    knownAt,
  });
}

const toTold = (derivation: Derivation | null): CheckedLife['toldThen'] =>
  derivation === null ? null : { outcome: derivation.outcome, text: cutText(surfaceOf(derivation), SENTENCE_CHARS) };

type Between = { readonly before: Derivation; readonly now: Date };

async function listStaleFacts(ctx: Ctx, { row }: PreparedQuestion, between: Between): Promise<readonly StaleFact[]> {
  const { before, now } = between;
  const keys = new Map(
    before.used.map(({ subject, relation }) => [`${subject.id}\n${relation}`, { subjectId: subject.id, relation }]),
  );
  const revisions: Revision[] = [];
  for (const key of keys.values()) {
    const beliefs = await listRevisionsOfKey(ctx.db.read, row.spaceId, key);
    revisions.push(...(await toRevisions(ctx, { spaceId: row.spaceId, beliefs, validAt: now.getTime() })));
  }
  return findStaleFacts({ mode: before.question.mode, at: row.saidAt, used: before.used }, { at: now, revisions });
}

/** Turns that the answer rested on, those it cited or else the best that is found, and that no longer hold. */
function listStaleTurns({ question, side, standing }: Lived): readonly TurnId[] {
  const { citedIds } = question.row;
  const best = side.abstain ? null : (side.fragments[0]?.turnId ?? null);
  const restsOn = citedIds.length > 0 ? (citedIds as readonly TurnId[]) : best === null ? [] : [best]; // read from the store
  return restsOn.filter((id) => standing.onItsDay(id) === 'active' && standing.today(id) !== 'active');
}
