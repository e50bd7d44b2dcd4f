import type { Draft, SharedFact, World } from './model.pure.ts';
import { capitalise, fill } from './words.pure.ts';
import { addProbe, addStatement, draft, drawSorted, findPlace, segmentOf, takeValue } from './world.pure.ts';

const FIRST = [
  '{source} says that {clause}.',
  'According to {source}, {clause}.',
  'I heard from {source} that {clause}.',
  'So {clause}, at least that is what {source} says.',
];
const SECOND = [
  'Odd: {source} says that {clause}. I can’t tell who is right.',
  'Now I’m confused, because according to {source} {clause}, and nobody knows which it is.',
  '{source}, on the other hand, says that {clause}. One of them must be wrong, no idea which.',
  'Hm, {source} has it differently: {clause}. I’ll have to find out which is true.',
];

/** Two sources differ, and mostly nobody finds out who is right. */
export function playConflict(world: World, fact: SharedFact): void {
  const { rng, owner } = world;
  const [first, second] = [takeValue(world, fact.values), takeValue(world, fact.values)];
  const [one, two] = rng.shuffle(fact.sources);
  if (first === null || second === null || one === undefined || two === undefined) return;
  const segments = drawSorted(rng, world.checkpoints.length, 3);
  const subject = owner.name;
  const said: Draft[] = [];
  const says = (segment: number, entry: Draft, text: string): boolean => {
    const place = findPlace(world, segmentOf(world, segment));
    if (place === null) return false;
    said.push(entry);
    addStatement(world, place, { speaker: subject, text, entries: [entry] });
    return true;
  };
  const told = (frames: readonly string[], source: string, value: string): string =>
    capitalise(fill(rng.pick(frames), { source, clause: fill(fact.clause, { v: value }) }));
  const start = draft(world, { change: 'assert', subject, relation: fact.name, value: first });
  if (!says(segments[0] ?? 0, start, told(FIRST, one, first.text))) return;
  const against = draft(world, { change: 'conflict', subject, relation: fact.name, value: second, against: start.id });
  const isOpposed = says(segments[1] ?? 1, against, told(SECOND, two, second.text));
  if (isOpposed && rng.next() < 0.3) {
    const value = rng.pick([first, second]);
    const replaces = [start.id, against.id];
    const settled = draft(world, { change: 'correct', subject, relation: fact.name, value, replaces });
    says(segments[2] ?? 2, settled, capitalise(fill(fact.settle, { v: value.text })));
  }
  const query = { kind: 'one' as const, subject, relation: fact.name, at: null };
  addProbe(world, { question: rng.pick(fact.ask), category: 'conflict', query });
}
