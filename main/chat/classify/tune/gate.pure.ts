import type { FieldOutcome, HeadName } from '../../../contract/corrections.ts';
import { classify } from '../cascade.pure.ts';
import { type Heads, makeHeads } from '../heads.pure.ts';
import {
  addLearnt,
  type Base,
  dropConflicts,
  type Learnt,
  type Lesson,
  learnField,
  ROWS_AT_ONCE,
  readField,
  type Steps,
} from './learn.pure.ts';

/** Fewer corrections of a field change nothing: what they have in common cannot be told from chance. */
export const MINIMUM = 8;
/** The built-in sentences may be read worse by less than this, one time in twenty at most. */
const MARGIN = 0.03;
/** And memory may be left out where it is needed by less than this. */
const GATING_MARGIN = 0.005;
const ONE_IN_TWENTY = { normal: 1.645, chance: 0.05 };
/** Labels that have nothing to do with the words pass less often than this. */
const SHUFFLES = 199;
const BY_CHANCE = 0.01;
const SHUFFLES_AT_ONCE = 10;
const FOLDS = 4;
/** The head speaks for itself from here on (cascade.pure.ts). */
const SURE = 0.95;

/** A sentence of ours with what it is, and its vector. */
export type Known = {
  readonly text: string;
  readonly vector: Float32Array;
  readonly labels: Readonly<Partial<Record<HeadName, string>>>;
};

export type TuneInput = {
  readonly base: Base;
  readonly field: HeadName;
  readonly lessons: readonly Lesson[];
  readonly replay: readonly Float32Array[];
  readonly gate: readonly Known[];
  /** Numbers in [0, 1): where labels are shuffled. */
  readonly random: () => number;
};

export type Tuned = {
  readonly outcome: FieldOutcome;
  readonly learnt: Learnt | null;
  readonly scores: Readonly<Record<string, number>>;
};

/**
 * Learns one field and says whether it may be adopted: on corrections it did not see it must be better, and on our own
 * sentences not worse, least of all by leaving memory out.
 */
export function* tuneField(input: TuneInput): Steps<Tuned> {
  const { field, base, replay } = input;
  const lessons = dropConflicts(input.lessons);
  const conflicting = input.lessons.length - lessons.length;
  const about = { field, corrections: input.lessons.length, conflicting };
  const none = { ...about, before: null, after: null };
  if (lessons.length < MINIMUM)
    return { outcome: { ...none, outcome: 'too few', why: tooFew(about) }, learnt: null, scores: {} };
  const doubt = yield* findDoubt(input, lessons);
  if (doubt !== null) return { outcome: { ...none, outcome: 'refused', why: doubt }, learnt: null, scores: {} };
  const held = yield* scoreHeldOut(input, lessons);
  const shares = { before: held.before / lessons.length, after: held.after / lessons.length };
  if (signTest(held.gained, held.lost) > ONE_IN_TWENTY.chance) {
    const why = 'On corrections that the learning did not see it was not better, or not clearly so.';
    return { outcome: { ...about, ...shares, outcome: 'not better', why }, learnt: null, scores: {} };
  }
  const learnt = yield* learnField(base, field, { lessons, replay });
  const judged = yield* judge(input, learnt);
  const scores = { [`${field} before`]: shares.before, [`${field} after`]: shares.after, ...judged.scores };
  if (judged.worse !== null)
    return { outcome: { ...about, ...shares, outcome: 'refused', why: judged.worse }, learnt: null, scores };
  const why = `Of corrections that the learning did not see, ${held.after} of ${lessons.length} are right now, and ${held.before} were before.`;
  return { outcome: { ...about, ...shares, outcome: 'learnt', why }, learnt, scores };
}

function tooFew({ corrections, conflicting }: { readonly corrections: number; readonly conflicting: number }): string {
  const apart = conflicting === 0 ? '' : ` ${conflicting} of them contradict others of nearly the same words.`;
  return `${corrections} corrections; at least ${MINIMUM} are needed.${apart}`;
}

