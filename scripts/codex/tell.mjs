import { listTrueValues } from './ledger.mjs';
import { createRandom } from './random.mjs';
import { fill, sayLine } from './say.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {import('./types.mjs').Claim} Claim */
/** @typedef {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} Vocabulary */
/**
 * Something that one person says in a conversation. `say` is called in the order of time.
 * @typedef {{ readonly role: Turn['role'], readonly speaker: string | null,
 *   readonly say: (saidMs: number) => { readonly text: string, readonly protect: readonly string[], readonly claims: readonly Claim[],
 *   readonly traps: readonly import('./types.mjs').Trap[], readonly note: (turn: Pick<Turn, 'id' | 'at'>) => void } }} Item
 */

/**
 * What the stories of a history share: who has been introduced, and which wordings were used.
 * @typedef {{ readonly plan: import('./plan.mjs').Plan, readonly wording: import('./lines.mjs').Wording, readonly vocabulary: Vocabulary,
 *   readonly met: Set<string>, readonly usedLines: Set<string> }} World
 */
/** @typedef {{ readonly said: import('./ledger.mjs').SaidBeat[], readonly times: (import('./time-words.mjs').Said | null)[] }} Told */

/** Words of which a later sentence must not take another one: a father is no mother. */
const ROLE_WORDS = [
  ...[
    /\b(?:mother|mum)\b/i,
    /\b(?:father|dad)\b/i,
    /\bsisters?\b/i,
    /\bbrother\b/i,
    /\bson\b/i,
    /\b(?:daughter|girl)\b/i,
  ],
  ...[
    /\bwife\b/i,
    /\bhusband\b/i,
    /\bgirlfriend\b/i,
    /\bboyfriend\b/i,
    /\b(?:cat|kitten|tomcat)\b/i,
    /\b(?:dog|puppy)\b/i,
  ],
  ...[/\brabbit\b/i, /\bparrot\b/i, /\b(?:dentist|teeth)\b/i, /\bdoctors?\b/i],
];

/** @param {string} a @param {string} b */
function canFollow(a, b) {
  const [ofA, ofB] = [a, b].map((text) => ROLE_WORDS.filter((word) => word.test(text)));
  return !ofA?.length || !ofB?.length || ofA.some((word) => ofB.includes(word));
}

/**
 * Lines that can say the beat, unused ones first: they agree with what was said before, and something can say the next beat after them.
 * @param {import('./random.mjs').Random} random @param {World} world @param {import('./plan.mjs').PlannedStory} story @param {Told} told
 */
function orderLines(random, { wording, usedLines }, story, told) {
  const lines = wording.relations.get(story.relation)?.lines ?? [];
  const n = told.said.length;
  const before = lines.filter(({ id }) => told.said.some(({ line }) => line === id));
  const after = story.beats.slice(n + 1).map(({ kinds }) => lines.filter(({ kind }) => kinds.includes(kind)));
  const fitting = lines.filter(
    ({ kind, text }) =>
      story.beats[n]?.kinds.includes(kind) &&
      before.every((line) => canFollow(line.text, text)) &&
      after.every((next) => next.some((line) => canFollow(text, line.text))),
  );
  const mixed = random.shuffle(fitting);
  return [...mixed.filter(({ id }) => !usedLines.has(id)), ...mixed.filter(({ id }) => usedLines.has(id))];
}

/** No beginning may be named before this: what was told last, or where it began for a late “in 2014 I moved to …”. @param {import('./stories.mjs').Beat} beat @param {Told} told */
function notBeforeOf({ kinds }, { said }) {
  const last = said.at(-1);
  if (last === undefined) return 0;
  return Date.parse(kinds.includes('earlier') ? (last.from?.at ?? last.saidAt) : last.saidAt);
}

