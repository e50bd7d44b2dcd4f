import { createHash } from 'node:crypto';
import type { BodyOf, JournalEvent } from '../journal/events/index.ts';
import { type Conclusion, DAY_MS, type Evidence, type Value } from './conclusion.pure.ts';

export const EXTRACTOR = 'reflection/1';
/** From here on it is believed at once; below it waits in the inbox. */
const SURE = 0.9;
/** So many new ones in a week at most: an inbox that fills itself is not read. */
const NEW_MAX = 8;
/** Evidence is added when the last piece is as old as this: it says that the conclusion still holds. */
const AGAIN_MS = 28 * DAY_MS;

type Standing = 'admitted' | 'held' | 'rejected' | 'withdrawn';

/** A conclusion of before, with how its claims stand. */
export type Known = {
  readonly id: string;
  readonly minimum: number;
  readonly headId: string;
  readonly gone: 'evidence' | 'user' | null;
  /** What its claims say; null where they are not there. */
  readonly object: Value | null;
  readonly evidence: readonly {
    readonly claimId: string;
    readonly turnId: string;
    readonly restsOn: string | null;
    readonly at: number | null;
    readonly standing: Standing | null;
  }[];
};

/** What somebody said is over, wrong or never was. */
export type Denial = {
  readonly subjectId: string;
  readonly relation: string;
  readonly objectId: string | null;
  readonly value: string | null;
};

export type Planning = {
  readonly spaceId: string;
  readonly known: readonly Known[];
  readonly denials: readonly Denial[];
  /** Whether a claim that something was concluded from still counts. */
  readonly isGood: (claimId: string) => boolean;
};

export type Plan = {
  readonly events: readonly JournalEvent[];
  readonly made: number;
  readonly held: number;
  readonly added: number;
  readonly dropped: number;
};

const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** The same conclusion has the same id in every week. */
export const reflectionIdOf = (spaceId: string, { of, subjectId, relation, key }: Conclusion): string =>
  hash('reflection', spaceId, of, subjectId, relation, key);

const claimIdOf = (reflectionId: string, turnId: string): string => hash(reflectionId, turnId);

/** What is new this week, what goes on, and what has lost its evidence. The same twice is nothing the second time. */
export function planReflections(found: readonly Conclusion[], planning: Planning): Plan {
  const { spaceId, known, denials } = planning;
  const byId = new Map(known.map((one) => [one.id, one]));
  const dropped = known.filter((one) => one.gone === null && isUnsupported(one, planning));
  const isDropped = new Set(dropped.map(({ id }) => id));
  const standing = found.filter((one) => !isDenied(one, denials) && one.evidence.length >= one.minimum);
  const fresh = standing
    .map((one) => ({ one, id: reflectionIdOf(spaceId, one) }))
    .filter(({ id }) => !byId.has(id) || byId.get(id)?.gone === 'evidence' || isDropped.has(id))
    .sort((a, b) => b.one.confidence - a.one.confidence || (a.id < b.id ? -1 : 1))
    .slice(0, NEW_MAX);
  const going = standing.flatMap((one) => {
    const before = byId.get(reflectionIdOf(spaceId, one));
    return before === undefined || before.gone !== null || isDropped.has(before.id) ? [] : (addOne(one, before) ?? []);
  });
  const lost = known.flatMap((one) => (one.gone === null && !isDropped.has(one.id) ? lostOf(one, planning) : []));
  return {
    events: [
      ...(dropped.length === 0 ? [] : [dropEvent(spaceId, dropped)]),
      ...(lost.length === 0 ? [] : [withdrawEvent(spaceId, lost)]),
      ...fresh.flatMap(({ one, id }) =>
        makeEvents(spaceId, { id, one, evidence: one.evidence, isHeld: one.confidence < SURE }),
      ),
      ...going.flatMap((added) => makeEvents(spaceId, added)),
    ],
    made: fresh.length,
    held: fresh.filter(({ one }) => one.confidence < SURE).length,
    added: going.length,
    dropped: dropped.length,
  };
}

