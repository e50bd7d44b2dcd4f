import type { Conversation, Draft, Person, Relation, Value, World } from './model.pure.ts';
import { isDated, sayAssert, sayBack, sayChange, sayCorrect, sayPast, sayRetract } from './say.pure.ts';
import { DAY_MS, fill, monthYear, startOfDay, type Told, tellMonth, tellRecentDay, toSentence } from './words.pure.ts';
import { addStatement, draft, drawSorted, findPlace, type Place, segmentOf, takeValue } from './world.pure.ts';

/** What becomes of one thing over the time. */
export type Script =
  | 'stable'
  | 'revision'
  | 'correction'
  | 'retraction'
  | 'ended'
  | 'late-told'
  | 'late-past'
  | 'late-import'
  | 'recurrence';

/** One thing of one person, with what was said of it so far. */
export type Thread = {
  readonly relation: Relation;
  /** Null: the owner, or one who speaks of oneself. */
  readonly person: Person | null;
  readonly subject: string;
  readonly speaker: string;
  readonly script: Script;
  readonly entries: Draft[];
};

type Step = { readonly world: World; readonly thread: Thread; readonly place: Conversation };

const about = ({ relation, person }: Thread): { relation: Relation; person: Person | null } => ({ relation, person });

const push = ({ world, thread, place }: Step, entry: Draft, text: string): void => {
  thread.entries.push(entry);
  addStatement(world, place, { speaker: thread.speaker, text, entries: [entry] });
};

const make = ({ world, thread }: Step, entry: Partial<Draft> & Pick<Draft, 'change' | 'value'>): Draft =>
  draft(world, { subject: thread.subject, relation: thread.relation.name, ...entry });

const last = (thread: Thread): Draft | null => thread.entries.at(-1) ?? null;

function assertFirst(step: Step, value: Value): void {
  const { world, thread } = step;
  push(
    step,
    make(step, { change: 'assert', value }),
    sayAssert(world.rng, about(thread), { value, old: null, told: null }),
  );
}

/** A recent day, but after what was said before. */
function recentAfter({ world, thread, place }: Step): Told {
  const told = tellRecentDay(world.rng, place.start);
  const before = last(thread)?.validFrom ?? 0;
  return told.at > before ? told : { words: 'today', at: startOfDay(place.start), grain: 'day' };
}

function revise(step: Step, value: Value, change: 'revise' | 'recur' = 'revise'): void {
  const { world, thread } = step;
  const old = last(thread);
  const told = recentAfter(step);
  const said = { value, old: old?.value ?? null, told };
  const text =
    change === 'recur'
      ? sayBack(world.rng, about(thread), said)
      : sayChange(world.rng, about(thread), { ...said, isLate: false });
  // Words without a time tell of the day on which they are said.
  const hasTime = text.includes(told.words);
  const entry = make(step, {
    ...{
      change,
      value,
      validFrom: hasTime ? told.at : startOfDay(step.place.start),
      grain: hasTime ? told.grain : 'vague',
    },
    replaces: old === null ? [] : [old.id],
  });
  push(step, entry, text);
}

/** Told months after it was so: what was believed of that time was wrong. */
function reviseLate(step: Step, value: Value, since: number): void {
  const { world, thread, place } = step;
  const old = last(thread);
  const told = tellMonth(world.rng, since, place.start);
  const entry = make(step, {
    ...{ change: 'late', value, validFrom: told.at, grain: told.grain },
    replaces: old === null ? [] : [old.id],
  });
  push(step, entry, sayChange(world.rng, about(thread), { value, old: old?.value ?? null, told, isLate: true }));
}

function addPast(step: Step, value: Value, { from, to }: { from: number; to: number }): void {
  const { world, thread } = step;
  const span = `from ${monthYear(from)} until ${monthYear(to)}`;
  const entry = make(step, { change: 'late', value, validFrom: from, validTo: to, grain: 'month' });
  push(step, entry, sayPast(world.rng, about(thread), { value, span }));
}

function correct(step: Step, value: Value): void {
  const { world, thread } = step;
  const old = last(thread);
  if (old === null) return;
  const entry = make(step, {
    ...{ change: 'correct', value, validFrom: old.validFrom, grain: old.grain },
    replaces: [old.id],
  });
  push(step, entry, sayCorrect(world.rng, about(thread), { value, old: old.value, told: null }));
}

function retract(step: Step): void {
  const { world, thread } = step;
  const old = last(thread);
  if (old === null || old.value === null) return;
  const entry = make(step, { change: 'retract', value: null, replaces: [old.id] });
  push(step, entry, sayRetract(world.rng, about(thread), old.value));
}

function finish(step: Step): void {
  const { world, thread } = step;
  const old = last(thread);
  if (old === null || old.value === null) return;
  const told = recentAfter(step);
  const entry = make(step, {
    change: 'end',
    value: old.value,
    validFrom: old.validFrom,
    validTo: told.at,
    replaces: [old.id],
  });
  const clause = fill(world.rng.pick(thread.relation.over ?? []), { old: old.value.text, when: told.words });
  push(step, entry, toSentence(clause));
}

