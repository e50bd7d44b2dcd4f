import type { Draft, EventKind, World } from './model.pure.ts';
import { capitalise, DAY_MS, dayInWords, fill, tellMonth, tellRecentDay, toSentence } from './words.pure.ts';
import { addProbe, addStatement, draft, findPlace, segmentOf } from './world.pure.ts';

type Happened = { readonly kind: EventKind; readonly entry: Draft };

/** Things that happened once, some dated wrongly at first; when they were, how far apart, in which order. */
export function playEvents(world: World, kinds: readonly EventKind[]): void {
  const { rng, owner } = world;
  const total = world.checkpoints.length;
  const told = kinds.flatMap((kind, n) => playEvent(world, kind, Math.floor((n * total) / kinds.length)) ?? []);
  const happened = rng.shuffle(told);
  for (const { kind } of happened) {
    const query = { kind: 'when' as const, subject: owner.name, relation: kind.name };
    addProbe(world, { question: rng.pick(kind.ask), category: 'temporal', query });
  }
  for (let n = 0; n + 1 < happened.length && n < 6; n += 2) askBetween(world, happened[n], happened[n + 1]);
  for (let n = 0; n + 2 < happened.length && n < 9; n += 3) askOrder(world, happened.slice(n, n + 3));
}

function playEvent(world: World, kind: EventKind, segment: number): Happened | null {
  const { rng, owner } = world;
  const place = findPlace(world, segmentOf(world, segment));
  if (place === null) return null;
  const told =
    rng.next() < 0.75
      ? tellRecentDay(rng, place.start)
      : tellMonth(rng, place.start - (40 + rng.int(120)) * DAY_MS, place.start);
  const entry = draft(world, {
    ...{ change: 'assert', subject: owner.name, relation: kind.name, validFrom: told.at, grain: told.grain },
    value: { text: kind.keys[0] ?? kind.label, also: kind.keys.slice(1) },
  });
  const text = toSentence(fill(rng.pick(kind.say), { when: told.words }));
  addStatement(world, place, { speaker: owner.name, text, entries: [entry] });
  if (told.grain === 'day' && rng.next() < 0.3) correctDay(world, { kind, entry }, place.start);
  return { kind, entry };
}

const CORRECTIONS = [
  'I had the date of {label} wrong, by the way. It was {when}.',
  'I looked it up: {label} was {when}, not when I told you.',
  'About {label}: it actually happened {when}. I mixed up the days.',
];

function correctDay(world: World, { kind, entry }: Happened, said: number): void {
  const { rng, owner } = world;
  const place = findPlace(world, { from: said, to: world.end });
  if (place === null || entry.validFrom === null) return;
  const validFrom = entry.validFrom - (2 + rng.int(9)) * DAY_MS;
  const { subject, relation, value } = entry;
  const right = draft(world, { change: 'correct', subject, relation, value, validFrom, replaces: [entry.id] });
  const when = dayInWords(rng, validFrom, place.start);
  const text = capitalise(fill(rng.pick(CORRECTIONS), { label: kind.label, when }));
  addStatement(world, place, { speaker: owner.name, text, entries: [right] });
}

function askBetween(world: World, first: Happened | undefined, second: Happened | undefined): void {
  if (first === undefined || second === undefined) return;
  const days = Math.abs((first.entry.validFrom ?? 0) - (second.entry.validFrom ?? 0)) / DAY_MS;
  // Close together, a tolerance would make any answer right.
  if (days < 21 || first.entry.grain !== 'day' || second.entry.grain !== 'day') return;
  const question = world.rng.pick([
    `How many days were there between ${first.kind.label} and ${second.kind.label}?`,
    `How much time passed between ${first.kind.label} and ${second.kind.label}?`,
  ]);
  const query = {
    kind: 'between' as const,
    subject: world.owner.name,
    first: first.kind.name,
    second: second.kind.name,
  };
  addProbe(world, { question, category: 'temporal', query });
}

function askOrder(world: World, three: readonly Happened[]): void {
  const times = three.map(({ entry }) => entry.validFrom ?? 0).sort((a, b) => a - b);
  const isClear = times.every((at, n) => n === 0 || at - (times[n - 1] ?? 0) > 45 * DAY_MS);
  if (!isClear) return;
  const [a = '', b = '', c = ''] = three.map(({ kind }) => kind.label);
  const question = world.rng.pick([
    `In what order did these happen: ${a}, ${b}, ${c}?`,
    `Put these in order of time, earliest first: ${a}, ${b} and ${c}.`,
  ]);
  const query = { kind: 'order' as const, subject: world.owner.name, relations: three.map(({ kind }) => kind.name) };
  addProbe(world, { question, category: 'order', query });
}
