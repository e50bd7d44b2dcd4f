import type { ProbeCategory } from '../format/trajectory.ts';
import type { Entry, World } from './model.pure.ts';
import { resolveQuery } from './resolve.pure.ts';
import type { Script, Thread } from './threads.pure.ts';
import { DAY_MS, dayInWords, fill, monthYear, personBlanks } from './words.pure.ts';
import { addProbe } from './world.pure.ts';

const CATEGORIES: Readonly<Record<Script, ProbeCategory>> = {
  stable: 'stable',
  revision: 'revision',
  correction: 'correction',
  retraction: 'retraction',
  ended: 'retraction',
  'late-told': 'late-arrival',
  'late-past': 'stable',
  'late-import': 'late-arrival',
  recurrence: 'recurrence',
};

/** What a thread's current question is about. */
function categoryOf(world: World, { speaker, script, relation }: Thread): ProbeCategory {
  if (speaker !== world.owner.name) return 'other-speaker';
  return relation.isPreference === true ? 'preference' : CATEGORIES[script];
}

type Asking = { readonly world: World; readonly thread: Thread; readonly entries: readonly Entry[] };

/** Whom the question is about: the owner asks of oneself in the first person. */
function askedOf({ world, thread }: Asking): {
  readonly isOwner: boolean;
  readonly blanks: Readonly<Record<string, string>>;
} {
  const person = world.people.find(({ name }) => name === thread.subject);
  return person === undefined
    ? { isOwner: true, blanks: {} }
    : { isOwner: false, blanks: personBlanks(world.rng, person) };
}

/** The questions that a thread allows: of now, of earlier months, and how long. */
export function probeThread(asking: Asking): void {
  const { world, thread } = asking;
  const { isOwner, blanks } = askedOf(asking);
  const { subject, relation } = thread;
  const ask = isOwner ? relation.ask : (relation.third?.ask ?? []);
  const query = { kind: 'one' as const, subject, relation: relation.name, at: null };
  addProbe(world, { question: fill(world.rng.pick(ask), blanks), category: categoryOf(world, thread), query });
  probePast(asking, { isOwner, blanks });
  const last = thread.entries.at(-1);
  const isExact =
    last?.validFrom !== null && last?.validFrom !== undefined && last.value !== null && last.validTo === null;
  if (!isOwner || relation.askLong === undefined || !isExact || last.change === 'end' || world.rng.next() < 0.4) return;
  addProbe(world, {
    question: fill(relation.askLong, { v: last.value.text }),
    category: 'temporal',
    query: { kind: 'since', subject, relation: relation.name, value: last.value.text },
  });
}

type Month = { readonly at: number; readonly end: number; readonly value: string };

/** Whole months in which one value held all the time, as it is known in the end. */
function listMonths({ world, thread, entries }: Asking): readonly Month[] {
  const first = entries.find(({ id }) => id === thread.entries[0]?.id);
  if (first === undefined) return [];
  const months: Month[] = [];
  const told = new Date(first.said);
  for (let n = 1; ; n += 1) {
    const start = Date.UTC(told.getUTCFullYear(), told.getUTCMonth() + n, 1);
    const end = Date.UTC(told.getUTCFullYear(), told.getUTCMonth() + n + 1, 1);
    if (end > world.end) return months;
    if (isEdge({ world, thread, entries }, start)) continue;
    const days = [start + 1, start + 15 * DAY_MS, end - 1];
    const values = days.map((at) => nameAt({ world, thread, entries }, at));
    const [value] = values;
    if (value !== undefined && value !== null && values.every((one) => one === value)) {
      months.push({ at: start + 14 * DAY_MS + 12 * 3_600_000, end, value });
    }
  }
}

/** A month that is only named as the one of a change has two values: nobody can be asked for one of them. */
const isEdge = ({ thread }: Asking, month: number): boolean =>
  thread.entries.some(
    ({ grain, validFrom, validTo }) => grain === 'month' && (validFrom === month || validTo === month),
  );

function nameAt({ world, thread, entries }: Asking, at: number): string | null {
  const query = { kind: 'one' as const, subject: thread.subject, relation: thread.relation.name, at };
  const resolved = resolveQuery(entries, query, world.end + DAY_MS);
  return resolved?.answer.kind === 'text' ? (resolved.answer.values[0] ?? null) : null;
}

const entriesOf = ({ thread, entries }: Asking): readonly Entry[] =>
  entries.filter(({ id }) => thread.entries.some((one) => one.id === id));

/** Of earlier times, mostly of those that were otherwise than now. */
function probePast(asking: Asking, { isOwner, blanks }: ReturnType<typeof askedOf>): void {
  const { world, thread } = asking;
  const { subject, relation, script } = thread;
  const templates = isOwner ? relation.askPast : (relation.third?.askPast ?? []);
  if (script === 'stable' || script === 'correction' || script === 'retraction' || templates.length === 0) return;
  const isLate = script.startsWith('late');
  const now = nameAt(asking, world.end);
  const months = listMonths(asking);
  const lateValue = thread.entries.find(({ change }) => change === 'late')?.value?.text;
  const telling = months.filter(({ value }) =>
    isLate && lateValue !== undefined ? value === lateValue : value !== now,
  );
  // Best asked before the late word and after it.
  const late = entriesOf(asking).find(({ change, arrival, said }) => change === 'late' || arrival > said)?.arrival ?? 0;
  const spanning = telling.filter(({ end }) =>
    world.checkpoints.some((checkpoint) => checkpoint >= end && checkpoint < late),
  );
  const pool = [spanning, telling, months].find(({ length }) => length > 0) ?? [];
  const chosen = world.rng.shuffle(pool).slice(0, script === 'recurrence' ? 2 : 1);
  for (const { at, end } of chosen) {
    addProbe(world, {
      question: fill(sharpen(world, world.rng.pick(templates)), {
        ...blanks,
        ...{ when: monthYear(at), day: dayInWords(world.rng, at, 0) },
      }),
      category: isLate ? 'late-arrival' : 'historical',
      query: { kind: 'one', subject, relation: relation.name, at },
      anchor: at,
      notBefore: end,
      isAskedUnknown: script === 'late-import',
    });
  }
}

/** Sometimes of a day and not of a month. */
const sharpen = (world: World, template: string): string =>
  world.rng.next() < 0.3 && !template.includes('back in') ? template.replace('in {when}', '{day}') : template;