/** How many segments between checkpoints a script needs. */
const SEGMENTS: Readonly<Record<Script, number>> = {
  ...{ stable: 1, revision: 2, correction: 2, retraction: 2, ended: 2 },
  ...{ 'late-told': 3, 'late-past': 3, 'late-import': 1, recurrence: 3 },
};

/** Whether a relation has the words that a script needs. */
export function canRun(relation: Relation, script: Script): boolean {
  if (script === 'ended') return relation.over !== undefined;
  if (script === 'late-past') return relation.past !== undefined;
  if (script === 'late-told') return relation.change.some(isDated);
  // One does not misread what one likes.
  return script !== 'retraction' || relation.isPreference !== true;
}

type Plan = { readonly thread: Thread; readonly values: readonly Value[]; readonly segments: readonly number[] };

/** Plays a script: says each of its steps where there is a turn to spare. False where there is no room for it. */
export function playThread(world: World, thread: Thread, kind?: Conversation['kind']): boolean {
  const { rng } = world;
  const total = world.checkpoints.length;
  const extra = thread.script === 'revision' && total > 4 && rng.next() < 0.5 ? 1 + rng.int(2) : 0;
  const wanted = Math.min(total, SEGMENTS[thread.script] + extra);
  const first = rng.int(Math.max(1, Math.ceil(total / 2)));
  // Some mistakes are noticed before any checkpoint believes them.
  const isSoon = thread.script === 'correction' && rng.next() < 0.3;
  const segments = thread.script === 'stable' ? [first] : isSoon ? [first, first] : drawSorted(rng, total, wanted);
  const needed = thread.script === 'stable' ? 1 : thread.script === 'revision' ? wanted : 2;
  const values = Array.from({ length: needed }, () => takeValue(world, thread.relation.values)).flatMap((v) => v ?? []);
  if (values.length < (thread.script === 'stable' ? 1 : 2)) return false;
  const plan = { thread, values, segments };
  return thread.script === 'late-import' ? playImport(world, plan) : playSteps(world, plan, kind);
}

function playSteps(world: World, { thread, values, segments }: Plan, kind?: Conversation['kind']): boolean {
  let after = 0;
  for (const [n, segment] of segments.entries()) {
    const span = segmentOf(world, segment);
    const where: Place = { from: Math.max(span.from, after), to: span.to, ...(kind === undefined ? {} : { kind }) };
    const place = findPlace(world, where);
    if (place === null) {
      if (n === 0) return false;
      continue;
    }
    after = place.start;
    playStep({ world, thread, place }, { n, values, isLast: n === segments.length - 1 });
  }
  return true;
}

type Turn = { readonly n: number; readonly values: readonly Value[]; readonly isLast: boolean };

function playStep(step: Step, { n, values, isLast }: Turn): void {
  const { thread } = step;
  const [first, second] = values;
  if (first === undefined) return;
  const { script } = thread;
  if (thread.entries.length === 0) assertFirst(step, first);
  else if (script === 'retraction') retract(step);
  else if (script === 'ended') finish(step);
  else if (second === undefined) return;
  else if (script === 'correction') correct(step, second);
  else if (script === 'recurrence' && isLast && thread.entries.length > 1) revise(step, first, 'recur');
  else if (script === 'recurrence') revise(step, second);
  else if (script === 'late-told' || script === 'late-past') {
    if (isLast) tellLate(step, second);
  } else {
    const next = values[n];
    if (next !== undefined) revise(step, next);
  }
}

/** Something of the time between the first word and now, with a checkpoint inside that did not know it. */
function tellLate(step: Step, value: Value): void {
  const { world, thread, place } = step;
  const begin = world.conversations[firstPlaceOf(world, thread)]?.start ?? world.start;
  const month = (at: number, add: number): number => {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add, 1);
  };
  const from = month(begin, 1);
  const months = Math.floor((place.start - from) / (30.44 * DAY_MS));
  if (months < 3) revise(step, value);
  else if (thread.script === 'late-told') reviseLate(step, value, month(from, Math.floor(months / 3)));
  else addPast(step, value, { from, to: month(from, Math.max(2, Math.floor(months / 2))) });
}

const firstPlaceOf = (world: World, thread: Thread): number =>
  world.statements.find(({ entries }) => entries.some(({ id }) => id === thread.entries[0]?.id))?.conversation ?? 0;

/** An old conversation reaches the memory after a newer one: what is newer stays right. */
function playImport(world: World, { thread, values }: Plan): boolean {
  const old = world.conversations.find(({ arrivesAt, index }) => arrivesAt !== null && (world.room[index] ?? 0) > 0);
  if (old === undefined || old.arrivesAt === null) return false;
  const [first, second] = values;
  if (first === undefined || second === undefined) return false;
  const newer = findPlace(world, { from: old.start + 45 * DAY_MS, to: old.arrivesAt });
  if (newer === null) return false;
  assertFirst({ world, thread, place: old }, first);
  const step = { world, thread, place: newer };
  revise(step, second);
  return true;
}
