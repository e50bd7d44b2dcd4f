import type { Revision, RevisionId } from '../../../main/contract/index.ts';
import { byTime, endMs, holdsAt, isWithdrawn, startMs, textOf } from './revisions.pure.ts';
import { type Scale, shareOf } from './scale.pure.ts';

export type MarkKind =
  | 'current'
  | 'past'
  | 'corrected'
  | 'conflict'
  | 'otherConflict'
  | 'pending'
  | 'dormant'
  | 'ended'
  | 'retracted';

export type Mark = {
  readonly key: string;
  readonly kind: MarkKind;
  /** Shares of the axis. */
  readonly from: number;
  readonly to: number;
  /** From here on it fades: expected, not known. 1 and more: nowhere. */
  readonly knownTo: number;
  readonly isRagged: boolean;
  readonly isOpen: boolean;
  readonly topPx: number;
  readonly isDeeper: boolean;
  readonly label: { readonly text: string; readonly until: string | null; readonly side: 'under' | 'before' | 'after' };
};

export type Lifeline = { readonly marks: readonly Mark[]; readonly heightPx: number };

type Moment = { readonly scale: Scale; readonly validMs: number; readonly knownMs: number };

const BASE_PX = 4;
const LANE_PX = 19;
/** Behind this point of the axis there is no room for a name under or after a bar. */
const LATE = 0.66;

function draw(revision: Revision, kind: MarkKind, moment: Moment & { readonly topPx: number }): Mark {
  const { scale, knownMs, topPx } = moment;
  const isKept = isWithdrawn(revision);
  const begin = isKept ? Math.max(startMs(revision), Date.parse(revision.knownFrom)) : startMs(revision);
  const end = isKept
    ? Math.min(knownMs, revision.knownTo === null ? Infinity : Date.parse(revision.knownTo))
    : endMs(revision);
  const from = shareOf(scale, begin);
  const isOpen = end > scale.toMs;
  const side = isKept ? 'after' : from > LATE ? 'before' : 'under';
  return {
    key: `${revision.id} ${kind}`,
    kind,
    from,
    to: Math.max(from, shareOf(scale, end)),
    knownTo: isKept ? 1 : shareOf(scale, knownMs),
    isRagged: revision.validFrom === null,
    isOpen,
    topPx,
    isDeeper: false,
    label: {
      text: textOf(revision.object),
      until: isKept ? revision.knownTo : null,
      side: side === 'after' && shareOf(scale, end) > LATE ? 'before' : side,
    },
  };
}

/** Solid to the last mention, dotted after it. */
function drawDormant(revision: Revision, topPx: number, moment: Moment): readonly Mark[] {
  const whole = draw(revision, 'current', { ...moment, topPx });
  const mentioned = revision.lastMentionedAt ?? revision.knownFrom;
  const at = Math.max(whole.from, shareOf(moment.scale, Date.parse(mentioned)));
  return [
    { ...whole, to: at, isOpen: false },
    {
      ...whole,
      key: `${revision.id} dormant`,
      kind: 'dormant',
      from: at,
      isRagged: false,
      topPx: topPx + 2,
      label: { ...whole.label, text: '' },
    },
  ];
}

/** Two bars close together where their names fit before them; else apart, each over its name. */
function drawConflict(revisions: readonly Revision[], moment: Moment): Lifeline {
  const isLate = revisions.every((each) => shareOf(moment.scale, startMs(each)) > 0.3);
  const [firstPx, stepPx] = isLate ? [6, 15] : [4, 22];
  const marks = revisions.map((revision, place) => {
    const topPx = firstPx + place * stepPx;
    const mark = draw(revision, place === 0 ? 'conflict' : 'otherConflict', { ...moment, topPx });
    return { ...mark, label: { ...mark.label, side: isLate ? ('before' as const) : ('under' as const) } };
  });
  return { marks, heightPx: Math.max(38, firstPx + revisions.length * stepPx) };
}

