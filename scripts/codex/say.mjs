import { listPastTimes } from './time-words.mjs';
import { isPersonal, listEntailed } from './vocabulary.mjs';

/** @typedef {import('./types.mjs').Value} Value */
/** @typedef {import('./types.mjs').Claim} Claim */
/**
 * @typedef {{ readonly subject: string, readonly value: Value, readonly wrong: Value | null, readonly saidMs: number,
 *   readonly notBeforeMs: number, readonly time: import('./time-words.mjs').Said | null, readonly kind: string,
 *   readonly intro: { readonly relation: string, readonly label: string } | null, readonly inverse: string | null }} Occasion
 */
/** @typedef {{ readonly text: string, readonly claims: readonly Claim[], readonly from: import('./types.mjs').Point | null, readonly to: import('./types.mjs').Point | null, readonly time: import('./time-words.mjs').Said | null }} Spoken */

/** @type {Readonly<Record<string, { readonly act: Claim['act'], readonly isPast: boolean }>>} */
const ACTS = {
  was: { act: 'state', isPast: true },
  span: { act: 'state', isPast: true },
  fix: { act: 'correct', isPast: false },
  end: { act: 'end', isPast: false },
  endat: { act: 'end', isPast: false },
  never: { act: 'retract', isPast: false },
};

/** @param {number} year @returns {import('./types.mjs').Point} */
const yearOf = (year) => ({ at: new Date(Date.UTC(year, 0, 1)).toISOString(), precision: 'year' });

/**
 * Chooses what the line's time words stand for; null when nothing fits between what was said before and now.
 * @param {import('./random.mjs').Random} random @param {string} text @param {Occasion} occasion
 */
function chooseTimes(random, text, { saidMs, notBeforeMs, time }) {
  const { when, since } = listPastTimes(saidMs, notBeforeMs);
  /** @type {{ words: Record<string, string>, from: import('./types.mjs').Point | null, to: import('./types.mjs').Point | null, time: import('./time-words.mjs').Said | null }} */
  const none = { words: {}, from: null, to: null, time: null };
  for (const [place, choices] of /** @type {const} */ ([
    ['when', when],
    ['since', since],
  ])) {
    if (!text.includes(`{${place}}`)) continue;
    if (time === null && choices.length === 0) return null;
    const chosen = time ?? random.pick(choices);
    return {
      ...none,
      words: { [place]: chosen.text },
      from: { at: chosen.at, precision: chosen.precision },
      time: chosen,
    };
  }
  if (text.includes('{y1}')) {
    const from = 2004 + random.int(4);
    const to = 2008 + random.int(4);
    return { ...none, words: { y1: String(from), y2: String(to) }, from: yearOf(from), to: yearOf(to) };
  }
  if (text.includes('{y}')) {
    const last = new Date(notBeforeMs).getUTCFullYear();
    const year = last - 2 - random.int(3);
    return { ...none, words: { y: String(year) }, from: yearOf(year), to: null };
  }
  return none;
}

/** @param {string} text @param {Readonly<Record<string, string>>} words */
export function fill(text, words) {
  return text.replace(/\{([^{}]+)\}/g, (whole, name) => {
    const word = words[name];
    if (word === undefined) throw new Error(`Nothing to put for ${whole} in “${text}”.`);
    return word;
  });
}

/** Who is a partner is married or not, and one who was is a former one. @param {Claim} main @param {(relation: string, text: string) => Claim} also */
function listOfPartner({ relation, act, isPast, value }, also) {
  if (relation !== 'partner') return [];
  const isOver = act === 'end' || isPast;
  const status = also('marital status', '*');
  return [status, { ...status, isPast: true }, ...(isOver ? [also('former partner', value.text)] : [])];
}

/**
 * The facts that come with a claim: those of the wording itself, those that follow, and who a named person is. True, so that
 * finding them is no error, and needed by nobody.
 * @param {import('./lines.mjs').Line} line @param {Claim} main @param {Occasion} occasion @returns {Claim[]}
 */
function listExtras(line, main, { subject, value, intro, inverse }) {
  const words = { o: value.text, p: subject };
  const plain = {
    act: /** @type {const} */ ('state'),
    isPast: false,
    from: null,
    to: null,
    replaces: null,
    isNeeded: false,
  };
  const also = (/** @type {string} */ who, /** @type {string} */ relation, /** @type {string} */ text) => ({
    ...{ ...main, ...plain },
    ...{ subject: who, relation, value: { text, value: null } },
  });
  const of = (/** @type {Partial<Claim>} */ other) => ({ ...main, isNeeded: false, ...other });
  const me = { text: subject, value: null };
  return [
    ...line.extras.map((extra) => also(fill(extra.subject, words), extra.relation, fill(extra.value, words))),
    ...listEntailed(main.relation).map((relation) => of({ relation })),
    ...(isPersonal(main.relation) ? ['name', 'called'].map((relation) => also(value.text, relation, value.text)) : []),
    ...(inverse === null ? [] : [of({ subject: value.text, relation: inverse, value: me })]),
    ...(intro === null ? [] : [also('me', intro.relation, subject), also(subject, 'name', subject)]),
    ...listOfPartner(main, (relation, text) => also(subject, relation, text)),
    ...(main.relation === 'sold' ? ['owns', 'drives', 'rides'].map((relation) => of({ act: 'end', relation })) : []),
    ...(main.relation === 'drinks' && main.act === 'end' ? [also(subject, 'avoids', value.text)] : []),
    ...(main.act === 'correct' && main.replaces !== null
      ? [of({ act: 'retract', value: main.replaces, replaces: null })]
      : []),
  ];
}

/**
 * Says one beat in the words of a line; null when its time words do not fit.
 * @param {import('./random.mjs').Random} random @param {import('./lines.mjs').Line} line @param {Occasion} occasion @returns {Spoken | null}
 */
export function sayLine(random, line, occasion) {
  const times = chooseTimes(random, line.text, occasion);
  if (times === null) return null;
  const { subject, value, wrong, intro, kind } = occasion;
  const person = intro === null ? subject : `my ${intro.label} ${subject}`;
  const words = { ...times.words, o: value.text, w: wrong?.text ?? '', p: subject, P: person };
  const { act, isPast } = ACTS[line.kind] ?? { act: /** @type {const} */ ('state'), isPast: false };
  const isEnd = line.kind === 'endat';
  const from = isEnd ? null : times.from;
  const to = isEnd ? times.from : times.to;
  /** @type {Claim} */
  const main = {
    ...{ act, isPast, subject, relation: line.relation, value, replaces: act === 'correct' ? wrong : null },
    ...{ from, to, kind, line: line.id, isNeeded: true },
  };
  const text = fill(line.text, words);
  return { text, claims: [main, ...listExtras(line, main, occasion)], from, to, time: times.time };
}
