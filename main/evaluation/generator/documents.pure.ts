import type { DocumentFact, DocumentKind, Draft, Value, World } from './model.pure.ts';
import { fill, toSentence } from './words.pure.ts';
import { addProbe, addStatement, draft, findPlace, takeValue } from './world.pure.ts';

const OUTDATED = [
  'the file {name} is out of date on {noun}: it is {v} now',
  'please don’t go by {name} for {noun} any more, that has changed to {v}',
  'I still need to fix {name}, since {noun} is {v} these days',
];

/** A file that is added at some time, and sometimes overtaken by what is said later. */
export function playDocument(world: World, kind: DocumentKind): void {
  const { rng } = world;
  const n = world.documents.length;
  const values = kind.facts.map(({ key, values }) => ({ key, value: takeValue(world, values) }));
  if (values.some(({ value }) => value === null)) return;
  const blanks = Object.fromEntries(values.map(({ key, value }) => [key, value?.text ?? '']));
  // In the first four fifths, so that a checkpoint asks for it.
  const day = Math.floor((world.end - world.start) / 86_400_000) * (0.05 + 0.75 * rng.next());
  const at = world.start + Math.floor(day) * 86_400_000 + 10 * 3_600_000;
  const id = `d-${n + 1}`;
  world.documents.push({
    id,
    name: kind.name,
    at,
    text: kind.body.replace(/\{(\w+)\}/g, (_, key: string) => blanks[key] ?? ''),
  });
  const asked = new Set(rng.shuffle(kind.facts).slice(0, 2));
  for (const fact of kind.facts) {
    const value = values.find(({ key }) => key === fact.key)?.value;
    if (value === null || value === undefined) continue;
    const entry = addFact(world, { id, kind, fact, value, at, isAsked: asked.has(fact) });
    if (!asked.has(fact)) continue;
    if (rng.next() < 0.2) overtake(world, { kind, fact, entry, at });
  }
}

type Fact = {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly fact: DocumentFact;
  readonly value: Value;
  readonly at: number;
  readonly isAsked: boolean;
};

function addFact(world: World, { id, kind, fact, value, at, isAsked }: Fact): Draft {
  const relation = `${kind.name}: ${fact.noun}`;
  const entry = draft(world, { change: 'document', subject: world.owner.name, relation, value });
  world.documentEntries.push({ ...entry, source: `document:${id}`, arrival: at, said: at });
  if (!isAsked) return entry;
  const query = { kind: 'one' as const, subject: world.owner.name, relation, at: null };
  addProbe(world, { question: fact.ask, category: 'document', query });
  return entry;
}

type Overtaken = Pick<Fact, 'kind' | 'fact' | 'at'> & { readonly entry: Draft };

function overtake(world: World, { kind, fact, entry, at }: Overtaken): void {
  const place = findPlace(world, { from: at + 10 * 86_400_000, to: world.end });
  const value = place === null ? null : takeValue(world, fact.values);
  if (place === null || value === null) return;
  const { subject, relation } = entry;
  const later = draft(world, {
    change: 'revise',
    subject,
    relation,
    value,
    validFrom: place.start,
    replaces: [entry.id],
  });
  const text = toSentence(fill(world.rng.pick(OUTDATED), { name: kind.name, noun: fact.noun, v: value.text }));
  addStatement(world, place, { speaker: world.owner.name, text, entries: [later] });
}
