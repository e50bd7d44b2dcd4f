import type { Checkpoint, Probe, ProbeCategory, Reference } from '../format/trajectory.ts';
import type { Entry, ProbeDraft } from './model.pure.ts';
import { resolveQuery } from './resolve.pure.ts';

/** A probe with what is right at each checkpoint, read off the ledger; null where no checkpoint can ask it. */
export function toProbe(
  one: ProbeDraft,
  entries: readonly Entry[],
  checkpoints: readonly Checkpoint[],
): Omit<Probe, 'id'> | null {
  const references: Reference[] = [];
  let seen = '';
  for (const { id, at } of checkpoints) {
    const now = Date.parse(at);
    if (now < one.notBefore) continue;
    const resolved = resolveQuery(entries, one.query, now);
    if (resolved === null && references.length === 0 && !one.isAskedUnknown) continue;
    const { answer, evidence, superseded } = resolved ?? {
      answer: { kind: 'unknown' as const },
      evidence: [],
      superseded: [],
    };
    const reference = { from: id, answer, evidence, superseded: superseded.map((variants) => [...variants]) };
    const written = JSON.stringify({ answer, evidence, superseded });
    if (written !== seen) references.push(reference);
    seen = written;
  }
  const [first] = references;
  if (first === undefined) return null;
  return {
    question: one.question,
    origin: first.from,
    truth: one.anchor === null ? 'current' : 'historical',
    anchor: one.anchor === null ? null : new Date(one.anchor).toISOString(),
    category: one.category as ProbeCategory,
    references,
  };
}
