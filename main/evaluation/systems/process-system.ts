import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { isAbort } from '../../lib/abort.ts';
import type { ExecutionAudit, SuppliedFragment } from '../format/observation.ts';
import type { TrajectoryDocument, TrajectoryTurn } from '../format/trajectory.ts';
import { type LineProcess, plain, startLineProcess } from './line-process.ts';
import {
  AskReply,
  type Call,
  Done,
  type FragmentReply,
  HelloReply,
  InspectReply,
  MaintainReply,
  type Observable,
  PROTOCOL,
  PROTOCOL_VERSION,
} from './protocol.ts';
import type { Asked, System, SystemStart, Told } from './system.ts';

export type ProcessOptions = {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** In milliseconds, by what is asked; what is left out stays as it is. */
  readonly timeouts?: Partial<Record<Call, number>> | undefined;
  /** The tokens by which every arm of a run is measured. Without it tokens are not observable and budgets are not kept. */
  readonly countTokens?: ((text: string) => number) | undefined;
};

/** Another program as a system under test, and what it says of itself. */
export type ProcessSystem = System & {
  readonly hello: HelloReply;
  /** The end of what it wrote beside its replies. It may hold what was said: for the person who runs it only. */
  readonly stderrTail: () => string;
};

const TIMEOUTS: Readonly<Record<Call, number>> = {
  hello: 120_000,
  ingest: 1_800_000,
  documents: 600_000,
  settle: 600_000,
  maintain: 600_000,
  ask: 120_000,
  use: 120_000,
  inspect: 60_000,
  close: 10_000,
};
/** Turns in one message. */
const BATCH = 200;

const NOTHING_SEEN = { now: null, turns: null, documents: null, records: null, pending: null };

const NO_EXECUTION: ExecutionAudit = {
  legs: null,
  candidates: null,
  askedAt: null,
  settings: null,
  configHash: null,
  embeddingSpace: null,
  generation: null,
  operation: null,
  reliance: null,
  derivation: null,
};

type Sending = { readonly call: Call; readonly params?: object; readonly signal?: AbortSignal };
type Send = <S extends z.ZodType>(schema: S, sending: Sending) => Promise<z.infer<S>>;

/**
 * Starts another program as a system under test (docs/lsrep/systems.md). A program that cannot start is refused; one that
 * fails, hangs or ends later makes each question from then on a failed observation, and the run goes on.
 */
export async function openProcessSystem(start: SystemStart, options: ProcessOptions): Promise<ProcessSystem> {
  const { command, args = [], env = {} } = options;
  const child = startLineProcess({ command, args, env, folder: start.folder });
  const send = sender(child, start, options.timeouts);
  try {
    const hello = await send(HelloReply, { call: 'hello', params: introduce(start) });
    return { ...buildSystem({ child, send, start, hello, options }), hello, stderrTail: child.stderrTail };
  } catch (error) {
    await child.end();
    throw explainStart(error, child.stderrTail());
  }
}

const introduce = ({ owner, zone, folder, seed, arm, answerer }: SystemStart): object => ({
  ...{ protocol: PROTOCOL, version: PROTOCOL_VERSION, owner, zone, folder, seed, answerer },
  k: arm.k,
  budgetTokens: arm.budgetTokens,
});

function sender(child: LineProcess, start: SystemStart, timeouts: ProcessOptions['timeouts']): Send {
  return async (schema, { call, params = {}, signal }) => {
    const reply = await child.request({
      ...{ call, params: { ...params }, signal: signal ?? null },
      now: start.clock.now().toISOString(),
      timeoutMs: timeouts?.[call] ?? TIMEOUTS[call],
    });
    const parsed = schema.safeParse(reply);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new AppError('system.unusable', `The reply to "${call}" is not as the protocol has it${at(where)}.`);
  };
}

/** Names of its fields only: what stands in them may be what somebody said. */
const at = (path: string): string => (/^[A-Za-z0-9.]{1,80}$/.test(path) ? `, at ${path}` : '');

/** Nothing that anybody said has reached the program yet, so that its last line can be told. */
function explainStart(error: unknown, stderr: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'system.ended') return error;
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const said = last === '' ? 'It said nothing about why.' : `Its last line was: ${plain(last)}`;
  return new AppError('system.unusable', `The program of the other system ended before it was ready. ${said}`);
}

type Parts = {
  readonly child: LineProcess;
  readonly send: Send;
  readonly start: SystemStart;
  readonly hello: HelloReply;
  readonly options: ProcessOptions;
};

/** Remembers the first failure: it is told by the questions that come after it, each a failed observation. */
class Breaker {
  #broken: AppError | null = null;

