import { loadSource } from '../heads/embed.mjs';
import { beforeOf } from './claims-found.mjs';
import { wordsOf } from './match.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {Pick<import('./types.mjs').Claim, 'act' | 'subject' | 'relation' | 'replaces' | 'isPast' | 'from' | 'to'> & { readonly value: import('./types.mjs').Value | null }} Told */
/** @typedef {{ readonly settle: (claims: any[], bucket: string) => any[], readonly resolve: (revisions: any[], at: number) => any }} Ledger */

const ms = (/** @type {import('./types.mjs').Point | null} */ point) => (point === null ? null : Date.parse(point.at));

/** A value's key: two ways to write one date are one value, and an article makes no other one. @param {import('./types.mjs').Value} value */
const keyOf = ({ text, value }) => value ?? wordsOf(text).join(' ');

/** @param {Turn} turn @param {Told} claim @param {number} seq @param {number} ordinal */
function toLedgerClaim({ id, at, role, speaker }, claim, seq, ordinal) {
  const said = Date.parse(at);
  const isCorrection = claim.act === 'correct' && role === 'user';
  return {
    ...{ id: `${id}#${ordinal}`, seq, ordinal, act: claim.act, key: claim.value === null ? null : keyOf(claim.value) },
    ...{ from: ms(claim.from), to: ms(claim.to), precision: (claim.from ?? claim.to)?.precision ?? 'minute' },
    ...{ isPast: claim.isPast, observedAt: said, knownAt: said, source: role === 'user' ? 'me' : speaker },
    ...{ assertedBy: isCorrection ? 'correction' : role, isImplied: false, replacesIds: [] },
    replacesKey: claim.replaces === null ? null : keyOf(claim.replaces),
  };
}

/**
 * The product's own ledger, fed with claims of turns. @param {import('./types.mjs').History} history
 * @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary @param {Ledger} ledger
 * @param {(turn: Turn, before: Turn | null) => readonly Told[]} claimsOf @returns {import('./score-facts.mjs').Answers}
 */
export function answerByClaims(history, vocabulary, { settle, resolve }, claimsOf) {
  /** @type {Map<string, { subject: string, relation: string, claims: ReturnType<typeof toLedgerClaim>[], values: import('./types.mjs').Value[] }>} */
  const keys = new Map();
  for (const [seq, turn] of history.turns.entries())
    for (const [ordinal, claim] of claimsOf(turn, beforeOf(history.turns, seq)).entries()) {
      // What is sensitive waits for review.
      if (vocabulary.get(claim.relation)?.isSensitive) continue;
      const name = `${claim.subject}\n${claim.relation}`;
      const own = keys.get(name) ?? { subject: claim.subject, relation: claim.relation, claims: [], values: [] };
      own.claims.push(toLedgerClaim(turn, claim, seq, ordinal));
      if (claim.value !== null) own.values.push(claim.value);
      keys.set(name, own);
    }
  const settled = [...keys.values()].map((key) => ({
    ...key,
    revisions: settle(key.claims, vocabulary.get(key.relation)?.bucket ?? 'multi-valued'),
  }));
  const toBelief = (
    /** @type {(typeof settled)[number]} */ { subject, relation, values },
    /** @type {any} */ revision,
  ) => {
    const value = values.find((each) => keyOf(each) === revision.key) ?? { text: revision.key, value: null };
    const turns = revision.claimIds.map((/** @type {string} */ id) => id.split('#')[0] ?? '');
    const isConflicted = revision.status === 'conflicted';
    return { subject, relation, text: value.text, value: value.value, isConflicted, status: revision.status, turns };
  };
  const endMs = Date.parse(history.turns.at(-1)?.at ?? '') + 86_400_000;
  return {
    shown: (subject, at) =>
      settled
        .filter((key) => key.subject === subject)
        .flatMap((key) => {
          const found = resolve(key.revisions, at === null ? endMs : Date.parse(at));
          if (found.kind === 'missing') return [];
          return [...found.admitted, ...found.conflicts].map((revision) => toBelief(key, revision));
        }),
    history: () => settled.flatMap((key) => key.revisions.map((revision) => toBelief(key, revision))),
  };
}

/** What the turns truly say: what is wrong then is wrong in the ledger. @param {Turn} turn */
export const tellTruth = ({ claims }) => claims.filter(({ isNeeded }) => isNeeded);

/** What an extractor found and the checks admitted. @param {(turn: Turn, before: Turn | null) => readonly import('./claims-found.mjs').Found[]} extract */
export const tellFound = (extract) => (/** @type {Turn} */ turn, /** @type {Turn | null} */ before) =>
  extract(turn, before)
    // Whom a role means is for the product's resolver to say.
    .filter(({ standing, role }) => standing === 'admitted' && role === null)
    .map(({ object, ...found }) => ({ ...found, value: object }));

/** The product's resolution, bundled as the build does. */
export async function loadLedger() {
  const { settle, resolve } = await loadSource('main/codex/settle.pure.ts');
  return { settle, resolve };
}
