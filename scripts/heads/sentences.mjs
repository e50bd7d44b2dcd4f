import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded, shuffled } from './labels.mjs';

/** @typedef {import('./labels.mjs').Example} Example */
/** @typedef {import('./labels.mjs').Split} Split */
/** @typedef {{ text: string, intent: string, operation: string, reliance: string, topic?: string }} Template */
/** @typedef {Record<'thing' | 'things' | 'act' | 'concept' | 'artefact' | 'live', string[]>} Fillers */
/** @typedef {{ topics: Record<string, Fillers>, names: string[], pasts: string[], futures: string[], feelings: string[] }} Vocabulary */

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));

/** Sentences of a template in each topic. */
const PER_TOPIC = 5;
/** Every so many templates of a kind, and the last part of every list of fillings, are kept from training. */
const HELD_OUT = { everyTemplate: 5, fillings: 0.25 };
/** Slots whose filling says what a sentence is about; without one it may be about anything. */
const TOPICAL = /\{(thing|things|do|did|doing|concept|artefact|live)2?\}/;
const OPENINGS = ['', '', '', '', '', 'Hey, ', 'So, ', 'Also, ', 'One question: ', 'ok ', 'Please, '];

/** Templates of the same kind are dealt out, so that every kind is in every split. @param {readonly Template[]} templates */
function dealTemplates(templates) {
  /** @type {Map<string, Template[]>} */
  const kinds = new Map();
  for (const template of templates) {
    const kind = `${template.intent}/${template.operation}/${template.reliance}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), template]);
  }
  return [...kinds.values()].flatMap((list) =>
    shuffled(list, seeded(11)).map((template, index) => {
      const place = index % HELD_OUT.everyTemplate;
      /** @type {Split} */
      const split = place === 1 ? 'test' : place === 3 && index > 4 ? 'calibrate' : 'train';
      return { template, split };
    }),
  );
}

/** @param {readonly string[]} list @param {Split} split */
function fillingsOf(list, split) {
  const cut = Math.ceil(list.length * (1 - HELD_OUT.fillings));
  return split === 'train' ? list.slice(0, cut) : list.slice(cut);
}

/** @param {string} text @param {Fillers} fillers @param {{ vocabulary: Vocabulary, split: Split, random: () => number }} input */
function fill(text, fillers, { vocabulary, split, random }) {
  const pick = (/** @type {readonly string[]} */ list) => {
    const some = fillingsOf(list, split);
    return some[Math.floor(random() * some.length)] ?? '';
  };
  const acts = [pick(fillers.act), pick(fillers.act)].map(formsOf);
  return text.replace(/\{(\w+?)(2?)\}/g, (_, /** @type {string} */ slot, /** @type {string} */ second) => {
    const act = acts[second === '2' ? 1 : 0];
    if (slot === 'do' || slot === 'did' || slot === 'doing') return act?.[slot] ?? '';
    if (slot === 'name') return pick(vocabulary.names);
    if (slot === 'past') return pick(vocabulary.pasts);
    if (slot === 'future') return pick(vocabulary.futures);
    if (slot === 'feeling') return pick(vocabulary.feelings);
    return pick(fillers[/** @type {keyof Fillers} */ (slot)]);
  });
}

/** "sign/signed/signing the contract" as its three forms. @param {string} act */
function formsOf(act) {
  const [, base = '', past = '', participle = '', rest = ''] = /^(\w+)\/(\w+)\/(\w+)(.*)$/.exec(act) ?? [];
  return { do: base + rest, did: past + rest, doing: participle + rest };
}

/** How people type: openings, no capitals, no mark at the end. @param {string} text @param {() => number} random */
function varied(text, random) {
  const opening = OPENINGS[Math.floor(random() * OPENINGS.length)] ?? '';
  const opened = opening === '' ? text : opening + text.charAt(0).toLowerCase() + text.slice(1);
  const style = random();
  if (style < 0.25) return opened.toLowerCase().replace(/[?.!]$/, '');
  return style < 0.35 ? opened.replace(/[?.!]$/, '') : opened.charAt(0).toUpperCase() + opened.slice(1);
}

/** Our own sentences, the same every time; held-out ones come from templates and fillings that training never sees. */
export function makeSentences() {
  const vocabulary = /** @type {Vocabulary} */ (read('vocabulary.json'));
  const templates = /** @type {Template[]} */ (read('templates.json'));
  const random = seeded(7);
  /** @type {Map<string, Example>} */
  const made = new Map();
  for (const { template, split } of dealTemplates(templates)) {
    const topics = template.topic === undefined ? Object.keys(vocabulary.topics) : [template.topic];
    for (const topic of topics)
      for (let n = 0; n < PER_TOPIC; n++) {
        const fillers = /** @type {Fillers} */ (vocabulary.topics[topic]);
        const text = varied(fill(template.text, fillers, { vocabulary, split, random }), random);
        const { intent, operation, reliance } = template;
        const isTopical = template.topic !== undefined || TOPICAL.test(template.text);
        if (!made.has(text))
          made.set(text, {
            text,
            split,
            source: 'own',
            labels: { ...(isTopical ? { topic } : {}), intent, operation, reliance },
          });
      }
  }
  return [...made.values()];
}
