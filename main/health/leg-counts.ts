import type { Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { addToLegDays, type LegResult, updateLegStanding } from '../stores/health-legs.ts';
import type { TraceStore } from '../stores/traces.ts';

/** Counts what each leg gave in the recalls that answered a question, outside the way of the answer. */
export type LegCounts = {
  readonly note: (trace: Trace) => void;
  /** Writes what was noted; what a kill loses of it costs no more than a stroke in a chart. */
  readonly flush: () => Promise<void>;
};

/** After so long an answer has reached its reader. */
const LATER_MS = 2_000;

export function createLegCounts(ctx: Pick<Ctx, 'db' | 'log' | 'zone'>): LegCounts {
  let noted: LegResult[] = [];
  let timer: NodeJS.Timeout | null = null;

  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const results = noted;
    noted = [];
    if (results.length === 0) return;
    try {
      await ctx.db.transaction(async (tx) => {
        await addToLegDays(tx, results);
        for (const result of results) await updateLegStanding(tx, result);
      });
    } catch (error) {
      // A metric: what is lost of it is not worth failing anything for.
      ctx.log('legs.not-counted', { why: error instanceof Error ? error.name : 'unknown' });
    }
  };

  return {
    flush,
    note: (trace) => {
      noted.push(...toResults(trace, ctx.zone()));
      timer ??= setTimeout(() => void flush(), LATER_MS).unref();
    },
  };
}

/** A trace of a search, of a replay, or of an answer that used no memory says nothing about legs. */
export function toResults(trace: Trace, zone: string): readonly LegResult[] {
  if (trace.replyTurnId === null || trace.replayOf !== null) return [];
  const day = dayIn(trace.at, zone);
  return trace.legs.map(({ leg, outcome, inPrompt, why }) => ({ day, leg, outcome, inPrompt, why, at: trace.at }));
}

/** The calendar day of an instant in a zone, as `YYYY-MM-DD`. */
export function dayIn(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  }).format(new Date(instant));
}

const RECOUNTED = 5_000;

/** After a new database: what the trace files still say of each day. The newest come first, and are enough. */
export async function recountLegs(ctx: Ctx, breathe: () => Promise<void>): Promise<void> {
  const results: LegResult[] = [];
  let read = 0;
  for await (const { id, conversationId } of ctx.traces.summaries()) {
    if (read >= RECOUNTED) break;
    if (conversationId === null) continue;
    read += 1;
    await breathe();
    const trace = await ctx.traces.get(id).catch(() => null); // one that cannot be read counts for nothing
    if (trace !== null) results.push(...toResults(trace, ctx.zone()));
  }
  if (results.length > 0) await ctx.db.transaction((tx) => addToLegDays(tx, results));
}

/** The same store, whose traces are counted as they come. */
export function withLegCounts(traces: TraceStore, counts: LegCounts): TraceStore {
  return {
    ...traces,
    put: (trace) => {
      counts.note(trace);
      traces.put(trace);
    },
    flush: async () => {
      await traces.flush();
      await counts.flush();
    },
  };
}
