import { isLoose, isSameSubject, isSameValue } from './match.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {import('./types.mjs').Claim} Claim */
/** @typedef {{ readonly kind: string, readonly name?: string, readonly label?: string, readonly relation?: string, readonly text?: string, readonly value?: string | null }} Ref */
/**
 * A candidate of any extractor, flat. `subject` is `me`, a name, or a role with the relation that it stands for.
 * @typedef {{ readonly act: Claim['act'], readonly subject: string, readonly role: string | null, readonly relation: string,
 *   readonly object: { readonly text: string, readonly value: string | null } | null, readonly isPast: boolean,
 *   readonly from: import('./types.mjs').Point | null, readonly to: import('./types.mjs').Point | null,
 *   readonly replaces: import('./types.mjs').Value | null, readonly standing: 'admitted' | 'held' | 'rejected' }} Found
 */

const PRECISION_MS = { day: 86_400_000, month: 31 * 86_400_000, year: 366 * 86_400_000 };

/** @param {Ref} ref @param {Turn} turn */
function nameRef(ref, { role, speaker }) {
  if (ref.kind === 'speaker') return role === 'user' ? 'me' : speaker;
  return ref.name ?? ref.label ?? ref.text ?? '';
}

/** @param {any} ref @param {Turn} turn */
const toValue = (ref, turn) => (ref === null ? null : { text: nameRef(ref, turn), value: ref.value ?? null });

/** @param {any} candidate @param {Turn} turn @param {Found['standing']} standing @returns {Found} */
export function toFound(candidate, turn, standing) {
  const { act, subject, relation, object, replaces, isPast, validFrom, validTo } = candidate;
  return {
    ...{ act, relation, isPast, standing, from: validFrom, to: validTo },
    ...{ subject: nameRef(subject, turn), role: subject.kind === 'role' ? subject.relation : null },
    ...{ object: toValue(object, turn), replaces: toValue(replaces, turn) },
  };
}

/** What a claim comes to: holding, over, or never so. @param {Pick<Found, 'act' | 'isPast' | 'to'>} claim */
function senseOf({ act, isPast, to }) {
  if (act === 'retract') return 'never';
  return act === 'end' || isPast || to !== null ? 'over' : 'holds';
}

/** @param {Found} found @param {Claim} claim @param {Turn} turn */
function isSubjectOf({ subject, role }, claim, turn) {
  if (isSameSubject(claim.subject, subject)) return true;
  // “My sister Mira …” may be read as of my sister, whoever she is.
  return (
    role !== null &&
    turn.claims.some((one) => one.relation === role && one.subject === 'me' && one.value.text === claim.subject)
  );
}

/** @param {Found} found @param {Claim} claim @param {Turn} turn */
function isMatch(found, claim, turn) {
  if (found.relation !== claim.relation || !isSubjectOf(found, claim, turn)) return false;
  if (senseOf(found) !== senseOf(claim)) return false;
  return found.object === null ? senseOf(claim) !== 'holds' : isSameValue(claim.value, found.object);
}

/** Why a candidate is wrong: the bait that it took, or what is wrong beside a true claim. @param {Found} found @param {Turn} turn */
export function explainWrong(found, turn) {
  const { object } = found;
  if (turn.role === 'assistant') return 'told';
  const isValue = (/** @type {import('./types.mjs').Value} */ value) =>
    object !== null && value.text !== '*' && isSameValue(value, object);
  const trap = turn.traps.find(({ value }) => isValue(value));
  if (trap !== undefined) return `trap ${trap.kind}`;
  const near = turn.claims.filter(({ value }) => isValue(value));
  if (near.some((claim) => claim.relation === found.relation && isSubjectOf(found, claim, turn))) return 'sense';
  if (near.some((claim) => claim.relation === found.relation)) return 'subject';
  if (near.length > 0) return 'relation';
  if (turn.claims.some(({ relation }) => relation === found.relation)) return 'value';
  return 'invented';
}

/** True of somebody without a name (“my boss drives a Volvo”): no error, as long as it is not believed of me. @param {Found} found @param {Turn} turn */
const isOfUnnamed = ({ subject, relation, object }, { traps }) =>
  subject !== 'me' &&
  object !== null &&
  traps.some((trap) => trap.kind === 'others' && trap.relation === relation && isSameValue(trap.value, object));

/**
 * What one turn gave against what it says. A missed claim counts only where it is needed.
 * @param {Turn} turn @param {readonly Found[]} all
 */
export function judgeTurn(turn, all) {
  const proposed = all.filter(({ standing }) => standing !== 'rejected');
  const judged = proposed.map((found) => {
    const matches = turn.claims.filter((claim) => isMatch(found, claim, turn));
    const claim = matches.find(({ isNeeded }) => isNeeded) ?? matches[0] ?? null;
    const isDated = claim !== null && claim.from !== null && claim.isNeeded && !claim.isPast;
    return {
      ...{ found, claim, why: claim === null && !isOfUnnamed(found, turn) ? explainWrong(found, turn) : null },
      isLoose: claim !== null && found.object !== null && isLoose(claim.value, found.object),
      isDateRight: isDated && claim.from !== null ? isSameTime(claim.from, found.from) : null,
    };
  });
  const needed = turn.claims.filter(({ isNeeded }) => isNeeded);
  const missed = needed.filter((claim) => !proposed.some((found) => isMatch(found, claim, turn)));
  return { judged, needed, missed };
}

/** @param {import('./types.mjs').Point} truth @param {import('./types.mjs').Point | null} found */
function isSameTime({ at, precision }, found) {
  return found !== null && Math.abs(Date.parse(found.at) - Date.parse(at)) < PRECISION_MS[precision];
}

/** The turn before one in its conversation. @param {readonly Turn[]} turns @param {number} n */
export function beforeOf(turns, n) {
  const last = turns[n - 1] ?? null;
  return last !== null && last.conversation === turns[n]?.conversation ? last : null;
}