/** Somebody said that it is not so, or no longer so. That stands, however often it is concluded again. */
function isDenied({ subjectId, relation, object }: Conclusion, denials: readonly Denial[]): boolean {
  return denials.some(
    (denial) =>
      denial.subjectId === subjectId &&
      denial.relation === relation &&
      (object.kind === 'entity' ? denial.objectId === object.id : denial.value === object.value),
  );
}

const counts = (standing: Standing | null): boolean => standing === 'admitted' || standing === 'held';

const lostOf = ({ evidence }: Known, { isGood }: Planning): readonly string[] =>
  evidence.flatMap(({ claimId, restsOn, standing }) =>
    counts(standing) && restsOn !== null && !isGood(restsOn) ? [claimId] : [],
  );

function isUnsupported(one: Known, planning: Planning): boolean {
  const left = one.evidence.filter(({ standing }) => counts(standing)).length;
  return left - lostOf(one, planning).length < one.minimum;
}

type Made = {
  readonly id: string;
  readonly one: Conclusion;
  readonly evidence: readonly Evidence[];
  readonly isHeld: boolean;
  /** The claim that stands for all, where there is one already. */
  readonly headId?: string;
};

/** One piece more, a month after the last: enough to know that it still holds, few enough to be read. */
function addOne(one: Conclusion, before: Known): Made | null {
  const known = new Set(before.evidence.map(({ turnId }) => turnId));
  const last = Math.max(...before.evidence.map(({ at }) => at ?? 0));
  const next = [...one.evidence].reverse().find(({ at, turnId }) => at >= last + AGAIN_MS && !known.has(turnId));
  if (next === undefined) return null;
  const isHeld = before.evidence.some(({ claimId, standing }) => claimId === before.headId && standing === 'held');
  // A topic may be called otherwise by now: it is the same conclusion, in the words in which it was made.
  return {
    id: before.id,
    one: { ...one, object: before.object ?? one.object },
    evidence: [next],
    isHeld,
    headId: before.headId,
  };
}

/** First what belongs together, then a record a turn: each turn can be forgotten alone. */
function makeEvents(spaceId: string, { id, one, evidence, isHeld, headId }: Made): readonly JournalEvent[] {
  const last = evidence.at(-1);
  const head = headId ?? claimIdOf(id, last?.turnId ?? '');
  const reflected: JournalEvent = {
    kind: 'reflection.made',
    body: {
      ...{ spaceId, reflectionId: id, of: one.of, minimum: one.minimum, headId: head },
      evidence: evidence.map(({ turnId, restsOn }) => ({ claimId: claimIdOf(id, turnId), turnId, restsOn })),
    },
  };
  const claims = evidence.map(
    (piece): JournalEvent => ({
      kind: 'codex.claimed',
      body: {
        ...{ spaceId, turnId: piece.turnId, extractor: EXTRACTOR, entities: [], withdrawn: [] },
        claims: [toClaim(one, piece, { claimId: claimIdOf(id, piece.turnId), isHeld })],
      },
    }),
  );
  return [reflected, ...claims];
}

type Claim = BodyOf<'codex.claimed'>['claims'][number];

/** The assistant's own statement, and said to be so: it loses to whatever anybody says. */
function toClaim(
  { subjectId, relation, object, confidence }: Conclusion,
  { at, quote }: Evidence,
  { claimId, isHeld }: { readonly claimId: string; readonly isHeld: boolean },
): Claim {
  return {
    ...{ claimId, act: 'state', subjectId, relation, object, replaces: null, replacesIds: [] },
    ...{ validFrom: null, validTo: null, isPast: false, isImplied: false, observedAt: new Date(at).toISOString() },
    ...{ assertedBy: 'assistant', source: 'reflection', confidence, quote, mayMean: [] },
    heldFor: isHeld ? 'unsure' : null,
  };
}

const dropEvent = (spaceId: string, dropped: readonly Known[]): JournalEvent => ({
  kind: 'reflection.dropped',
  body: { spaceId, reflectionIds: dropped.map(({ id }) => id) },
});

const withdrawEvent = (spaceId: string, claimIds: readonly string[]): JournalEvent => ({
  kind: 'codex.claimed',
  body: { spaceId, turnId: null, extractor: EXTRACTOR, entities: [], claims: [], withdrawn: [...claimIds] },
});
