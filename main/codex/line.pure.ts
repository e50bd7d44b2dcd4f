import type { Precision } from '../contract/codex.ts';
import {
  type Draft,
  type Drawn,
  type End,
  type Read,
  rankOf,
  type Statement,
  settleGone,
  startOf,
  toSettled,
} from './statements.pure.ts';

type Placed = Statement & { readonly start: number };

/** A stretch of one value: `isTied` where another value begins at the same instant and nothing orders the two. */
type Stretch = { readonly members: readonly Placed[]; readonly start: number; readonly isTied: boolean };

/** One line of values, each ending where the next begins: single-valued relations, or one value of a many-valued one. */
export function drawLine({ statements, ends }: Read): Drawn {
  const live = statements.filter(({ gone }) => gone === null);
  const isUndated = ({ claim, from }: Statement): boolean => claim.isPast && from === null;
  const dated = live.filter((statement) => !isUndated(statement));
  const placed = dated.map((statement) => ({ ...statement, start: effectiveStart(statement, dated) }));
  const { kept, overruled } = settleTies(placed);
  // "I used to live there" of a place that is on the line says when that stretch was over, at the latest.
  const past = live.filter(isUndated);
  const isOnLine = ({ key, claim }: Statement): boolean =>
    kept.some((other) => other.key === key && other.start <= claim.observedAt);
  const allEnds = [
    ...ends,
    ...past.filter(isOnLine).map(({ key, claim }) => ({ key, at: claim.to ?? claim.observedAt, claim })),
  ];
  const stretches = toStretches(kept, allEnds);
  const drafts = stretches.map((stretch) => closeStretch(stretch, stretches, allEnds));
  const before = [...past.filter((statement) => !isOnLine(statement)), ...unheard(ends, kept)];
  const undated = before.map((statement) => closeUndated(statement, stretches));
  const gone = settleGone(statements);
  const beaten = overruled.map(({ loser, winner }) =>
    toSettled([loser], { from: loser.start, to: loser.to, status: 'corrected', knownTo: winner.claim.knownAt }),
  );
  const all = [...drafts, ...mergeUndated(undated), ...gone, ...beaten];
  const pairs = [
    ...successions(drafts, stretches),
    ...overruled.flatMap(({ loser, winner }) => {
      const old = beaten.find(({ claimIds }) => claimIds.includes(loser.claim.id));
      const next = drafts.find(({ claimIds }) => claimIds.includes(winner.claim.id));
      return old && next ? [[old, next] as const] : [];
    }),
  ];
  return { drafts: all, pairs };
}

const NEXT: Readonly<Record<Precision, (at: Date) => void>> = {
  minute: (at) => at.setUTCMinutes(at.getUTCMinutes() + 1),
  day: (at) => at.setUTCDate(at.getUTCDate() + 1),
  month: (at) => at.setUTCMonth(at.getUTCMonth() + 1),
  year: (at) => at.setUTCFullYear(at.getUTCFullYear() + 1),
};

/** First instant after the stretch that a time of this precision means. */
export function endOfPrecision(at: number, precision: Precision): number {
  const date = new Date(at);
  NEXT[precision](date);
  return date.getTime();
}

/**
 * "I moved in May", said in June, means after the 10th of May if the old value was said to hold on the 10th: a
 * beginning that is only known to the month is put after what was observed inside that month before it was said.
 */
function effectiveStart(statement: Statement, all: readonly Statement[]): number {
  const start = startOf(statement);
  if (statement.claim.from === null) return start;
  const end = endOfPrecision(start, statement.claim.precision);
  const seen = all.filter(
    ({ key, isStated, claim }) =>
      key !== statement.key &&
      !isStated &&
      claim.observedAt >= start &&
      claim.observedAt < end &&
      claim.observedAt < statement.claim.observedAt,
  );
  return Math.max(start, ...seen.map(({ claim }) => claim.observedAt + 1));
}

type Overruled = { readonly loser: Placed; readonly winner: Placed };

/** Of statements that begin together the highest authority stands (design section 5); equals stay, to conflict. */
function settleTies(placed: readonly Placed[]): {
  readonly kept: readonly Placed[];
  readonly overruled: readonly Overruled[];
} {
  const sorted = [...placed].sort((a, b) => a.start - b.start);
  const kept: Placed[] = [];
  const overruled: Overruled[] = [];
  for (let first = 0; first < sorted.length; ) {
    let next = first;
    while (next < sorted.length && sorted[next]?.start === sorted[first]?.start) next += 1;
    const tied = sorted.slice(first, next);
    const best = Math.max(...tied.map(({ claim }) => rankOf(claim)));
    const winner = tied.find(({ claim }) => rankOf(claim) === best);
    const winning = new Set(tied.filter(({ claim }) => rankOf(claim) === best).map(({ key }) => key));
    for (const statement of tied) {
      if (winning.has(statement.key) || !winner) kept.push(statement);
      else overruled.push({ loser: statement, winner });
    }
    first = next;
  }
  return { kept, overruled };
}

