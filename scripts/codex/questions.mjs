import { DAY_MS } from './time-words.mjs';

/** @typedef {import('./types.mjs').History} History */
/** @typedef {import('./types.mjs').Entry} Entry */
/** @typedef {import('./types.mjs').TrueValue} TrueValue */
/** @typedef {import('./types.mjs').Value} Value */
/**
 * What is asked of the ledger. `at` null is now. `expect` has to be shown, `not` must not be, and of a key that has one
 * value at a time nothing else may be.
 * @typedef {{ readonly about: 'current' | 'over' | 'past' | 'conflict' | 'never' | 'sensitive', readonly subject: string, readonly relation: string,
 *   readonly kind: string, readonly at: string | null, readonly expect: readonly Value[], readonly not: readonly Value[], readonly isSingle: boolean }} Question
 */

const MARGIN_MS = 3 * DAY_MS;
const PRECISION_MS = { day: DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS };

/** Whether the value holds at an instant, as far as the words tell. @param {TrueValue} value @param {number} atMs @param {number} lastSaidMs @returns {'yes' | 'no' | 'unknown'} */
export function holdsAt({ status, from, fromIs, precision, to, toPrecision }, atMs, lastSaidMs) {
  if (status === 'corrected' || status === 'retracted') return 'no';
  if (from === null) return atMs > lastSaidMs + MARGIN_MS ? 'no' : 'unknown';
  const fromMs = Date.parse(from);
  const toMs = to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
  const surelyFrom = fromMs + (precision === null ? 0 : PRECISION_MS[precision]) + MARGIN_MS;
  if (atMs >= surelyFrom && atMs <= toMs - MARGIN_MS) return 'yes';
  if (fromIs !== 'said' && atMs < fromMs - MARGIN_MS) return 'no';
  // An end said as a year or a month can mean all of it.
  return atMs > toMs + (toPrecision === null ? MARGIN_MS : PRECISION_MS[toPrecision]) ? 'no' : 'unknown';
}

/** Dates at which the past is asked: two of long ago, three inside the history. @param {History} history */
export function listDates({ turns }) {
  const first = Date.parse(turns[0]?.at ?? '');
  const last = Date.parse(turns.at(-1)?.at ?? '');
  const inside = [0.3, 0.55, 0.8].map((share) => first + share * (last - first));
  const old = [Date.UTC(2007, 6, 1), Date.UTC(2014, 6, 1)];
  return [...old, ...inside].map((ms) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString());
}

/** @param {Entry} entry @param {boolean} isSingle @param {(turn: string) => number} saidMsOf @param {string} at @returns {Question[]} */
function askPast({ subject, relation, kind, values }, isSingle, saidMsOf, at) {
  const atMs = Date.parse(at);
  const holding = values.map((value) => ({
    value: value.value,
    holds: holdsAt(value, atMs, Math.max(...value.turns.map(saidMsOf))),
  }));
  const expect = holding.filter(({ holds }) => holds === 'yes').map(({ value }) => value);
  const isSure = holding.every(({ holds }) => holds !== 'unknown');
  if (expect.length === 0 || (isSingle && (!isSure || expect.length > 1))) return [];
  const not = holding.filter(({ holds }) => holds === 'no').map(({ value }) => value);
  return [{ about: 'past', subject, relation, kind, at, expect, not, isSingle }];
}

/** @param {Entry} entry @param {boolean} isSingle @returns {Question} */
function askNow({ subject, relation, kind, isSensitive, values }, isSingle) {
  const of = (/** @type {(status: TrueValue['status']) => boolean} */ isWanted) =>
    values.filter(({ status }) => isWanted(status)).map(({ value }) => value);
  const key = { subject, relation, kind, at: null, isSingle };
  if (isSensitive) return { ...key, about: 'sensitive', expect: [], not: of(() => true) };
  if (kind === 'conflict')
    return { ...key, about: 'conflict', expect: of((status) => status === 'conflicted'), not: [] };
  const expect = of((status) => status === 'current');
  // What is over, never was, or held once only: nothing may be shown, which silence does too.
  return { ...key, about: expect.length > 0 ? 'current' : 'over', expect, not: of((status) => status !== 'current') };
}

/** What nobody ever said in earnest: nothing may be shown. @param {History} history @param {readonly string[]} relations @returns {Question[]} */
function askNever({ turns, ledger }, relations) {
  const told = new Set([
    ...ledger.filter(({ subject }) => subject === 'me').map(({ relation }) => relation),
    ...turns.flatMap(({ claims }) => claims.filter(({ subject }) => subject === 'me').map(({ relation }) => relation)),
  ]);
  const traps = new Set(turns.flatMap((turn) => turn.traps.map(({ relation }) => relation)));
  return relations
    .filter((relation) => !told.has(relation))
    .map((relation) => ({
      ...{ about: 'never', subject: 'me', relation, kind: traps.has(relation) ? 'trap' : 'unsaid', at: null },
      ...{ expect: [], not: [], isSingle: true },
    }));
}

/** @param {History} history @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary @returns {readonly Question[]} */
export function listQuestions(history, vocabulary) {
  const saidMs = new Map(history.turns.map(({ id, at }) => [id, Date.parse(at)]));
  const saidMsOf = (/** @type {string} */ turn) => saidMs.get(turn) ?? 0;
  const dates = listDates(history);
  const asked = history.ledger.flatMap((entry) => {
    const isSingle = vocabulary.get(entry.relation)?.bucket !== 'multi-valued';
    const isDated = !entry.isSensitive && entry.kind !== 'conflict';
    const past = isDated ? dates.flatMap((at) => askPast(entry, isSingle, saidMsOf, at)) : [];
    return [askNow(entry, isSingle), ...past];
  });
  return [...asked, ...askNever(history, [...vocabulary.keys()])];
}
