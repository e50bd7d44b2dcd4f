import { AppError } from '../contract/errors.ts';
import type { Trace } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Gathered } from './gather.ts';
import { someText } from './names.pure.ts';

export type PickedTraces = {
  readonly read: () => AsyncGenerator<unknown, void, undefined>;
  readonly leftOut: () => number;
};

/** The traces of answers in the bundle. One that quotes anything that is covered or out of scope is left out whole. */
export function pickTraces(ctx: Pick<Ctx, 'traces'>, gathered: Gathered, signal: AbortSignal): PickedTraces {
  let leftOut = 0;
  return {
    leftOut: () => leftOut,
    read: async function* () {
      for (const id of new Set(gathered.traceIds)) {
        throwIfAborted(signal);
        const trace = await readTrace(ctx, id);
        if (trace === null) continue;
        const shown = isWhole(gathered) ? trace : withoutPrompt(trace);
        if (mayBeShown(shown, gathered)) yield shown;
        else leftOut += 1;
      }
    },
  };
}

async function readTrace(ctx: Pick<Ctx, 'traces'>, id: string): Promise<Trace | null> {
  try {
    return await ctx.traces.get(id);
  } catch (error) {
    // It was forgotten or lost: the answer that names it is in the journal either way.
    if (error instanceof AppError && error.code === 'trace.not-found') return null;
    throw error;
  }
}

function mayBeShown(trace: Trace, { scope, index, names, opennessOf, isBodiesCovered }: Gathered): boolean {
  if (isBodiesCovered) return false;
  const isPart = scope.conversationId !== null || scope.from !== null || scope.to !== null;
  const isOpen = (turnId: string): boolean => {
    const turn = index.turns.get(turnId);
    return turn !== undefined && opennessOf(turn.seq) === 'open';
  };
  const isEachOpen = trace.candidates.every(({ turnId }) => (turnId === null ? !isPart : isOpen(turnId)));
  const isDerivedOpen = (trace.derivation?.revisions ?? []).every((id) => {
    const claim = index.claims.get(id);
    return claim !== undefined && opennessOf(claim.seq) !== 'scope';
  });
  const isHere = scope.spaceId === null || trace.spaceId === scope.spaceId;
  return isHere && isEachOpen && isDerivedOpen && !(names !== null && someText(trace, names.holds));
}

const isWhole = ({ scope, names }: Gathered): boolean =>
  names === null && Object.values(scope).every((limit) => limit === null);

/** The prompt holds what stands in every prompt, and with it what is outside of the scope. */
const withoutPrompt = (trace: Trace): Trace => ({
  ...trace,
  wishes: [],
  prompt: trace.prompt === null ? null : { ...trace.prompt, text: '' },
});
