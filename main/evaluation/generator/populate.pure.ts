import { playConflict } from './conflicts.pure.ts';
import { playDocument } from './documents.pure.ts';
import { playEvents } from './events.pure.ts';
import { playAdvice, playProcedure, playSlip } from './habits.pure.ts';
import { playList } from './lists.pure.ts';
import type { Person, Relation, World } from './model.pure.ts';
import { canRun, playThread, type Script, type Thread } from './threads.pure.ts';

/** In the order in which things are given one, so that a short history has most kinds. */
const SCRIPTS: readonly Script[] = [
  ...(['late-import', 'revision', 'correction', 'recurrence', 'stable', 'retraction', 'late-told', 'ended'] as const),
  ...(['revision', 'late-past', 'stable', 'correction', 'revision', 'recurrence', 'retraction'] as const),
];

/** Fills a history with what happens to its people; the threads that found room. */
export function populate(world: World): readonly Thread[] {
  const { rng, texts } = world;
  const size = world.conversations.reduce((sum, { turns }) => sum + turns, 0);
  const some = <T>(items: readonly T[], count: number): readonly T[] => rng.shuffle(items).slice(0, count);
  // One thing is only told of others, so that the owner can be taken for them.
  const [held, ...rest] = rng
    .shuffle(texts.relations.slice(0, 36))
    .toSorted((a, b) => Number(!a.third) - Number(!b.third));
  const own = playOwn(world, rest);
  const growth = Math.sqrt(size / 200);
  for (const list of some(texts.lists, Math.round(1.6 * growth))) playList(world, list);
  playEvents(world, some(texts.events, Math.round(4 * growth)));
  for (const fact of some(texts.shared, Math.round(1.5 * growth))) playConflict(world, fact);
  for (const procedure of some(texts.procedures, Math.round(1.6 * growth))) playProcedure(world, procedure);
  for (const advice of some(texts.advice, Math.round(1.6 * growth))) playAdvice(world, advice);
  for (const kind of some(texts.documents, Math.min(10, Math.round(3 * growth)))) playDocument(world, kind);
  const relations = [
    ...(held === undefined ? [] : [held]),
    ...rng.shuffle(texts.relations.filter((one) => one !== held)),
  ];
  const others = playOthers(world, { relations, size });
  for (const thread of some(own, Math.round(1.4 * growth))) playSlip(world, thread);
  return [...own, ...others];
}

type Who = Pick<Thread, 'person' | 'subject' | 'speaker'>;

const makeThread = (who: Who, relation: Relation, script: Script): Thread => ({
  ...who,
  relation,
  script,
  entries: [],
});

function playOwn(world: World, relations: readonly Relation[]): readonly Thread[] {
  const { name } = world.owner;
  const waiting = [...world.rng.shuffle(relations)];
  const threads: Thread[] = [];
  for (let n = 0; waiting.length > 0; n += 1) {
    const script = SCRIPTS[n % SCRIPTS.length] ?? 'stable';
    const found = waiting.findIndex((relation) => canRun(relation, script));
    const [relation] = waiting.splice(Math.max(0, found), 1);
    if (relation === undefined) break;
    const thread = makeThread({ person: null, subject: name, speaker: name }, relation, found < 0 ? 'stable' : script);
    if (playThread(world, thread)) threads.push(thread);
  }
  return threads;
}

type Others = { readonly relations: readonly Relation[]; readonly size: number };

/** Others have the same things with other values: told of by the owner, or by themselves. */
function playOthers(world: World, { relations, size }: Others): readonly Thread[] {
  const threads: Thread[] = [];
  const shared = relations.filter(({ third }) => third !== undefined);
  const count = Math.min(24, Math.round(3 + size / 130));
  for (let n = 0; n < count; n += 1) {
    const relation = shared[n % Math.max(1, shared.length)];
    if (relation === undefined) break;
    const thread = drawOther(world, relation);
    if (threads.some((one) => one.subject === thread.subject && one.relation === relation)) continue;
    if (playThread(world, thread, whereToTell(world, thread))) threads.push(thread);
  }
  return threads;
}

/** Who speaks of oneself does so among others; nobody is told of while present. */
function whereToTell({ speakers }: World, { person }: Thread): 'group' | 'assistant' | undefined {
  if (person === null) return 'group';
  return speakers.includes(person) ? 'assistant' : undefined;
}

function drawOther(world: World, relation: Relation): Thread {
  const script: Script = world.rng.next() < 0.55 ? 'stable' : 'revision';
  const isSelf = world.speakers.length > 0 && world.rng.next() < 0.6;
  const person: Person = world.rng.pick(isSelf ? world.speakers : world.people);
  const who = isSelf
    ? { person: null, subject: person.name, speaker: person.name }
    : { person, subject: person.name, speaker: world.owner.name };
  return makeThread(who, relation, script);
}
