import { fill } from './say.mjs';
import { planSourceConflict, planStory } from './stories.mjs';
import { ROLES } from './vocabulary.mjs';

/** Relations whose subject is not a person, and from which pool it comes. */
const OTHER_SUBJECTS = new Map([
  ['scheduled for', 'occasion'],
  ['takes place in', 'occasion'],
  ['project status', 'project'],
  ['species', 'pet'],
  ['breed', 'pet'],
]);
/** What most people tell, and what can be told in the most ways: in every history. */
const CORE = ['lives in', 'works at', 'works as', 'drives', 'studies at', 'partner', 'reports to'];
const OF_MINE = /\b(?:my|our) (\w+)/gi;
/** @type {Readonly<Record<string, string>>} */
const RELATION_OF = {
  ...{ boss: 'reports to', dentist: 'doctor', landlord: 'rents from', neighbour: 'neighbour', neighbours: 'neighbour' },
  ...{ son: 'child', daughter: 'child', team: 'manages' },
};
const TRAPS = ['not', 'if', 'wish', 'hedge', 'ask', 'joke'];
/** Two values of these for one person would be another kind of fact. */
const COUNTS = { own: 42, people: 3, ofPerson: 4, speakers: 2, ofSpeaker: 3, traps: 16, quotes: 4, told: 4, others: 5 };

/** @typedef {import('./stories.mjs').Story & { readonly line?: import('./lines.mjs').Line }} PlannedStory */
/**
 * Words that look like facts; `claims` are what they say all the same (“I don't like it” is a dislike).
 * @typedef {{ readonly text: string, readonly traps: readonly import('./types.mjs').Trap[],
 *   readonly claims: readonly import('./types.mjs').Claim[], readonly role: 'user' | 'assistant' }} Bait
 */
/** @typedef {{ readonly name: string, readonly role: (typeof ROLES)[number] }} Person */
/**
 * @typedef {{ readonly stories: readonly PlannedStory[], readonly many: readonly { readonly line: import('./lines.mjs').Line, readonly stories: readonly PlannedStory[] }[],
 *   readonly baits: readonly Bait[], readonly people: readonly Person[], readonly speakers: readonly string[] }} Plan
 */
/** @typedef {{ readonly random: import('./random.mjs').Random, readonly wording: import('./lines.mjs').Wording, readonly values: ReturnType<typeof import('./values.mjs').createValues>, readonly vocabulary: ReturnType<typeof import('./vocabulary.mjs').readVocabulary>, readonly turn: number }} World */

