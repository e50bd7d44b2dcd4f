import { createRandom } from './random.mjs';

/**
 * One extracted revision as a person reads it to mark it. `verdict` is `ok` or `wrong:<kind>`.
 * @typedef {{ readonly id: string, readonly belief: string, readonly status: string, readonly from: string, readonly quote: string, readonly speaker: string,
 *   readonly at: string, readonly text: string, readonly before: string, readonly verdict: string }} Row
 */

export const HOW = `Mark each row: "verdict": "ok" where the turn says the belief (subject, relation, value, and whether it holds), else
"wrong:<kind>" with one word for the kind, such as subject, relation, value, tense, hypothetical, negation, trivial.`;

/** @param {readonly { readonly id: string, readonly speaker: string, readonly at?: string, readonly text: string, readonly conversation: string }[]} lines */
function indexTurns(lines) {
  return new Map(
    lines.map((line, n) => {
      const last = lines[n - 1];
      return [
        line.id,
        { ...line, before: last?.conversation === line.conversation ? `${last.speaker}: ${last.text}` : '' },
      ];
    }),
  );
}

/** A value, however it is printed. @param {any} object */
const wordsOf = (object) => (typeof object === 'string' ? object : String(object?.name ?? object?.text ?? ''));

/** The first turn that says it. @param {any} fact */
const turnOf = (fact) => fact.evidence?.[0]?.turn ?? fact.evidence?.[0]?.turnId ?? '';

/**
 * Draws rows at random, the same ones for the same seed. @param {readonly { readonly subject: string, readonly fact: any }[]} revisions
 * @param {Parameters<typeof indexTurns>[0]} lines @param {{ readonly seed: string, readonly count: number }} options @returns {readonly Row[]}
 */
export function drawSample(revisions, lines, { seed, count }) {
  const turns = indexTurns(lines);
  const quoted = revisions.filter(({ fact }) => turns.has(turnOf(fact)));
  const chosen = createRandom(seed)
    .shuffle([...quoted].sort((a, b) => (a.fact.id < b.fact.id ? -1 : 1)))
    .slice(0, count);
  return chosen.flatMap(({ subject, fact }) => {
    const turn = turns.get(turnOf(fact));
    if (turn === undefined) return [];
    return [
      {
        ...{
          id: fact.id,
          belief: `${subject} · ${fact.relation} · ${wordsOf(fact.object)}`,
          status: fact.status,
          from: fact.validFrom ?? '',
        },
        ...{
          quote: fact.evidence[0].quote,
          speaker: turn.speaker,
          at: turn.at ?? '',
          text: turn.text,
          before: turn.before,
          verdict: '',
        },
      },
    ];
  });
}

/** Precision by kind of error, from a marked file. @param {readonly Row[]} rows */
export function summariseMarks(rows) {
  const bad = rows.filter(({ verdict }) => verdict !== '' && verdict !== 'ok' && !/^wrong:\S/.test(verdict));
  if (bad.length > 0)
    throw new Error(`${bad.length} rows have a verdict that is neither "ok" nor "wrong:<kind>", first ${bad[0]?.id}.`);
  const marked = rows.filter(({ verdict }) => verdict !== '');
  /** @type {Map<string, number>} */
  const kinds = new Map();
  /** @type {Map<string, { right: number, marked: number }>} */
  const byRelation = new Map();
  for (const { verdict, belief } of marked) {
    const relation = belief.split(' · ')[1] ?? '';
    const own = byRelation.get(relation) ?? { right: 0, marked: 0 };
    own.marked += 1;
    if (verdict === 'ok') own.right += 1;
    else kinds.set(verdict.slice(6), (kinds.get(verdict.slice(6)) ?? 0) + 1);
    byRelation.set(relation, own);
  }
  const right = marked.filter(({ verdict }) => verdict === 'ok').length;
  return { rows: rows.length, marked: marked.length, right, kinds, byRelation };
}

/** @param {ReturnType<typeof summariseMarks>} summary */
export function describeMarks({ rows, marked, right, kinds, byRelation }) {
  const share = marked === 0 ? '–' : `${((100 * right) / marked).toFixed(1)} %`;
  const sorted = (/** @type {Iterable<readonly [string, number]>} */ counts) =>
    [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const wrong = sorted(
    [...byRelation].map(([name, own]) => /** @type {const} */ ([name, own.marked - own.right])),
  ).filter(([, n]) => n > 0);
  return [
    `${marked} of ${rows} rows are marked; precision ${share} (${right} of ${marked})`,
    ...sorted(kinds).map(([kind, n]) => `  wrong: ${kind} ${n}`),
    ...wrong.map(([relation, n]) => `  ${relation}: ${n} of ${byRelation.get(relation)?.marked} wrong`),
  ].join('\n');
}
