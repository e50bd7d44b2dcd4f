import { beforeOf, judgeTurn } from './claims-found.mjs';

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

/** Every figure and failure, before anything was judged. */
function createScore() {
  return {
    ...{ turns: 0, loose: 0, all: noTally(), held: { right: 0, wrong: 0 }, dates: { right: 0, asked: 0 } },
    byRelation: /** @type {Map<string, Tally>} */ (new Map()),
    byKind: /** @type {Map<string, Tally>} */ (new Map()),
    wrongKinds: /** @type {Map<string, number>} */ (new Map()),
    baits: /** @type {Map<string, number>} */ (new Map()),
    failures: /** @type {{ history: string, turn: string, text: string, what: string }[]} */ ([]),
  };
}

/** @param {ReturnType<typeof createScore>} score @param {ReturnType<typeof judgeTurn>['judged'][number]} verdict @param {boolean} isSensitive @returns {string | null} what is wrong */
function addFound(score, { found, claim, why, isLoose, isDateRight }, isSensitive) {
  if (found.standing === 'held' && !isSensitive) {
    score.held[why === null ? 'right' : 'wrong'] += 1;
    return null;
  }
  const told = claim === null ? 'of the unnamed' : kindOfClaim(claim);
  const kind = why === null ? told : why.startsWith('trap') ? why : 'wrong';
  for (const tally of [score.all, tallyOf(score.byRelation, found.relation), tallyOf(score.byKind, kind)])
    tally[why === null ? 'right' : 'wrong'] += 1;
  if (isLoose) score.loose += 1;
  if (isDateRight !== null) score.dates.asked += 1;
  if (isDateRight === true) score.dates.right += 1;
  if (why === null) return null;
  count(score.wrongKinds, why);
  const { act, subject, relation, object, isPast } = found;
  return `wrong (${why}): ${act} ${subject} · ${relation} · ${object?.text ?? ''}${isPast ? ' (past)' : ''}`;
}

/** @param {ReturnType<typeof createScore>} score @param {import('./types.mjs').Claim} claim @param {boolean} isFound @returns {string | null} what is missing */
function addNeeded(score, claim, isFound) {
  for (const tally of [
    score.all,
    tallyOf(score.byRelation, claim.relation),
    tallyOf(score.byKind, kindOfClaim(claim)),
  ]) {
    tally.needed += 1;
    if (isFound) tally.found += 1;
  }
  const { act, subject, relation, value, isPast } = claim;
  return isFound ? null : `missed: ${act} ${subject} · ${relation} · ${value.text}${isPast ? ' (past)' : ''}`;
}

/**
 * Precision and recall of candidates. Precision is of what is admitted; what the checks hold for the user is counted apart,
 * and counts as found, since the inbox shows it.
 * @param {readonly History[]} histories @param {(turn: import('./types.mjs').Turn, before: import('./types.mjs').Turn | null) => readonly Found[]} extract
 * @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary
 */
export function scoreClaims(histories, extract, vocabulary) {
  const score = createScore();
  for (const { name, turns } of histories)
    for (const [n, turn] of turns.entries()) {
      const { judged, needed, missed } = judgeTurn(turn, extract(turn, beforeOf(turns, n)));
      score.turns += 1;
      for (const { kind } of turn.traps) count(score.baits, kind);
      const faults = [
        ...judged.map((each) => addFound(score, each, vocabulary.get(each.found.relation)?.isSensitive === true)),
        ...needed.map((claim) => addNeeded(score, claim, !missed.includes(claim))),
      ];
      for (const what of faults)
        if (what !== null) score.failures.push({ history: name, turn: turn.id, text: turn.text, what });
    }
  return score;
}
