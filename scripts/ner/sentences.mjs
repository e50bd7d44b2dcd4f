import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded, shuffled } from '../heads/labels.mjs';

/** @typedef {{ readonly from: number, readonly to: number, readonly type: string }} Mark */
/** A text and what in it is an entity, by UTF-16 offsets. @typedef {{ readonly text: string, readonly spans: readonly Mark[] }} Sentence */
/** @typedef {'train' | 'test'} Split */

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
const listOf = (/** @type {string | readonly string[]} */ text) => [text].flat().flatMap((part) => part.split(', '));

/** Sentences of a template; what is held out comes from templates and names that training never sees. */
const PER_TEMPLATE = { train: 24, test: 10 };
const HELD_OUT_EVERY = 6;
/** The slots that are entities, and what each is. */
const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  person: 'person',
  first: 'person',
  place: 'location',
  org: 'organisation',
  product: 'product',
  work: 'work',
});

/** Every so many of a shuffled list are kept from training. @param {readonly string[]} list @param {Split} split */
const partOf = (list, split) =>
  shuffled(list, seeded(17)).filter((_, i) => (i % HELD_OUT_EVERY === 0) === (split === 'test'));

/** @param {Split} split */
function loadNames(split) {
  const names = /** @type {Record<string, readonly string[]>} */ (read('names.json'));
  return Object.fromEntries(Object.entries(names).map(([key, lists]) => [key, partOf(listOf(lists), split)]));
}

/** @typedef {{ names: Record<string, readonly string[]>, fill: Record<string, string>, random: () => number }} Source */

/** @param {readonly string[]} list @param {() => number} random */
const pick = (list, random) => list[Math.floor(random() * list.length)] ?? '';

/** A name of its kind: some known everywhere, some made of parts, as people meet them. @param {string} slot @param {Source} source */
function makeName(slot, { names, random }) {
  const one = (/** @type {string} */ key) => pick(names[key] ?? [], random);
  const pair = (/** @type {string} */ key) => `${one(`${key}Head`)} ${one(`${key}Tail`)}`;
  const share = random();
  if (slot === 'first') return one('first');
  if (slot === 'person') {
    if (share < 0.2) return one('celebrity');
    if (share < 0.3) return one('nickname');
    return share < 0.45 ? one('last') : `${one('first')} ${one('last')}`;
  }
  if (slot === 'place') return share < 0.12 ? pair('place') : one('place');
  if (slot === 'org') return share < 0.4 ? pair('org') : one('org');
  if (slot === 'product') return share < 0.2 ? pair('product') : one('product');
  return share < 0.25 ? pair('work') : one('work');
}

/** @param {Source} source */
const makeHandle = ({ names, random }) =>
  `${pick(names.first ?? [], random).toLowerCase()}${pick(['', '_x', '92', '_official', 'writes'], random)}`;

/** The text of a template with its entities marked. @param {string} template @param {Source} source */
function fill(template, source) {
  let text = '';
  /** @type {Mark[]} */
  const spans = [];
  for (const part of template.split(/(\{\w+\})/)) {
    const slot = /^\{(\w+)\}$/.exec(part)?.[1];
    if (slot === undefined) text += part;
    else if (slot === 'handle') text += makeHandle(source);
    else if (TYPES[slot] !== undefined) {
      const name = makeName(slot, source);
      // "the UN" is said with its article, which is no part of the name.
      const bare = name.replace(/^the /, '');
      text += name.slice(0, name.length - bare.length);
      spans.push({ from: text.length, to: text.length + bare.length, type: TYPES[slot] });
      text += bare;
    } else text += pick(listOf(source.fill[slot] ?? ''), source.random);
  }
  return { text, spans };
}

const OPENINGS = ['So, ', 'Well, ', 'Also, ', 'Hey, ', 'ok so ', 'btw ', 'And ', 'Oh, ', 'FYI: ', 'haha '];

/** How people type: openings, no capitals, no mark at the end, all capitals. @param {ReturnType<typeof fill>} made @param {() => number} random */
function varied({ text, spans }, random) {
  const opening = random() < 0.15 ? pick(OPENINGS, random) : '';
  let out = text;
  if (opening !== '' && spans[0]?.from !== 0 && !/^I\b/.test(out)) out = out.charAt(0).toLowerCase() + out.slice(1);
  out = opening + out;
  const style = random();
  const lower = out.toLowerCase();
  // A letter whose lower case is longer would move every mark after it.
  if (style < 0.3 && lower.length === out.length) out = lower;
  else if (style > 0.98 && out.toUpperCase().length === out.length) out = out.toUpperCase();
  else if (opening === '') out = out.charAt(0).toUpperCase() + out.slice(1);
  if (random() < 0.25) out = out.replace(/[.!?]$/, '');
  return {
    text: out,
    spans: spans.map((span) => ({ ...span, from: span.from + opening.length, to: span.to + opening.length })),
  };
}

/** Our own sentences with their entities, the same every time. @param {Split} split @returns {Sentence[]} */
export function makeSentences(split) {
  const { fill: fillings, templates, plain } = read('templates.json');
  const random = seeded(split === 'train' ? 29 : 31);
  const source = { names: loadNames(split), fill: fillings, random };
  /** @type {Map<string, Sentence>} */
  const made = new Map();
  for (const template of [...partOf(templates, split), ...partOf(plain, split)])
    for (let n = 0; n < PER_TEMPLATE[split]; n++) {
      const sentence = varied(fill(template, source), random);
      made.set(sentence.text, sentence);
    }
  return [...made.values()];
}
