import type { TurnBelief } from '../stores/revisions.ts';

/** How what a fragment states stands: `active` unless every fact in it was over, wrong or disputed. */
export type Standing = {
  readonly status: TurnBelief['status'];
  /** Milliseconds since 1970. */
  readonly from: number | null;
  readonly to: number | null;
};

export const ACTIVE: Standing = { status: 'active', from: null, to: null };

/** Worst last: of several facts that are all over, the one that says most about why. */
const ORDER = ['ended', 'superseded', 'conflicted', 'corrected', 'retracted'] as const;

/**
 * Everything that states a value goes through the ledger: a turn all of whose facts were replaced is relabelled with their
 * interval and never shown as current (design section 7, adjudication). `validAt` and `knownAt` in milliseconds.
 */
export function adjudicate(
  beliefs: readonly TurnBelief[],
  { validAt, knownAt }: { readonly validAt: number; readonly knownAt: number },
): ReadonlyMap<string, Standing> {
  const byTurn = new Map<string, TurnBelief[]>();
  for (const belief of beliefs) {
    if (belief.knownFrom > knownAt) continue;
    byTurn.set(belief.turnId, [...(byTurn.get(belief.turnId) ?? []), belief]);
  }
  const standings = new Map<string, Standing>();
  for (const [turnId, own] of byTurn) {
    const told = own.map((belief) => asTold(belief, validAt, knownAt));
    if (told.some(({ status }) => status === 'active')) continue;
    const worst = told.reduce((a, b) => (rank(b) > rank(a) ? b : a));
    standings.set(turnId, worst);
  }
  return standings;
}

const rank = ({ status }: Standing): number => (status === 'active' ? -1 : ORDER.indexOf(status));

function asTold({ status, from, to, knownTo }: TurnBelief, validAt: number, knownAt: number): Standing {
  const wasBelieved = knownTo !== null && knownTo > knownAt;
  const isOver = to !== null && to <= validAt;
  if ((status === 'corrected' || status === 'retracted') && wasBelieved) return { status: 'active', from, to };
  if ((status === 'superseded' || status === 'ended') && !isOver) return { status: 'active', from, to };
  return { status, from, to };
}