/** What corrections cannot show, whatever is learnt from them. */
function* findDoubt({ field, random }: TuneInput, lessons: readonly Lesson[]): Steps<string | null> {
  const values = new Set(lessons.map(({ value }) => value));
  if (values.size > 1) {
    return (yield* chanceOf(lessons, random)) > BY_CHANCE
      ? 'The corrections have nothing in common with the words of the questions.'
      : null;
  }
  // Nothing here shows where memory would be needed, so this could teach to leave it out everywhere.
  if (field === 'reliance' && !values.has('long_term_memory'))
    return 'All corrections say that no memory is needed; without some that need it this cannot be checked.';
  return null;
}

/** How often shuffled labels go with the words at least as well: the share whose nearest other centre has their label. */
function* chanceOf(lessons: readonly Lesson[], random: () => number): Steps<number> {
  const real = together(
    lessons,
    lessons.map(({ value }) => value),
  );
  let asGood = 1;
  for (let n = 0; n < SHUFFLES; n++) {
    if (n % SHUFFLES_AT_ONCE === 0) yield;
    const values = shuffle(
      lessons.map(({ value }) => value),
      random,
    );
    if (together(lessons, values) >= real) asGood += 1;
  }
  return asGood / (SHUFFLES + 1);
}

function together(lessons: readonly Lesson[], values: readonly string[]): number {
  const sums = new Map<string, Float64Array>();
  const counts = new Map<string, number>();
  lessons.forEach(({ vector }, i) => {
    const value = values[i] ?? '';
    const sum = sums.get(value) ?? new Float64Array(vector.length);
    for (let j = 0; j < vector.length; j++) sum[j] = (sum[j] as number) + (vector[j] as number);
    sums.set(value, sum);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  // By label, so that a label which is nearly all of them proves nothing.
  const right = new Map<string, number>();
  lessons.forEach(({ vector }, i) => {
    const own = values[i] ?? '';
    let best = { value: '', near: Number.NEGATIVE_INFINITY };
    for (const [value, sum] of sums) {
      const isOwn = value === own;
      let near = 0;
      let length = 0;
      for (let j = 0; j < vector.length; j++) {
        const part = (sum[j] as number) - (isOwn ? (vector[j] as number) : 0);
        near += part * (vector[j] as number);
        length += part * part;
      }
      const cosine = length === 0 ? Number.NEGATIVE_INFINITY : near / Math.sqrt(length);
      if (cosine > best.near) best = { value, near: cosine };
    }
    if (best.value === own) right.set(own, (right.get(own) ?? 0) + 1);
  });
  const shares = [...counts].map(([value, count]) => (right.get(value) ?? 0) / count);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function shuffle(list: readonly string[], random: () => number): readonly string[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = out[i] as string;
    out[i] = out[j] as string;
    out[j] = kept;
  }
  return out;
}

type HeldOut = { readonly before: number; readonly after: number; readonly gained: number; readonly lost: number };

/** Each lesson is read by what was learnt from the other folds. */
function* scoreHeldOut({ base, field, replay }: TuneInput, lessons: readonly Lesson[]): Steps<HeldOut> {
  // Every label is dealt out over the folds, in the order in which the corrections were made.
  const places = new Map<string, number>();
  const folds = lessons.map(({ value }) => {
    const place = places.get(value) ?? 0;
    places.set(value, place + 1);
    return place % FOLDS;
  });
  const counts = { before: 0, after: 0, gained: 0, lost: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = lessons.filter((_, i) => folds[i] !== fold);
    const learnt = seen.length === 0 ? null : yield* learnField(base, field, { lessons: seen, replay });
    lessons.forEach(({ vector, value }, i) => {
      if (folds[i] !== fold) return;
      const before = readField(base, null, { field, vector }) === value;
      const after = readField(base, learnt, { field, vector }) === value;
      counts.before += Number(before);
      counts.after += Number(after);
      counts.gained += Number(after && !before);
      counts.lost += Number(before && !after);
    });
  }
  return counts;
}

/** The chance of at least `gained` heads in as many throws: McNemar's exact test, one-sided. */
export function signTest(gained: number, lost: number): number {
  const n = gained + lost;
  let chance = 0;
  for (let k = gained; k <= n; k++) {
    let ways = 0;
    for (let i = 1; i <= k; i++) ways += Math.log((n - k + i) / i);
    chance += Math.exp(ways - n * Math.LN2);
  }
  return n === 0 ? 1 : chance;
}

/** The most by which a share may have fallen, one time in twenty: from pairs that went wrong and that came right. */
export function mostWorse(wrong: number, right: number, total: number): number {
  if (total === 0) return 0;
  const fall = (wrong - right) / total;
  return fall + ONE_IN_TWENTY.normal * (Math.sqrt(Math.max(0, wrong + right - (wrong - right) ** 2 / total)) / total);
}

type Judged = { readonly worse: string | null; readonly scores: Readonly<Record<string, number>> };

/** Before against after on our own sentences. */
function* judge({ base, field, gate }: TuneInput, learnt: Learnt): Steps<Judged> {
  const known = gate.filter(({ labels }) => labels[field] !== undefined);
  const pairs: { readonly before: boolean; readonly after: boolean }[] = [];
  for (const [n, { labels, vector }] of known.entries()) {
    if (n % ROWS_AT_ONCE === 0) yield;
    const before = readField(base, null, { field, vector }) === labels[field];
    pairs.push({ before, after: readField(base, learnt, { field, vector }) === labels[field] });
  }
  const wrong = pairs.filter(({ before, after }) => before && !after).length;
  const right = pairs.filter(({ before, after }) => after && !before).length;
  const share = (of: 'before' | 'after') => pairs.filter((pair) => pair[of]).length / (pairs.length || 1);
  const scores: Record<string, number> = {
    [`${field} built-in before`]: share('before'),
    [`${field} built-in after`]: share('after'),
  };
  if (mostWorse(wrong, right, known.length) > MARGIN)
    return { worse: 'Sentences that nobody corrected would be read worse.', scores };
  if (field !== 'reliance') return { worse: null, scores };
  const gating = yield* judgeGating({ base, gate, learnt });
  return {
    worse: gating.isWorse ? 'Memory would be left out more often where it is needed.' : null,
    scores: { ...scores, ...gating.scores },
  };
}

function* judgeGating({
  base,
  gate,
  learnt,
}: {
  readonly base: Base;
  readonly gate: readonly Known[];
  readonly learnt: Learnt;
}): Steps<{ readonly isWorse: boolean; readonly scores: Record<string, number> }> {
  const needs = gate.filter(({ labels }) => labels.reliance === 'long_term_memory');
  const [before, after] = [makeHeads(base.file), makeHeads(addLearnt(base, [learnt]))];
  const byCascade = yield* compare(
    needs,
    (each, heads) => classify(each.text, { turnsSoFar: 1, vector: each.vector, heads }).reliance === 'zero_shot',
    [before, after],
  );
  const alone = yield* compare(needs, ({ vector }, heads) => isLeftOut(heads, vector), [before, after]);
  const isWorse = [byCascade, alone].some(
    ({ newly, nowNot }) => mostWorse(newly, nowNot, needs.length) > GATING_MARGIN && newly > nowNot,
  );
  return {
    isWorse,
    scores: {
      'memory left out before': byCascade.before / (needs.length || 1),
      'memory left out after': byCascade.after / (needs.length || 1),
    },
  };
}

function isLeftOut(heads: Heads, vector: Float32Array): boolean {
  const guess = heads.read(vector)?.reliance;
  return guess?.label === 'zero_shot' && guess.confidence >= SURE;
}

type Compared = { readonly before: number; readonly after: number; readonly newly: number; readonly nowNot: number };

function* compare(
  rows: readonly Known[],
  isBad: (row: Known, heads: Heads) => boolean,
  [old, next]: readonly [Heads, Heads],
): Steps<Compared> {
  const counts = { before: 0, after: 0, newly: 0, nowNot: 0 };
  for (const [n, row] of rows.entries()) {
    if (n % ROWS_AT_ONCE === 0) yield;
    const [was, is] = [isBad(row, old), isBad(row, next)];
    counts.before += Number(was);
    counts.after += Number(is);
    counts.newly += Number(is && !was);
    counts.nowNot += Number(was && !is);
  }
  return counts;
}
