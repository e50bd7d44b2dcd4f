import type { Belief } from '../codex/belief.pure.ts';
import { type Conclusion, DAY_MS, type Evidence } from './conclusion.pure.ts';

const YEAR_MS = 366 * DAY_MS;
const SURE = 0.85;
const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times'];

/** The first claim of a belief as evidence; null where nothing that was said stands behind it. */
export type EvidenceOf = (belief: Belief) => Evidence | null;

type Step = { readonly belief: Belief; readonly from: number; readonly evidence: Evidence };

/** "Moved twice within a year": values of one subject and relation that took each other's place soon after each other. */
export function concludeChanges(beliefs: readonly Belief[], evidenceOf: EvidenceOf): readonly Conclusion[] {
  const lines = new Map<string, Step[]>();
  for (const belief of beliefs) {
    const isOnLine = belief.status === 'active' || belief.status === 'superseded' || belief.status === 'ended';
    const evidence = isOnLine && belief.from !== null ? evidenceOf(belief) : null;
    if (evidence === null || belief.from === null) continue;
    const name = `${belief.subjectId}\n${belief.relation}`;
    lines.set(name, [...(lines.get(name) ?? []), { belief, from: belief.from, evidence }]);
  }
  return [...lines.values()].flatMap((line) => concludeOne([...line].sort((a, b) => a.from - b.from)) ?? []);
}

/** The longest run of changes within a year; the first of several. */
function concludeOne(line: readonly Step[]): Conclusion | null {
  let best: readonly Step[] = [];
  for (let first = 0; first < line.length; first += 1) {
    // The first value was there before anything changed: a year is counted from the first change on.
    const from = line[first + 1]?.from ?? 0;
    const run = line.slice(first).filter((step, n) => n === 0 || step.from - from <= YEAR_MS);
    if (run.length > best.length) best = run;
  }
  const turns = new Set(best.map(({ evidence }) => evidence.turnId));
  const [first, second] = best;
  if (first === undefined || second === undefined || best.length < 3 || turns.size < best.length) return null;
  const { subjectId, relation } = first.belief;
  const times = TIMES[best.length - 1] ?? `${best.length - 1} times`;
  const month = new Date(second.from).toISOString().slice(0, 7);
  return {
    ...{ of: 'change', subjectId, relation: 'changed repeatedly', key: `${relation} ${month}`, minimum: best.length },
    object: { kind: 'literal', text: `${relation}, ${times} within a year`, value: `${relation} ${month}` },
    confidence: best.every(({ belief }) => belief.confidence >= SURE) ? 0.92 : 0.7,
    evidence: best.map(({ evidence }) => evidence),
  };
}