function kindNow(revision: Revision): MarkKind {
  if (revision.status === 'pending') return 'pending';
  return revision.status === 'ended' ? 'ended' : 'current';
}

function kindThen(revision: Revision, isAlone: boolean): MarkKind {
  if (revision.status === 'pending') return 'pending';
  return revision.status === 'ended' && isAlone ? 'ended' : 'past';
}

/**
 * The bars of one row: what holds on the day looked at lies on top, other times one lane lower and the older of them
 * thinner, what was withdrawn below both. Two values in conflict lie side by side.
 */
export function drawLifeline(held: readonly Revision[], disputed: ReadonlySet<RevisionId>, moment: Moment): Lifeline {
  const conflicting = held.filter(({ id }) => disputed.has(id));
  if (conflicting.length > 1) return drawConflict(conflicting, moment);
  const standing = held.filter((each) => !isWithdrawn(each)).sort(byTime);
  const on = standing.filter((each) => holdsAt(each, moment.validMs));
  const off = standing.filter((each) => !on.includes(each)).reverse();
  const withdrawn = held.filter(isWithdrawn);
  const onLanes = stack(on);
  const marks: Mark[] = on.flatMap((each, place) => {
    const topPx = BASE_PX + (onLanes.of[place] ?? 0) * LANE_PX;
    return each.status === 'dormant'
      ? drawDormant(each, topPx, moment)
      : [draw(each, kindNow(each), { ...moment, topPx })];
  });
  let lane = BASE_PX + onLanes.count * LANE_PX;
  const offLanes = stack(off);
  marks.push(
    ...off.map((each, place) => ({
      ...draw(each, kindThen(each, on.length === 0), {
        ...moment,
        topPx: lane + (offLanes.of[place] ?? 0) * LANE_PX,
      }),
      isDeeper: place > 0,
    })),
  );
  lane += offLanes.count * LANE_PX + (on.length > 0 && off.length > 0 ? 2 : 0);
  for (const each of withdrawn) {
    marks.push(draw(each, each.status === 'retracted' ? 'retracted' : 'corrected', { ...moment, topPx: lane }));
    lane += 16;
  }
  const isRoomy = off.length > 0 && withdrawn.length === 0;
  return { marks, heightPx: Math.max(38, lane + (isRoomy ? 4 : 0)) };
}

/** Lanes so that no two bars lie on one another; those that only touch share one. */
function stack(revisions: readonly Revision[]): { readonly of: readonly number[]; readonly count: number } {
  const lanes: Revision[][] = [];
  const of = revisions.map((each) => {
    const free = lanes.findIndex((lane) =>
      lane.every((other) => endMs(each) <= startMs(other) || endMs(other) <= startMs(each)),
    );
    const place = free === -1 ? lanes.length : free;
    lanes[place] = [...(lanes[place] ?? []), each];
    return place;
  });
  return { of, count: lanes.length };
}

export type LifelineName = {
  readonly current: readonly { readonly text: string; readonly since: string | null; readonly until: string | null }[];
  readonly before: readonly { readonly text: string; readonly until: string | null }[];
  readonly corrections: number;
  readonly isConflict: boolean;
};

/** What a lifeline says to people who listen: the value, what was before, and how often the record was wrong. */
export function nameLifeline(
  held: readonly Revision[],
  disputed: ReadonlySet<RevisionId>,
  validMs: number,
): LifelineName {
  const conflicting = held.filter(({ id }) => disputed.has(id));
  const isConflict = conflicting.length > 1;
  const standing = held.filter((each) => !isWithdrawn(each)).sort(byTime);
  const current = isConflict ? conflicting : standing.filter((each) => holdsAt(each, validMs));
  const before = standing.filter((each) => !current.includes(each) && endMs(each) <= validMs).reverse();
  return {
    current: current.map((each) => ({ text: textOf(each.object), since: each.validFrom, until: each.validTo })),
    before: before.map((each) => ({ text: textOf(each.object), until: each.validTo })),
    corrections: held.filter(({ status }) => status === 'corrected').length,
    isConflict,
  };
}
