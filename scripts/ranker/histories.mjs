import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listLongMemEvalFiles, parseLongMemEval } from '../eval/longmemeval.mjs';
import { createRandom, groupBy } from './random.mjs';

/** @typedef {{ id: string, speaker: string, role: 'user' | 'assistant' | 'other', text: string, session: string, at: string }} Turn */
/** @typedef {{ name: string, kind: 'long' | 'short', turns: Turn[], question: string, asOf: string, gold: Set<string>, category: string }} History */

/** Names of nobody: the two sides of a chat become two people, so that short turns of named people are seen as well. */
const PAIRS = [
  ['Anna', 'Ben'],
  ['Clara', 'David'],
  ['Elena', 'Frank'],
  ['Grace', 'Hugo'],
  ['Ines', 'Jonas'],
  ['Karin', 'Leo'],
  ['Mira', 'Noah'],
  ['Olga', 'Peter'],
];
const SEED = 77;
/** Sessions without evidence that a short history keeps, and their turns; a short history is of hundreds of turns. */
const KEPT = { sessions: 22, turns: 12, userSentences: 6, assistantSentences: 3, goldSentences: 40 };
const PER_TURN = { user: 2, assistant: 3 };
const MAX_CHARS = 300;

/** Every question of LongMemEval that has evidence, with its history as it is. @param {string} folder @returns {readonly { history: History, answer: string }[]} */
export function readLongHistories(folder) {
  const [file = ''] = listLongMemEvalFiles(folder);
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line, n) => {
    const item = JSON.parse(line);
    const name = `lme-${String(n + 1).padStart(2, '0')}`;
    const { lines: said, questions } = parseLongMemEval(item, name);
    const [asked] = questions;
    if (asked === undefined || !asked.isAnswerable || asked.gold.length === 0) return [];
    const turns = said.map((turn) => ({
      ...{ id: turn.id, speaker: turn.speaker, role: turn.role, text: turn.text },
      ...{ session: turn.conversation, at: turn.at },
    }));
    const { query, asOf, category } = asked;
    const gold = new Set(asked.gold);
    const history = /** @type {History} */ ({ name, kind: 'long', turns, question: query, asOf, gold, category });
    return [{ history, answer: String(item.answer) }];
  });
}

/**
 * The same history as two named people who speak in a few sentences at a time. Of a turn with evidence the part that shares
 * most words with the reference answer, then with the question, is the evidence.
 * @param {{ history: History, answer: string }} source @param {number} n @returns {History}
 */
export function cutShort({ history, answer }, n) {
  const random = createRandom(SEED + n);
  const [user = '', assistant = ''] = PAIRS[n % PAIRS.length] ?? [];
  const { gold } = history;
  const sessions = groupBy(history.turns, ({ session }) => session);
  const golden = new Set(history.turns.flatMap(({ id, session }) => (gold.has(id) ? [session] : [])));
  const others = [...sessions.keys()].filter((session) => !golden.has(session));
  const drawn = others.map((session) => ({ session, draw: random() })).sort((a, b) => a.draw - b.draw);
  const kept = new Set([...golden, ...drawn.slice(0, KEPT.sessions).map(({ session }) => session)]);
  const wanted = { answer: wordsOf(answer), question: wordsOf(history.question) };
  /** @type {Turn[]} */
  const turns = [];
  const newGold = new Set();
  for (const [session, own] of sessions) {
    if (!kept.has(session)) continue;
    for (const turn of own.slice(0, golden.has(session) ? own.length : KEPT.turns)) {
      const parts = partsOf(turn, gold.has(turn.id)).map((text, i) => ({
        ...turn,
        ...{ id: `${turn.id}.${i}`, text, role: /** @type {const} */ ('other') },
        speaker: turn.role === 'user' ? user : assistant,
      }));
      turns.push(...parts);
      if (!gold.has(turn.id)) continue;
      const worth = parts.map(({ text }) => 2 * shared(wanted.answer, text) + shared(wanted.question, text));
      const best = parts[worth.indexOf(Math.max(...worth))];
      if (best) newGold.add(best.id);
    }
  }
  const question = inThirdPerson(history.question, user, assistant);
  return { ...history, kind: 'short', turns, question, gold: newGold };
}

/** @param {Turn} turn @param {boolean} isGold */
function partsOf(turn, isGold) {
  const most = turn.role === 'user' ? KEPT.userSentences : KEPT.assistantSentences;
  const sentences = sentencesOf(turn.text).slice(0, isGold ? KEPT.goldSentences : most);
  const size = turn.role === 'user' ? PER_TURN.user : PER_TURN.assistant;
  const parts = [];
  for (let i = 0; i < sentences.length; i += size) parts.push(sentences.slice(i, i + size).join(' '));
  return parts;
}

/** Sentences and lines; very short ones stay with the one before. @param {string} text */
function sentencesOf(text) {
  /** @type {string[]} */
  const out = [];
  for (const [whole] of text.matchAll(/[^.!?\n]*(?:[.!?]+["'”)]*|\n|$)\s*/g)) {
    const sentence = whole.trim();
    if (sentence === '') continue;
    const last = out.at(-1);
    if (last !== undefined && (last.length < 25 || sentence.length < 15)) out[out.length - 1] = `${last} ${sentence}`;
    else out.push(sentence);
  }
  return out.map((sentence) => sentence.slice(0, MAX_CHARS));
}

const STOP = new Set(
  'the a an of to in on at for and or is was were are be been i my me you your it that this with from as by what when where which who how many much did do does had has have would could should not no user their they his her'.split(
    ' ',
  ),
);

/** @param {string} text */
const wordsOf = (text) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}$]+/gu) ?? [])
      .filter((word) => !STOP.has(word))
      .map((word) => word.replace(/(ing|ed|es|s)$/, '')),
  );

/** @param {Set<string>} wanted @param {string} text */
const shared = (wanted, text) => [...wordsOf(text)].filter((word) => wanted.has(word)).length;

/** Good enough for search: "What did I buy?" of Anna is "What did Anna buy?". @param {string} question @param {string} user @param {string} assistant */
function inThirdPerson(question, user, assistant) {
  const verbs = { have: 'has', do: 'does', am: 'is' };
  const third = (/** @type {string} */ verb) => verbs[/** @type {keyof typeof verbs} */ (verb)];
  return question
    .replace(/\bI'm\b/g, `${user} is`)
    .replace(/\bI've\b/g, `${user} has`)
    .replace(/\bI'd\b/g, `${user} would`)
    .replace(/\b(have|do|am) I\b/g, (_, verb) => `${third(verb)} ${user}`)
    .replace(/\bI (have|am)\b/g, (_, verb) => `${user} ${third(verb)}`)
    .replace(/\bI\b/g, user)
    .replace(/\b(my|mine)\b/gi, `${user}'s`)
    .replace(/\b(me|myself)\b/g, user)
    .replace(/\byour\b/g, `${assistant}'s`)
    .replace(/\byou\b/g, assistant);
}