const placesIn = (/** @type {string} */ text) => [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/** @param {World} world @param {string} relation */
const poolOf = ({ wording }, relation) => {
  const pool = wording.relations.get(relation)?.pool;
  if (pool === undefined) throw new Error(`The ${wording.name} set says nothing of ${relation}.`);
  return pool;
};

/** @param {World} world @param {string} subject @param {string} relation @param {boolean} isOther */
function planOne(world, subject, relation, isOther) {
  const { random, wording, values, vocabulary } = world;
  const known = vocabulary.get(relation);
  if (known === undefined) throw new Error(`The vocabulary has no relation ${relation}.`);
  const kinds = new Set(wording.relations.get(relation)?.lines.map(({ kind }) => kind));
  const takeValues = (/** @type {number} */ count) => values.take(relation, poolOf(world, relation), count);
  return planStory(random, { subject, relation, bucket: known.bucket, kinds, takeValues, isOther });
}

/** Several facts in one sentence: a relation told so has no other story in this history. @param {World} world */
function planMany(world) {
  const { random, wording, values } = world;
  /** @type {Set<string>} */
  const taken = new Set();
  const many = [];
  for (const line of random.shuffle(wording.relations.get('many')?.lines ?? [])) {
    const relations = placesIn(line.text);
    const isCore = relations.some((relation) => CORE.includes(relation));
    if ((isCore && random.chance(0.6)) || many.length === 2 || relations.some((relation) => taken.has(relation)))
      continue;
    const stories = relations.map((relation) => {
      taken.add(relation);
      const value = values.take(relation, poolOf(world, relation), 1)?.[0];
      if (value === undefined) throw new Error(`No value is left for ${relation}.`);
      return { subject: 'me', relation, kind: 'plain', beats: [{ kinds: ['many'], value }] };
    });
    many.push({ line, stories });
  }
  return { many, taken };
}

/** @param {World} world @param {(kind: string) => boolean} hasKind @param {number} count @param {ReadonlySet<string>} without */
function chooseRelations({ random, wording, turn }, hasKind, count, without) {
  const fitting = [...wording.relations.values()]
    .filter(({ name, lines }) => name !== 'many' && !without.has(name) && lines.some(({ kind }) => hasKind(kind)))
    .map(({ name }) => name);
  // Each history begins elsewhere in the list, so that a few of them cover it.
  const from = (turn * count) % Math.max(1, fitting.length);
  return random.shuffle([...fitting.slice(from), ...fitting.slice(0, from)].slice(0, count));
}

/** @param {World} world @param {readonly Person[]} people @param {readonly string[]} speakers */
function planOthers(world, people, speakers) {
  const { random, values, wording } = world;
  const notPeople = new Set(OTHER_SUBJECTS.keys());
  const ofPeople = people.flatMap(({ name }) =>
    chooseRelations(
      { ...world, turn: world.turn + random.int(40) },
      (kind) => kind === 'third',
      COUNTS.ofPerson,
      new Set([...notPeople, 'birthday']),
    ).flatMap((relation) => planOne(world, name, relation, true) ?? []),
  );
  const ofThings = [...OTHER_SUBJECTS].flatMap(([relation, pool]) => {
    const subject = values.take(`subject of ${relation}`, pool, 1)?.[0]?.text;
    if (subject === undefined || !wording.relations.has(relation)) return [];
    const story = planOne(world, subject, relation, true);
    return story === null ? [] : [story];
  });
  const ofSpeakers = speakers.flatMap((speaker) =>
    chooseRelations(
      { ...world, turn: world.turn + random.int(40) },
      (kind) => kind === 'say',
      COUNTS.ofSpeaker,
      notPeople,
    ).flatMap((relation) => {
      const value = values.take(relation, poolOf(world, relation), 1)?.[0];
      return value === undefined
        ? []
        : [{ subject: speaker, relation, kind: 'plain', beats: [{ kinds: ['say'], value, speaker }] }];
    }),
  );
  const subject = people[0]?.name ?? '';
  const dates = values.take('birthday', poolOf(world, 'birthday'), 2) ?? [];
  return [
    ...ofPeople,
    ...ofThings,
    ...ofSpeakers,
    planSourceConflict({ subject, relation: 'birthday', values: dates, speakers }),
  ];
}

/** A sentence with places for relations, filled with values that are never said in earnest. @param {World} world @param {string} template @param {string} kind @param {Bait['role']} role @returns {Bait[]} */
function planFilled(world, template, kind, role) {
  /** @type {import('./types.mjs').Trap[]} */
  const traps = [];
  /** @type {Record<string, string>} */
  const words = {};
  for (const relation of placesIn(template)) {
    const value = world.values.take(relation, poolOf(world, relation), 1)?.[0];
    if (value === undefined) return [];
    words[relation] = value.text;
    traps.push({ kind, relation, value, line: `${world.wording.name}/talk/${kind}` });
  }
  const text = fill(template, words);
  // “My dentist's son …” says nothing of me, except that I have a dentist.
  const claims = [...text.matchAll(OF_MINE)].flatMap(([, word = '']) => {
    const relation = RELATION_OF[word];
    return relation === undefined ? [] : [toClaim({ kind, relation, value: { text: word, value: null }, line: kind })];
  });
  return [{ text, traps, claims: role === 'user' ? claims : [], role }];
}

/** @param {import('./types.mjs').Trap} bait @returns {import('./types.mjs').Claim} */
const toClaim = ({ kind, relation, value, line }) => ({
  ...{ act: 'state', subject: 'me', relation, value, replaces: null, isPast: false, from: null, to: null },
  ...{ kind, line, isNeeded: false },
});

/** Sentences that look like facts and are none. @param {World} world @returns {Bait[]} */
function planBaits(world) {
  const { random, wording, values } = world;
  const lines = [...wording.relations.values()].flatMap((relation) =>
    relation.lines.map((line) => ({ line, pool: relation.pool })),
  );
  const trap = (
    /** @type {typeof lines[number]} */ { line, pool },
    /** @type {string} */ kind,
    /** @type {(text: string) => string} */ frame,
  ) => {
    const value = values.take(line.relation, pool, 1)?.[0];
    if (value === undefined) return [];
    const bait = { kind, relation: line.relation, value, line: line.id };
    const extras = line.extras.map((extra) => ({
      ...bait,
      relation: extra.relation,
      value: { text: fill(extra.value, { o: value.text }), value: null },
    }));
    const isTrue = kind === 'not';
    // Taking back what was never said changes nothing.
    const claims = isTrue ? [...extras.map(toClaim), { ...toClaim(bait), act: /** @type {const} */ ('retract') }] : [];
    const text = frame(fill(line.text, { o: value.text }));
    return [{ text, traps: isTrue ? [bait] : [bait, ...extras], claims, role: /** @type {const} */ ('user') }];
  };
  const fitting = random.shuffle(lines.filter(({ line }) => TRAPS.includes(line.kind)));
  const said = random.shuffle(lines.filter(({ line }) => line.kind === 'say'));
  const talk = (/** @type {string} */ name, /** @type {number} */ count) =>
    random.shuffle(wording.talk.get(name) ?? []).slice(0, count);
  const frames = talk('quote', COUNTS.quotes);
  return [
    ...fitting.slice(0, COUNTS.traps).flatMap((each) => trap(each, each.line.kind, (text) => text)),
    ...frames.flatMap((frame, n) =>
      said.slice(n, n + 1).flatMap((each) => trap(each, 'quote', (s) => fill(frame, { s }))),
    ),
    ...talk('told', COUNTS.told).flatMap((each) => planFilled(world, each, 'told', 'assistant')),
    ...talk('others', COUNTS.others).flatMap((each) => planFilled(world, each, 'others', 'user')),
  ];
}

/** Everything that will be said in a history, before anyone knows when. @param {World} world @returns {Plan} */
export function planHistory(world) {
  const { random, values } = world;
  const names = values.take('who', 'person', COUNTS.people + COUNTS.speakers)?.map(({ text }) => text) ?? [];
  const roles = random.shuffle(ROLES);
  const people = names.slice(0, COUNTS.people).flatMap((name, n) => {
    const role = roles[n];
    return role === undefined ? [] : [{ name, role }];
  });
  const speakers = names.slice(COUNTS.people);
  const { many, taken } = planMany(world);
  const own = chooseRelations(
    world,
    (kind) => kind === 'say',
    COUNTS.own,
    new Set([...taken, ...OTHER_SUBJECTS.keys()]),
  );
  const core = CORE.filter((relation) => !taken.has(relation) && !own.includes(relation));
  const stories = [...own, ...core].flatMap((relation) => planOne(world, 'me', relation, false) ?? []);
  return {
    stories: [...stories, ...planOthers(world, people, speakers)],
    many,
    baits: planBaits(world),
    people,
    speakers,
  };
}
