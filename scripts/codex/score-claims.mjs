import { judgeTurn } from './claims-found.mjs';

/** @typedef {import('./types.mjs').History} History */
/** @typedef {import('./claims-found.mjs').Found} Found */
/** @typedef {{ right: number, wrong: number, found: number, needed: number }} Tally */

/** What kinds of lines are for. @type {Readonly<Record<string, string>>} */
const KINDS = {
  ...{
    say: 'statement',
    since: 'statement with time',
    now: 'change',
    move: 'change with time',
    was: 'past',
    span: 'past with times',
  },
  ...{ earlier: 'late with time', fix: 'correction', end: 'end', endat: 'end with time', never: 'retraction' },
  ...{ third: 'of others', thirdnow: 'change of others', many: 'several in one sentence' },
};

/** @param {import('./types.mjs').Claim} claim */
export const kindOfClaim = ({ kind, line }) =>
  kind === 'many' ? 'several in one sentence' : (KINDS[line.split('/')[2] ?? ''] ?? 'other');

/** @returns {Tally} */
const noTally = () => ({ right: 0, wrong: 0, found: 0, needed: 0 });

/** @param {Map<string, Tally>} tallies @param {string} key */
function tallyOf(tallies, key) {
  const own = tallies.get(key) ?? noTally();
  tallies.set(key, own);
  return own;
}

/** @param {Map<string, number>} counts @param {string} key */
const count = (counts, key) => void counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Precision and recall of candidates. Precision is of what is admitted; what the checks hold for the user is counted apart,
 * and counts as found, since the inbox shows it.
 * @param {readonly History[]} histories @param {(turn: import('./types.mjs').Turn, before: import('./types.mjs').Turn | null) => readonly Found[]} extract
 * @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary
 */
export function scoreClaims(histories, extract, vocabulary) {
  const all = noTally();
  const held = { right: 0, wrong: 0 };
  const dates = { right: 0, asked: 0 };
  /** @type {Map<string, Tally>} */
  const byRelation = new Map();
  /** @type {Map<string, Tally>} */
  const byKind = new Map();
  /** @type {Map<string, number>} */
  const wrongKinds = new Map();
  /** @type {Map<string, number>} */
  const baits = new Map();
  /** @type {{ history: string, turn: string, text: string, what: string }[]} */
  const failures = [];
  let loose = 0;
  let turns = 0;

  const add = (
    /** @type {string} */ history,
    /** @type {import('./types.mjs').Turn} */ turn,
    /** @type {ReturnType<typeof judgeTurn>} */ { judged, needed, missed },
  ) => {
    turns += 1;
    for (const { kind } of turn.traps) count(baits, kind);
    const note = (/** @type {string} */ what) => void failures.push({ history, turn: turn.id, text: turn.text, what });
    for (const { found, claim, why, isLoose, isDateRight } of judged) {
      const isSensitive = vocabulary.get(found.relation)?.isSensitive === true;
      if (found.standing === 'held' && !isSensitive) {
        held[claim === null ? 'wrong' : 'right'] += 1;
        continue;
      }
      const verdict = claim === null ? 'wrong' : 'right';
      const kind = claim === null ? (why?.startsWith('trap') ? why : 'wrong') : kindOfClaim(claim);
      for (const tally of [all, tallyOf(byRelation, found.relation), tallyOf(byKind, kind)]) tally[verdict] += 1;
      if (isLoose) loose += 1;
      if (isDateRight !== null) {
        dates.asked += 1;
        if (isDateRight) dates.right += 1;
      }
      if (why === null) continue;
      count(wrongKinds, why);
      note(
        `wrong (${why}): ${found.act} ${found.subject} · ${found.relation} · ${found.object?.text ?? ''}${found.isPast ? ' (past)' : ''}`,
      );
    }
    for (const claim of needed) {
      const isFound = !missed.includes(claim);
      for (const tally of [all, tallyOf(byRelation, claim.relation), tallyOf(byKind, kindOfClaim(claim))]) {
        tally.needed += 1;
        if (isFound) tally.found += 1;
      }
      if (!isFound)
        note(
          `missed: ${claim.act} ${claim.subject} · ${claim.relation} · ${claim.value.text}${claim.isPast ? ' (past)' : ''}`,
        );
    }
  };
  for (const { name, turns: said } of histories)
    for (const [n, turn] of said.entries()) {
      const last = said[n - 1] ?? null;
      const before = last !== null && last.conversation === turn.conversation ? last : null;
      add(name, turn, judgeTurn(turn, extract(turn, before)));
    }
  return { turns, all, held, dates, loose, byRelation, byKind, wrongKinds, baits, failures };
}