const isEndOf = (end: End, key: string): boolean => end.key === null || end.key === key;

/** Equal values in a row are one stretch, unless it was over in between. */
function toStretches(kept: readonly Placed[], ends: readonly End[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let first = 0; first < kept.length; ) {
    const start = kept[first]?.start ?? 0;
    let next = first;
    while (next < kept.length && kept[next]?.start === start) next += 1;
    const group = kept.slice(first, next);
    const keys = [...new Set(group.map(({ key }) => key))];
    for (const key of keys) {
      const members = group.filter((statement) => statement.key === key);
      const last = stretches.at(-1);
      const isSame =
        keys.length === 1 &&
        last !== undefined &&
        !last.isTied &&
        last.members[0]?.key === key &&
        !isOver(last, start, ends);
      if (isSame) stretches[stretches.length - 1] = { ...last, members: [...last.members, ...members] };
      else stretches.push({ members, start, isTied: keys.length > 1 });
    }
    first = next;
  }
  return stretches;
}

/** Whether the stretch was over before `at`: by its own words, or by somebody's "no longer". */
function isOver(stretch: Stretch, at: number, ends: readonly End[]): boolean {
  const end = ownEnd(stretch, ends);
  return end !== null && end < at;
}

/** The end that was said of this stretch: by its latest statement that names one, or by the first "no longer" in it. */
function ownEnd({ members, start }: Stretch, ends: readonly End[]): number | null {
  const key = members[0]?.key ?? '';
  const latest = members.reduce((a, b) => (b.claim.observedAt >= a.claim.observedAt ? b : a));
  const told = ends.filter((end) => isEndOf(end, key) && end.at >= start).map(({ at }) => at);
  const all = latest.to === null ? told : [...told, Math.max(latest.to, start)];
  return all.length === 0 ? null : Math.min(...all);
}

function closeStretch(stretch: Stretch, all: readonly Stretch[], ends: readonly End[]): Draft {
  const own = ownEnd(stretch, ends);
  const next = nextStart(stretch, all);
  const to = own === null ? next : Math.min(own, next ?? own);
  const isSuperseded = next !== null && to === next;
  const status = stretch.isTied ? 'conflicted' : to === null ? 'active' : isSuperseded ? 'superseded' : 'ended';
  const draft = toSettled(stretch.members, { from: stretch.start, to, status });
  return {
    ...draft,
    isStartStated: stretch.members.some(({ from, start }) => from !== null && start === stretch.start),
  };
}

/** Where the next other value begins, or the same one again after a break. */
function nextStart(stretch: Stretch, all: readonly Stretch[]): number | null {
  return all.find(({ start }) => start > stretch.start)?.start ?? null;
}

/** "I quit Novatek", of which nothing was known: it held until then, its beginning unknown. */
function unheard(ends: readonly End[], kept: readonly Placed[]): readonly Statement[] {
  return ends.flatMap(({ key, at, claim }) => {
    if (key === null || claim.isImplied || kept.some((other) => other.key === key && other.start <= at)) return [];
    return [{ claim, key, from: null, isStated: false, to: at, gone: null }];
  });
}

/** Over before it was said, its beginning unknown: it ends where what held when it was said begins, or then. */
function closeUndated(statement: Statement, stretches: readonly Stretch[]): Draft {
  const { claim } = statement;
  const current = stretches.filter(({ start }) => start <= claim.observedAt).at(-1);
  const to = statement.to ?? (current ? Math.min(current.start, claim.observedAt) : claim.observedAt);
  return toSettled([statement], { from: null, to, status: 'ended' });
}

function mergeUndated(drafts: readonly Draft[]): readonly Draft[] {
  const byKey = new Map<string, Draft>();
  for (const draft of drafts) {
    const other = byKey.get(draft.key);
    const members = other ? [...other.members, ...draft.members] : draft.members;
    const to = Math.min(other?.to ?? Number.POSITIVE_INFINITY, draft.to ?? Number.POSITIVE_INFINITY);
    byKey.set(draft.key, toSettled(members, { from: null, to: Number.isFinite(to) ? to : null, status: 'ended' }));
  }
  return [...byKey.values()];
}

function successions(drafts: readonly Draft[], stretches: readonly Stretch[]): readonly (readonly [Draft, Draft])[] {
  return drafts.flatMap((draft) => {
    if (draft.status !== 'superseded' && draft.status !== 'conflicted') return [];
    return drafts
      .filter((other, index) => other !== draft && stretches[index]?.start === draft.to)
      .map((next) => [draft, next] as const);
  });
}
