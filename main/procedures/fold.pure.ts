import { z } from 'zod';
import { unreachable } from '../lib/assert.ts';

const Quote = z.object({ turnId: z.string(), quote: z.string() });

/** One thing that was done to a procedure, as its table keeps it. */
export const Act = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('set'),
    spaceId: z.string(),
    trigger: z.string(),
    steps: z.array(z.string()),
    status: z.enum(['active', 'proposed']),
    source: z.enum(['user', 'learned']),
    evidence: z.array(Quote),
    contradicts: z.array(z.string()),
    zone: z.string(),
  }),
  z.object({ kind: z.literal('accept') }),
  z.object({ kind: z.literal('reject'), isFinal: z.boolean() }),
  z.object({ kind: z.literal('said'), turnId: z.string(), quote: z.string() }),
  z.object({ kind: z.literal('used'), turnId: z.string() }),
  z.object({ kind: z.literal('off'), why: z.enum(['disuse', 'user', 'said']) }),
  z.object({ kind: z.literal('replaced'), by: z.string() }),
  z.object({ kind: z.literal('on'), said: Quote.nullable() }),
  z.object({ kind: z.literal('remove') }),
]);
export type Act = z.infer<typeof Act>;

export type Entry = { readonly at: Date; readonly act: Act };

export type ProcedureState = {
  readonly spaceId: string;
  readonly trigger: string;
  readonly steps: readonly string[];
  readonly status: 'active' | 'proposed' | 'inactive';
  readonly why: 'disuse' | 'user' | 'said' | 'replaced' | null;
  readonly replacedBy: string | null;
  readonly source: 'user' | 'learned';
  readonly evidence: readonly { readonly turnId: string; readonly quote: string }[];
  readonly contradicts: readonly string[];
  readonly reinforcements: number;
  readonly uses: number;
  readonly createdAt: Date;
  readonly reinforcedAt: Date;
  readonly isRemoved: boolean;
  readonly isFinal: boolean;
  readonly zone: string;
};

/** Turns that are kept as what taught a procedure: the first, and the latest of those who said it again. */
const EVIDENCE = 20;

/** What became of a procedure by everything that was done to it and not undone; null where nothing is left of it. */
export function foldProcedure(entries: readonly Entry[]): ProcedureState | null {
  return entries.reduce<ProcedureState | null>(step, null);
}

/** What became of it by each of these in turn. */
export function listStates<E extends Entry>(
  entries: readonly E[],
): readonly { readonly entry: E; readonly state: ProcedureState | null }[] {
  let state: ProcedureState | null = null;
  return entries.map((entry) => {
    state = step(state, entry);
    return { entry, state };
  });
}

function step(state: ProcedureState | null, { at, act }: Entry): ProcedureState | null {
  if (act.kind === 'set') return set(state, act, at);
  if (state === null) return null;
  switch (act.kind) {
    case 'accept':
      return { ...state, ...ON, isRemoved: false, isFinal: false, reinforcedAt: at };
    case 'reject':
      return { ...state, isRemoved: true, isFinal: act.isFinal };
    case 'said':
      return withQuote({ ...state, reinforcements: state.reinforcements + 1, reinforcedAt: at }, act);
    case 'used':
      return { ...state, reinforcements: state.reinforcements + 1, uses: state.uses + 1, reinforcedAt: at };
    case 'off':
      return state.status === 'inactive' ? state : { ...state, status: 'inactive', why: act.why, replacedBy: null };
    case 'replaced':
      return { ...state, status: 'inactive', why: 'replaced', replacedBy: act.by };
    case 'on': {
      const on = { ...state, ...ON, isRemoved: false, isFinal: false, reinforcedAt: at };
      return act.said === null ? on : withQuote({ ...on, reinforcements: on.reinforcements + 1 }, act.said);
    }
    case 'remove':
      return { ...state, isRemoved: true };
    default:
      return unreachable(act);
  }
}

const ON = { status: 'active', why: null, replacedBy: null } as const;

function set(state: ProcedureState | null, act: Extract<Act, { kind: 'set' }>, at: Date): ProcedureState {
  return {
    ...{ spaceId: act.spaceId, trigger: act.trigger, steps: act.steps, zone: act.zone },
    ...{ status: act.status, why: null, replacedBy: null, contradicts: act.contradicts, evidence: act.evidence },
    source: state?.source ?? act.source,
    reinforcements: state?.reinforcements ?? 0,
    uses: state?.uses ?? 0,
    createdAt: state?.createdAt ?? at,
    reinforcedAt: at,
    isRemoved: false,
    isFinal: false,
  };
}

function withQuote(state: ProcedureState, { turnId, quote }: z.infer<typeof Quote>): ProcedureState {
  if (state.evidence.some((each) => each.turnId === turnId && each.quote === quote)) return state;
  const [first, ...later] = [...state.evidence, { turnId, quote }];
  return { ...state, evidence: first === undefined ? [] : [first, ...later.slice(1 - EVIDENCE)] };
}
