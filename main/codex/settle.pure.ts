import type { Bucket } from '../contract/codex.ts';
import type { LedgerClaim, Settled, SettledStatus } from './ledger.pure.ts';
import { drawLine } from './line.pure.ts';
import { settleProperty } from './property.pure.ts';
import { link, readStatements } from './statements.pure.ts';

/** Changes whenever the same claims come out otherwise: ledgers made by an older one are made again. */
export const LEDGER_VERSION = 3;

/**
 * The ledger of one subject and relation: a pure function of its admitted claims, so that late news, corrections,
 * undone decisions, merges and forgotten sources all come out as if the rest had been all there ever was (design
 * section 5; ECHO's ledger, where the result depended on the order of arrival).
 */
export function settle(claims: readonly LedgerClaim[], bucket: Bucket): readonly Settled[] {
  const read = readStatements(claims, bucket);
  if (bucket === 'property') return link([settleProperty(read)]);
  if (bucket === 'single-valued') return link([drawLine(read)]);
  const keys = new Set([...read.statements, ...read.ends].flatMap(({ key }) => (key === null ? [] : [key])));
  const lines = [...keys].map((key) =>
    drawLine({
      statements: read.statements.filter((statement) => statement.key === key),
      ends: read.ends.filter((end) => end.key === null || end.key === key),
    }),
  );
  return link(lines);
}

export type Resolved =
  | { readonly kind: 'found'; readonly admitted: readonly Settled[]; readonly conflicts: readonly Settled[] }
  | { readonly kind: 'missing'; readonly last: Settled | null };

export const holdsAt = ({ from, to }: Pick<Settled, 'from' | 'to'>, at: number): boolean =>
  (from === null || from <= at) && (to === null || at < to);

/** What holds at `validAt`, what is disputed then, or what held last before it. Corrected and retracted ones never held. */
export function resolve(revisions: readonly Settled[], validAt: number): Resolved {
  const standing = revisions.filter(({ status }) => status !== 'corrected' && status !== 'retracted');
  const holding = standing.filter((revision) => holdsAt(revision, validAt));
  if (holding.length === 0) {
    const over = standing.filter(({ to }) => to !== null && to <= validAt);
    return { kind: 'missing', last: over.reduce<Settled | null>(laterEnd, null) };
  }
  return {
    kind: 'found',
    admitted: holding.filter(({ status }) => status !== 'conflicted'),
    conflicts: holding.filter(({ status }) => status === 'conflicted'),
  };
}

function laterEnd(best: Settled | null, next: Settled): Settled {
  return best === null || (next.to ?? 0) > (best.to ?? 0) ? next : best;
}

/** How a belief is named at a time: one whose end is still to come is active, whatever will replace it. */
export function statusAt(revision: Pick<Settled, 'status' | 'to'>, validAt: number): SettledStatus {
  const isOver = revision.status === 'superseded' || revision.status === 'ended';
  return isOver && revision.to !== null && validAt < revision.to ? 'active' : revision.status;
}
