import { loadSource } from '../heads/embed.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {import('./types.mjs').Claim} Claim */

const ms = (/** @type {import('./types.mjs').Point | null} */ point) => (point === null ? null : Date.parse(point.at));

/** A value's key: two ways to write one date are one value. @param {import('./types.mjs').Value} value */
const keyOf = ({ text, value }) => value ?? text.toLowerCase();

/** @param {Turn} turn @param {Claim} claim @param {number} seq @param {number} ordinal */
function toLedgerClaim({ id, at, role, speaker }, claim, seq, ordinal) {
  const said = Date.parse(at);
  const isCorrection = claim.act === 'correct' && role === 'user';
  return {
    ...{ id: `${id}#${ordinal}`, seq, ordinal, act: claim.act, key: keyOf(claim.value) },
    ...{ from: ms(claim.from), to: ms(claim.to), precision: (claim.from ?? claim.to)?.precision ?? 'minute' },
    ...{ isPast: claim.isPast, observedAt: said, knownAt: said, source: role === 'user' ? 'me' : speaker },
    ...{ assertedBy: isCorrection ? 'correction' : role, isImplied: false, replacesIds: [] },
    replacesKey: claim.replaces === null ? null : keyOf(claim.replaces),
  };
}

/**
 * The product's own ledger, fed with what the turns truly say: what is wrong here is wrong in the ledger.
 * @param {import('./types.mjs').History} history @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary
 * @param {{ readonly settle: (claims: any[], bucket: string) => any[], readonly resolve: (revisions: any[], at: number) => any }} ledger
 * @returns {import('./score-facts.mjs').Answers}
 */
export function answerByOracle(history, vocabulary, { settle, resolve }) {
  /** @type {Map<string, { subject: string, relation: string, claims: ReturnType<typeof toLedgerClaim>[], values: import('./types.mjs').Value[] }>} */
  const keys = new Map();
  for (const [seq, turn] of history.turns.entries())
    for (const [ordinal, claim] of turn.claims.entries()) {
      if (!claim.isNeeded || vocabulary.get(claim.relation)?.isSensitive) continue;
      const name = `${claim.subject}\n${claim.relation}`;
      const own = keys.get(name) ?? { subject: claim.subject, relation: claim.relation, claims: [], values: [] };
      own.claims.push(toLedgerClaim(turn, claim, seq, ordinal));
      own.values.push(claim.value);
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
  const end = Date.parse(history.turns.at(-1)?.at ?? '') + 86_400_000;
  return {
    shown: (subject, at) =>
      settled
        .filter((key) => key.subject === subject)
        .flatMap((key) => {
          const found = resolve(key.revisions, at === null ? end : Date.parse(at));
          if (found.kind === 'missing') return [];
          return [...found.admitted, ...found.conflicts].map((revision) => toBelief(key, revision));
        }),
    history: () => settled.flatMap((key) => key.revisions.map((revision) => toBelief(key, revision))),
  };
}

/** The product's resolution, bundled as the build does. */
export async function loadLedger() {
  const { settle, resolve } = await loadSource('main/codex/settle.pure.ts');
  return { settle, resolve };
}
