import { readWording } from './lines.mjs';
import { planHistory } from './plan.mjs';
import { createRandom } from './random.mjs';
import { fill } from './say.mjs';
import { inventStyle, typeSentence } from './style.mjs';
import { tellMany, tellStory } from './tell.mjs';
import { DAY_MS } from './time-words.mjs';
import { createValues } from './values.mjs';
import { readVocabulary } from './vocabulary.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {import('./types.mjs').History} History */
/** @typedef {import('./tell.mjs').Item} Item */

const CONVERSATIONS = 26;
const FIRST_DAY_MS = Date.UTC(2022, 1, 1);
const nothing = () => undefined;

/** @param {import('./random.mjs').Random} random */
function listStarts(random) {
  let dayMs = FIRST_DAY_MS + random.int(120) * DAY_MS;
  return Array.from({ length: CONVERSATIONS }, () => {
    dayMs += (31 + random.int(9)) * DAY_MS;
    // Between eight in the morning and eight in the evening, so that none goes past midnight.
    return dayMs + 8 * 3_600_000 + random.int(720) * 60_000;
  });
}

/** Conversations for the beats of a story, in order, with at least one between two. @param {import('./random.mjs').Random} random @param {number} count @param {readonly number[] | null} [among] */
function chooseConversations(random, count, among = null) {
  if (among !== null) return among.slice(0, count);
  const room = CONVERSATIONS - 1 - (count - 1);
  const sorted = Array.from({ length: count }, () => random.int(room)).sort((a, b) => a - b);
  return sorted.map((at, n) => Math.min(at + n * 2, CONVERSATIONS - count + n));
}

/** @param {import('./random.mjs').Random} random @param {import('./lines.mjs').Wording} wording @returns {Item} */
function talkIdly(random, { talk }) {
  const text = random.chance(0.45)
    ? fill(random.pick(talk.get('asks') ?? []), { task: random.pick(talk.get('tasks') ?? []) })
    : random.pick(talk.get('chatter') ?? []);
  return { role: 'user', speaker: null, say: () => ({ text, protect: [], claims: [], traps: [], note: nothing }) };
}