  /** Does nothing once something has failed. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    if (this.#broken !== null) return;
    try {
      await work();
    } catch (error) {
      if (isAbort(error) || !(error instanceof AppError)) throw error;
      this.#broken = error;
    }
  }

  throwIfBroken(): void {
    if (this.#broken !== null) throw this.#broken;
  }
}

function buildSystem(parts: Parts): System {
  const { child, send, hello } = parts;
  const { supports, observable } = hello;
  const breaker = new Breaker();
  const inspect = async (): Promise<InspectReply> => {
    let seen: InspectReply = NOTHING_SEEN;
    await breaker.attempt(async () => {
      seen = await send(InspectReply, { call: 'inspect' });
    });
    return only(seen, { ...observable, now: observable.clock });
  };
  return {
    ingest: (turns, signal) => breaker.attempt(() => ingest(send, turns, signal)),
    addDocuments: async (documents, signal) => {
      if (!supports.documents || documents.length === 0) return;
      const params = { documents: documents.map(toDocument) };
      await breaker.attempt(() => send(Done, { call: 'documents', params, signal }));
    },
    settle: (signal) => breaker.attempt(() => send(Done, { call: 'settle', signal })),
    maintain: async ({ workers, days }, signal) => {
      const own = workers.filter((worker) => supports.upkeep.includes(worker));
      let ran: MaintainReply = { workers: [] };
      if (own.length === 0) return [];
      await breaker.attempt(async () => {
        ran = await send(MaintainReply, { call: 'maintain', params: { workers: own, days }, signal });
      });
      return ran.workers;
    },
    ask: async (asked, signal) => {
      breaker.throwIfBroken();
      return tell(parts, asked, await send(AskReply, { call: 'ask', params: toQuestion(asked), signal }));
    },
    use: (asked, signal) => breaker.attempt(() => send(Done, { call: 'use', params: toQuestion(asked), signal })),
    inspect,
    records: async () => (observable.records ? (await inspect()).records : null),
    close: async () => {
      // A program that does not end in an orderly way is ended all the same.
      await send(Done, { call: 'close' }).catch(() => undefined);
      await child.end();
    },
  };
}

async function ingest(send: Send, turns: readonly TrajectoryTurn[], signal: AbortSignal): Promise<void> {
  for (let from = 0; from < turns.length; from += BATCH) {
    const batch = turns.slice(from, from + BATCH).map(toTurn);
    await send(Done, { call: 'ingest', params: { turns: batch }, signal });
  }
}

/** What is not declared is not observable, whatever a reply says. */
const only = (seen: InspectReply, can: Readonly<Record<keyof InspectReply, boolean>>): InspectReply => ({
  now: can.now ? seen.now : null,
  turns: can.turns ? seen.turns : null,
  documents: can.documents ? seen.documents : null,
  records: can.records ? seen.records : null,
  pending: can.pending ? seen.pending : null,
});

const toTurn = ({ arrivesAt: _, ...turn }: TrajectoryTurn): object => turn;
const toDocument = ({ id, name, text, at }: TrajectoryDocument): object => ({ id, name, text, at });
const toQuestion = ({ arm, question, conversation }: Asked): object => ({
  ...{ question, conversation, k: arm.k, budgetTokens: arm.budgetTokens },
});

function tell({ hello, start, options }: Parts, { arm, question }: Asked, reply: AskReply): Told {
  const { observable } = hello;
  const measured = reply.fragments.slice(0, arm.k).map((fragment) => ({
    fragment,
    tokens: options.countTokens?.(fragment.text) ?? null,
  }));
  const kept = keepWithin(measured, arm.budgetTokens);
  return {
    // Whoever answers cannot take a question out of the denominator by leaving it empty.
    answer: observable.answers && start.answerer !== 'none' ? (reply.answer ?? '') : null,
    mode: null,
    isAbstaining: observable.abstention ? reply.isAbstaining : null,
    supplied: kept.map(({ fragment, tokens }) => toSupplied(fragment, tokens, observable)),
    contextTokens: countContext(kept, options, observable),
    promptTokens: observable.promptTokens ? reply.promptTokens : null,
    cited: observable.citations ? reply.cited : [],
    execution: { ...NO_EXECUTION, askedAt: observable.clock ? reply.askedAt : null },
    trace: {
      answer: { answer: reply.answer, fragments: kept.map(({ fragment }) => fragment) },
      trace: { system: hello, query: question, fragments: reply.fragments.length, kept: kept.length },
    },
  };
}

/** Nothing that was supplied has no tokens, where it can be seen that it is nothing. */
function countContext(
  kept: readonly Measured[],
  { countTokens }: ProcessOptions,
  { evidence }: Observable,
): number | null {
  if (kept.length === 0) return evidence ? 0 : null;
  return countTokens === undefined ? null : kept.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}

type Measured = { readonly fragment: FragmentReply; readonly tokens: number | null };

/** In the system's own order, whatever still fits; the same rule for every system that does not count for itself. */
function keepWithin(fragments: readonly Measured[], budget: number | null): readonly Measured[] {
  if (budget === null) return fragments;
  let used = 0;
  return fragments.filter(({ tokens }) => {
    if (used + (tokens ?? 0) > budget) return false;
    used += tokens ?? 0;
    return true;
  });
}

const toSupplied = (fragment: FragmentReply, tokens: number | null, observable: Observable): SuppliedFragment => ({
  kind: fragment.kind,
  turns: observable.evidence ? fragment.turns : [],
  context: observable.evidence ? fragment.context : [],
  at: observable.times ? fragment.at : null,
  status: observable.statuses ? fragment.status : null,
  tokens,
  hash: createHash('sha256').update(fragment.text).digest('hex'),
});
