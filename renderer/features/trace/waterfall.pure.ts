import type { LegReport, Trace } from '../../../main/contract/index.ts';

/** What is done once for all legs, in the order in which it is done. */
export type Step = 'open' | 'embed' | 'fuse' | 'rerank' | 'pack';

/** Start and length as shares of the whole time. */
export type Span = { readonly from: number; readonly share: number };

export type WaterfallRow = { readonly startMs: number; readonly ms: number; readonly span: Span } & (
  | { readonly kind: 'leg'; readonly leg: LegReport }
  | { readonly kind: 'step'; readonly step: Step }
);

export type Waterfall = { readonly wholeMs: number; readonly rows: readonly WaterfallRow[] };

/** What took no time that can be seen still has a bar that can. */
const THINNEST = 0.01;
/** Rounding in traces must not make the axis longer than the time that was measured. */
const SLACK_MS = 0.5;
/** Opening memory is told of only where it took time. */
const SHOWN_MS = 1;
const COMPARE_VECTORS: ReadonlySet<LegReport['leg']> = new Set(['episodic', 'document', 'summary', 'procedural']);

/** Legs and steps on one axis of time, in the order in which they run. Steps that a trace does not tell of are left out. */
export function layOutTime({ legs, timings }: Pick<Trace, 'legs' | 'timings'>): Waterfall {
  const { totalMs, embedMs, legsMs, fuseMs, rerankMs, packMs } = timings;
  const lastEnd = legs.reduce((end, { startedMs, ms }) => Math.max(end, startedMs + ms), 0);
  const wholeMs = lastEnd > totalMs + SLACK_MS ? lastEnd : Math.max(totalMs, 0.001);
  const spanOf = (startMs: number, ms: number): Span => {
    const share = Math.min(1, Math.max(ms / wholeMs, THINNEST));
    return { from: Math.max(0, Math.min(startMs / wholeMs, 1 - share)), share };
  };
  const step = (name: Step, startMs: number, ms: number): readonly WaterfallRow[] =>
    ms > 0 ? [{ kind: 'step', step: name, startMs, ms, span: spanOf(startMs, ms) }] : [];
  const ran = legs.filter(({ executed }) => executed > 0);
  const firstFrom = Math.min(...ran.map(({ startedMs }) => startedMs), legsMs);
  // The first leg that compares vectors asks for the question's; the others use what it got.
  const asksFrom = ran.reduce(
    (first, { leg, startedMs }) => (COMPARE_VECTORS.has(leg) ? Math.min(first, startedMs) : first),
    Number.POSITIVE_INFINITY,
  );
  return {
    wholeMs,
    rows: [
      ...step('open', 0, firstFrom >= SHOWN_MS ? firstFrom : 0),
      ...step('embed', Number.isFinite(asksFrom) ? asksFrom : 0, embedMs),
      ...legs.map((leg): WaterfallRow => {
        const { startedMs, ms } = leg;
        return { kind: 'leg', leg, startMs: startedMs, ms, span: spanOf(startedMs, ms) };
      }),
      ...step('fuse', legsMs, fuseMs),
      ...step('rerank', legsMs + fuseMs, rerankMs),
      ...step('pack', legsMs + fuseMs + rerankMs, packMs),
    ],
  };
}