/** @param {{ readonly random: import('./random.mjs').Random, readonly story: import('./plan.mjs').PlannedStory, readonly beat: import('./stories.mjs').Beat, readonly world: World, readonly told: Told, readonly saidMs: number }} telling @returns {ReturnType<Item['say']>} */
function sayBeat({ random, story, beat, world, told, saidMs }) {
  const person = world.plan.people.find(({ name }) => name === story.subject);
  const isNew =
    person !== undefined && beat.speaker === undefined && (!world.met.has(person.name) || random.chance(0.3));
  const occasion = {
    ...{ subject: story.subject, value: beat.value, wrong: beat.wrong ?? null, kind: story.kind },
    ...{ saidMs, notBeforeMs: notBeforeOf(beat, told) },
    time: beat.time === undefined ? null : (told.times[beat.time] ?? null),
    intro: isNew ? { relation: person.role[0], label: person.role[1] } : null,
    inverse: world.vocabulary.get(story.relation)?.inverse ?? null,
  };
  for (const line of orderLines(random, world, story, told)) {
    const spoken = sayLine(random, line, occasion);
    if (spoken === null) continue;
    world.usedLines.add(line.id);
    if (isNew) world.met.add(person.name);
    told.times.push(spoken.time);
    const { text, claims, from, to } = spoken;
    const note = (/** @type {Pick<Turn, 'id' | 'at'>} */ turn) => {
      told.said.push({ line: line.id, value: beat.value, saidAt: turn.at, turn: turn.id, from, to });
    };
    const protect = [beat.value.text, beat.wrong?.text ?? beat.value.text, story.subject];
    return { text, protect, claims, traps: [], note };
  }
  throw new Error(`Nothing says ${beat.kinds.join(', ')} of ${story.relation}.`);
}

/** The items of a story, and its truth once all of them were said. @param {import('./random.mjs').Random} random @param {import('./plan.mjs').PlannedStory} story @param {World} world */
export function tellStory(random, story, world) {
  /** @type {Told} */
  const told = { said: [], times: [] };
  const items = story.beats.map((beat) => ({
    role: /** @type {Turn['role']} */ (beat.speaker === undefined ? 'user' : 'other'),
    speaker: beat.speaker ?? null,
    say: (/** @type {number} */ saidMs) => sayBeat({ random, story, beat, world, told, saidMs }),
  }));
  const { subject, relation, kind } = story;
  const isSensitive = world.vocabulary.get(relation)?.isSensitive ?? false;
  const entry = () => ({ subject, relation, kind, isSensitive, values: listTrueValues(kind, told.said) });
  return { items, entry };
}

/** One sentence with several facts. @param {import('./plan.mjs').Plan['many'][number]} many @param {Vocabulary} vocabulary */
export function tellMany({ line, stories }, vocabulary) {
  /** @type {Pick<Turn, 'id' | 'at'>} */
  let turn = { id: '', at: '' };
  const words = Object.fromEntries(stories.map(({ relation, beats }) => [relation, beats[0]?.value.text ?? '']));
  const claims = stories.flatMap(({ relation, beats }) => {
    const value = beats[0]?.value ?? { text: '', value: null };
    const one = { ...line, relation, text: '{o}', kind: 'say' };
    const occasion = {
      subject: 'me',
      value,
      wrong: null,
      saidMs: 0,
      notBeforeMs: 0,
      time: null,
      intro: null,
      kind: 'many',
    };
    const spoken = sayLine(createRandom(''), one, { ...occasion, inverse: vocabulary.get(relation)?.inverse ?? null });
    return spoken?.claims ?? [];
  });
  const note = (/** @type {Pick<Turn, 'id' | 'at'>} */ said) => {
    turn = said;
  };
  /** @type {Item} */
  const item = {
    role: 'user',
    speaker: null,
    say: () => ({ text: fill(line.text, words), protect: Object.values(words), claims, traps: [], note }),
  };
  const entries = () =>
    stories.map(({ subject, relation, beats }) => {
      const said = beats.map(({ value }) => ({
        line: line.id,
        value,
        saidAt: turn.at,
        turn: turn.id,
        from: null,
        to: null,
      }));
      const isSensitive = vocabulary.get(relation)?.isSensitive ?? false;
      return { ...{ subject, relation, kind: 'plain', isSensitive }, values: listTrueValues('plain', said) };
    });
  return { item, entries };
}
