import type { Draft, ListRelation, World } from './model.pure.ts';
import { fill, personBlanks, startOfDay, toSentence } from './words.pure.ts';
import { addProbe, addStatement, draft, drawSorted, findPlace, segmentOf, takeValue } from './world.pure.ts';

/** Things that come one by one, some of which go again; others have such things too. */
export function playList(world: World, list: ListRelation): void {
  const { rng, owner } = world;
  const total = world.checkpoints.length;
  const wanted = 3 + rng.int(total > 6 ? 4 : 2);
  const there: Draft[] = [];
  for (let n = 0; n < wanted; n += 1) {
    const entry = addItem(world, list, rng.int(total));
    if (entry !== null) there.push(entry);
  }
  if (there.length < 2) return;
  // Never so many that none is left: that would be another question.
  const begun = there.map(({ validFrom }) => validFrom ?? 0).sort((a, b) => a - b);
  const from = begun[Math.min(2, begun.length - 1)] ?? world.end;
  for (const entry of rng.shuffle(there).slice(0, there.length > 3 ? 2 : 1))
    dropItem(world, { list, item: entry, from });
  mentionOther(world, list);
  const query = { kind: 'many' as const, subject: owner.name, relation: list.name };
  addProbe(world, { question: rng.pick(list.ask), category: 'list', query: { ...query, isCount: false } });
  addProbe(world, { question: rng.pick(list.askCount), category: 'count', query: { ...query, isCount: true } });
}

function addItem(world: World, list: ListRelation, segment: number): Draft | null {
  const place = findPlace(world, segmentOf(world, segment));
  const value = place === null ? null : takeValue(world, list.values);
  if (place === null || value === null) return null;
  const validFrom = startOfDay(place.start);
  const entry = draft(world, { change: 'assert', subject: world.owner.name, relation: list.name, value, validFrom });
  const text = toSentence(fill(world.rng.pick(list.add), { v: value.text }));
  addStatement(world, place, { speaker: world.owner.name, text, entries: [entry] });
  return entry;
}

type Dropped = { readonly list: ListRelation; readonly item: Draft; readonly from: number };

function dropItem(world: World, { list, item, from }: Dropped): void {
  const after = Math.max(from + 86_400_000, (item.validFrom ?? world.start) + 20 * 86_400_000);
  const place = findPlace(world, { from: after, to: world.end });
  if (place === null || item.value === null) return;
  const entry = draft(world, {
    ...{ change: 'end', subject: item.subject, relation: item.relation, value: item.value },
    ...{ validFrom: item.validFrom, validTo: startOfDay(place.start), replaces: [item.id] },
  });
  const text = toSentence(fill(world.rng.pick(list.drop), { v: item.value.text }));
  addStatement(world, place, { speaker: world.owner.name, text, entries: [entry] });
}

function mentionOther(world: World, list: ListRelation): void {
  const [segment = 0] = drawSorted(world.rng, world.checkpoints.length, 1);
  const place = findPlace(world, segmentOf(world, segment));
  const value = place === null ? null : takeValue(world, list.values);
  if (place === null || value === null) return;
  const person = world.rng.pick(world.people);
  const validFrom = startOfDay(place.start);
  const entry = draft(world, { change: 'assert', subject: person.name, relation: list.name, value, validFrom });
  const blanks = { ...personBlanks(world.rng, person), v: value.text };
  const text = toSentence(fill(world.rng.pick(list.other), blanks));
  addStatement(world, place, { speaker: world.owner.name, text, entries: [entry] });
}