/** Groups items of one speaker into turns. @param {import('./random.mjs').Random} random @param {readonly Item[]} items */
function groupItems(random, items) {
  /** @type {Item[][]} */
  const groups = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isJoined =
      last !== undefined && last.length < 3 && last[0]?.role === item.role && last[0]?.speaker === item.speaker;
    if (isJoined && item.role !== 'assistant' && random.chance(0.28)) last?.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** @param {import('./random.mjs').Random} random @param {readonly string[]} sentences */
function joinSentences(random, sentences) {
  return sentences.reduce(
    (text, next) =>
      text === ''
        ? next
        : `${text}${/[.!?:)"]$/.test(text) ? random.pick([' ', ' ', '\n']) : random.pick(['. ', '. ', '.\n', '\n', ', ', ' - '])}${next}`,
    '',
  );
}

/** @param {{ readonly random: import('./random.mjs').Random, readonly wording: import('./lines.mjs').Wording, readonly owner: string, readonly name: string, readonly placed: readonly Item[][] }} script @returns {Turn[]} */
function writeTurns({ random, wording, owner, name, placed }) {
  const style = inventStyle(random);
  const starts = listStarts(random.fork('times'));
  /** @type {Turn[]} */
  const turns = [];
  placed.forEach((items, c) => {
    let ms = starts[c] ?? 0;
    const conversation = `${name}-c${String(c + 1).padStart(2, '0')}`;
    const add = (/** @type {Omit<Turn, 'id' | 'conversation' | 'at'>} */ turn) => {
      const id = `${name}-t${String(turns.length + 1).padStart(4, '0')}`;
      turns.push({ id, conversation, at: new Date(ms).toISOString(), ...turn });
      ms += (20 + random.int(160)) * 1_000;
      return turns.at(-1) ?? { id, at: '' };
    };
    for (const group of groupItems(random, items)) {
      const [{ role, speaker } = { role: /** @type {const} */ ('user'), speaker: null }] = group;
      const parts = group.map((item) => item.say(ms));
      const how = (/** @type {readonly string[]} */ protect) => ({ style, talk: wording.talk, protect });
      const texts = parts.map(({ text, protect }) =>
        role === 'assistant' ? text : typeSentence(random, text, how(protect)),
      );
      const who = speaker ?? (role === 'assistant' ? 'assistant' : owner);
      const facts = { claims: parts.flatMap(({ claims }) => claims), traps: parts.flatMap(({ traps }) => traps) };
      const turn = add({ speaker: who, role, text: joinSentences(random, texts), ...facts });
      for (const { note } of parts) note(turn);
      const reply = random.pick(wording.talk.get('replies') ?? []);
      if (role === 'user') add({ speaker: 'assistant', role: 'assistant', text: reply, claims: [], traps: [] });
    }
  });
  return turns;
}

/**
 * One person's conversations over two to three years, with everything that is true in them.
 * @param {{ readonly seed: string, readonly set: import('./lines.mjs').SetName, readonly n: number }} options @returns {History}
 */
export function createHistory({ seed, set, n }) {
  const random = createRandom(`${seed}/${set}/${n}`);
  const wording = readWording(set);
  const vocabulary = readVocabulary();
  const values = createValues(random.fork('values'), wording);
  const plan = planHistory({ random: random.fork('plan'), wording, values, vocabulary, turn: n });
  const name = `${set}-${n + 1}`;
  const owner = random.pick(wording.talk.get('owners') ?? []);
  const place = random.fork('place');
  const placed = Array.from({ length: CONVERSATIONS }, () => /** @type {Item[]} */ ([]));
  const put = (/** @type {number} */ at, /** @type {Item} */ item) => void placed[at]?.push(item);

  const world = {
    plan,
    wording,
    vocabulary,
    met: /** @type {Set<string>} */ (new Set()),
    usedLines: /** @type {Set<string>} */ (new Set()),
  };
  const told = plan.stories.map((story) => tellStory(random.fork(`${story.subject}/${story.relation}`), story, world));
  for (const { items } of told) {
    const at = chooseConversations(place, items.length);
    for (const [i, item] of items.entries()) put(at[i] ?? 0, item);
  }
  const many = plan.many.map((each) => tellMany(each, vocabulary));
  for (const { item } of many) put(place.int(CONVERSATIONS), item);
  for (const { text, traps, claims, role } of plan.baits)
    put(place.int(CONVERSATIONS), {
      role,
      speaker: null,
      say: () => ({ text, protect: traps.map((trap) => trap.value.text), claims, traps, note: nothing }),
    });
  const idle = random.fork('idle');
  for (const items of placed) for (let i = 2 + idle.int(4); i > 0; i -= 1) items.push(talkIdly(idle, wording));

  const shuffled = placed.map((items) => place.shuffle(items));
  const turns = writeTurns({ random: random.fork('write'), wording, owner, name, placed: shuffled });
  return {
    name,
    set,
    owner,
    turns,
    ledger: [...told.map(({ entry }) => entry()), ...many.flatMap(({ entries }) => entries())],
  };
}

/** @param {{ readonly seed: string, readonly histories: number, readonly sets: readonly import('./lines.mjs').SetName[] }} options */
export function createHistories({ seed, histories, sets }) {
  return sets.flatMap((set) => Array.from({ length: histories }, (_, n) => createHistory({ seed, set, n })));
}

/** What `palimpsest import --format jsonl` reads: no truth in it. @param {History} history */
export function toJsonl({ turns }) {
  const rows = turns.map(({ conversation, speaker, role, at, text, id }) =>
    JSON.stringify({ conversation, speaker, role, at, text, id }),
  );
  return `${rows.join('\n')}\n`;
}
