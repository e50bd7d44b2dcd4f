import { explainWrong } from './claims-found.mjs';
import { isSameSubject, isSameValue } from './match.mjs';
import { listQuestions } from './questions.mjs';

/** @typedef {import('./types.mjs').History} History */
/** @typedef {import('./questions.mjs').Question} Question */
/**
 * One belief as the ledger under test shows it.
 * @typedef {{ readonly subject: string, readonly relation: string, readonly text: string, readonly value: string | null,
 *   readonly isConflicted: boolean, readonly status: string, readonly turns: readonly string[] }} Belief
 */
/**
 * A ledger under test: what it shows of a subject at a time (null is now; nothing at all where that was not asked), and
 * every revision that it holds.
 * @typedef {{ readonly shown: (subject: string, at: string | null) => readonly Belief[] | null, readonly history: () => readonly Belief[] }} Answers
 */
/** @typedef {{ asked: number, right: number, missing: number, wrong: number, stale: number }} Outcome */

/** @returns {Outcome} */
const noOutcome = () => ({ asked: 0, right: 0, missing: 0, wrong: 0, stale: 0 });

/** @param {Question} question @param {readonly Belief[]} shown @returns {'right' | 'missing' | 'wrong' | 'stale'} */
export function judgeAnswer({ about, expect, not, isSingle }, shown) {
  const has = (/** @type {import('./types.mjs').Value} */ value) => shown.some((belief) => isSameValue(value, belief));
  if (about === 'conflict') {
    const disputed = shown.filter(({ isConflicted }) => isConflicted);
    const isDisclosed = expect.every((value) => disputed.some((belief) => isSameValue(value, belief)));
    if (isDisclosed) return 'right';
    return shown.length === 0 ? 'missing' : 'wrong';
  }
  if (not.some(has)) return 'stale';
  const isOther = (/** @type {Belief} */ belief) => !expect.some((value) => isSameValue(value, belief));
  if (isSingle && shown.some(isOther)) return 'wrong';
  if (isSingle && shown.some(({ isConflicted }) => isConflicted)) return 'wrong';
  return expect.every(has) ? 'right' : 'missing';
}

/** Whether one of its turns says the belief at all, whatever became of it later. @param {Belief} belief @param {ReadonlyMap<string, import('./types.mjs').Turn>} turns */
export function explainBelief(belief, turns) {
  const said = belief.turns.flatMap((id) => turns.get(id) ?? []);
  const isTrue = said.some(({ claims }) =>
    claims.some(
      ({ subject, relation, value }) =>
        relation === belief.relation && isSameSubject(subject, belief.subject) && isSameValue(value, belief),
    ),
  );
  if (isTrue) return null;
  const [turn] = said;
  if (turn === undefined) return 'no evidence';
  const found = {
    ...{ act: /** @type {const} */ ('state'), role: null, isPast: false, from: null, to: null, replaces: null },
    standing: /** @type {const} */ ('admitted'),
  };
  return explainWrong({ ...found, subject: belief.subject, relation: belief.relation, object: belief }, turn);
}

/** @param {Map<string, Outcome>} outcomes @param {string} key @param {keyof Outcome} verdict */
function note(outcomes, key, verdict) {
  const own = outcomes.get(key) ?? noOutcome();
  own.asked += 1;
  own[verdict] += 1;
  outcomes.set(key, own);
}

/** @param {Question} question */
const describe = ({ about, subject, relation, at, expect, not }) =>
  `${about}: ${subject} · ${relation}${at === null ? '' : ` at ${at.slice(0, 10)}`}: expected ${expect.map(({ text }) => text).join(', ') || 'nothing'}${not.length > 0 ? `, not ${not.map(({ text }) => text).join(', ')}` : ''}`;

/** Every figure and failure, before anything was asked. */
function createScore() {
  return {
    byAbout: /** @type {Map<string, Outcome>} */ (new Map()),
    byKind: /** @type {Map<string, Outcome>} */ (new Map()),
    /** Keys with an old value, and those of them that show it; values shown as current, and the old ones among them. */
    stale: { asked: 0, shown: 0, values: 0, old: 0 },
    beliefs: { right: 0, wrong: 0 },
    byRelation: /** @type {Map<string, { right: number, wrong: number }>} */ (new Map()),
    wrongKinds: /** @type {Map<string, number>} */ (new Map()),
    failures: /** @type {{ history: string, turn: string, text: string, what: string }[]} */ ([]),
  };
}

/** @param {ReturnType<typeof createScore>} score @param {Question} question @param {readonly Belief[]} shown @returns {string | null} what is wrong */
function addAnswer({ byAbout, byKind, stale }, question, shown) {
  const verdict = judgeAnswer(question, shown);
  note(byAbout, question.about, verdict);
  note(byKind, `${question.about} ${question.kind}`, verdict);
  if (question.about === 'current' || question.about === 'over') {
    stale.values += shown.length;
    stale.old += shown.filter((belief) => question.not.some((value) => isSameValue(value, belief))).length;
    if (question.not.length > 0) stale.asked += 1;
    if (verdict === 'stale') stale.shown += 1;
  }
  const words = shown.map(({ text }) => text).join(', ') || 'nothing';
  return verdict === 'right' ? null : `${verdict}, ${describe(question)}; shown ${words}`;
}

/** @param {ReturnType<typeof createScore>} score @param {Belief} belief @param {string | null} why */
function addBelief({ beliefs, byRelation, wrongKinds }, belief, why) {
  const verdict = why === null ? 'right' : 'wrong';
  const own = byRelation.get(belief.relation) ?? { right: 0, wrong: 0 };
  own[verdict] += 1;
  beliefs[verdict] += 1;
  byRelation.set(belief.relation, own);
  if (why !== null) wrongKinds.set(why, (wrongKinds.get(why) ?? 0) + 1);
  return why === null ? null : `belief (${why}): ${belief.subject} · ${belief.relation} · ${belief.text}`;
}

/** @param {readonly { readonly history: History, readonly answers: Answers }[]} runs @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary */
export function scoreFacts(runs, vocabulary) {
  const score = createScore();
  for (const { history, answers } of runs) {
    const turns = new Map(history.turns.map((turn) => [turn.id, turn]));
    const fail = (/** @type {Belief | undefined} */ belief, /** @type {string | null} */ what) => {
      const { id = '', text = '' } = turns.get(belief?.turns[0] ?? '') ?? {};
      if (what !== null) score.failures.push({ history: history.name, turn: id, text, what });
    };
    for (const question of listQuestions(history, vocabulary)) {
      const told = answers.shown(question.subject, question.at);
      if (told === null) continue;
      const shown = told.filter(({ relation }) => relation === question.relation);
      fail(shown[0], addAnswer(score, question, shown));
    }
    for (const belief of answers.history()) fail(belief, addBelief(score, belief, explainBelief(belief, turns)));
  }
  return score;
}
