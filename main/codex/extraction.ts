import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import { throwIfAborted, untilAborted } from '../lib/abort.ts';
import { createLane } from '../lib/lane.ts';
import { getReadThrough, listUnreadTurns, type UnreadTurn } from '../stores/claims.ts';
import { findLearnableSpace } from '../stores/spaces.ts';
import type { Candidate, Source } from './candidate.pure.ts';
import type { AskPolicy } from './checks/sensitive.pure.ts';
import { openVocabulary } from './open-vocabulary.ts';
import { planClaims } from './plan-claims.ts';

/** What reads turns: a name of a family and a version, "rules 3"; another version reads everything again. */
export type Extractor = {
  readonly name: string;
  readonly extract: (source: Source, signal: AbortSignal) => Promise<readonly Candidate[]>;
};

export type ExtractionReport = {
  readonly read: number;
  readonly claims: number;
  readonly held: number;
  readonly rejected: Readonly<Record<string, number>>;
};

export type Extraction = {
  /** There may be new turns: reads them in the background. */
  readonly wake: () => void;
  /** Reads everything there is; resolves when nothing is left. Only with `slow` also by what takes seconds a turn. */
  readonly drain: (signal: AbortSignal, what?: { readonly slow: boolean }) => Promise<ExtractionReport>;
  /** Does something while no reader plans or writes: what was understood before is written before. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Until the returned function is called nothing is read: an answer is being written. */
  readonly hold: () => () => void;
  /** A second reader, after the quick one and at its own pace; null: none now. */
  readonly addSlow: (open: () => Promise<Extractor | null>) => void;
  readonly close: () => Promise<void>;
};

export type ExtractionCtx = Pick<Ctx, 'db' | 'commit' | 'log' | 'emit' | 'generation'> & {
  /** Resolves when turns have their vectors, or null where they do: finding what was said comes before understanding it. */
  readonly whenFound: () => Promise<void> | null;
  /** What the user wants to be asked about now. */
  readonly policy: () => AskPolicy;
  readonly tombstones?: Ctx['tombstones'];
};

/** Turns between two notes of how far reading has come: what a crash makes read again, which changes nothing. */
const ROUND_TURNS = 200;

type Totals = { read: number; claims: number; held: number; rejected: Record<string, number> };

type Reader = { readonly start: () => Promise<void>; readonly close: () => Promise<void> };

type Reading = ExtractionCtx & {
  readonly open: () => Promise<Extractor | null>;
  readonly signal: AbortSignal;
  /** Resolves when no answer is being written. */
  readonly whenFree: () => Promise<void>;
  /** One reader plans and writes at a time: what one has just made, the other must find. */
  readonly lane: ReturnType<typeof createLane>;
  readonly totals: Totals;
};

/** One extractor over all turns, in the journal's order. */
function createReader(ctx: Reading): Reader {
  const { signal, totals } = ctx;
  let running: Promise<void> | null = null;
  let isWanted = false;

  const readTurn = async (extractor: Extractor, turn: UnreadTurn, near: Near): Promise<void> => {
    const source = toSource(turn);
    const candidates = await extractor.extract(source, signal);
    if (candidates.length === 0) return;
    const seen = near.get(turn.conversationId) ?? new Set<string>();
    near.set(turn.conversationId, seen);
    await ctx.lane.run(async () => {
      // Asked at the last moment: a switch may have been turned, or the conversation moved, since the turn was read.
      const spaceId = await findLearnableSpace(ctx.db.read, turn.turnId);
      if (spaceId === null) return;
      const plan = await planClaims(
        {
          ...{ tx: ctx.db.read, spaceId, source, extractor: extractor.name, near: seen, policy: ctx.policy() },
          ...(ctx.tombstones === undefined ? {} : { tombstones: ctx.tombstones }),
          vocabulary: await openVocabulary(ctx),
        },
        candidates,
      );
      for (const [reason, count] of Object.entries(plan.rejected))
        totals.rejected[reason] = (totals.rejected[reason] ?? 0) + count;
      if (plan.body === null) return;
      await ctx.commit([{ kind: 'codex.claimed', body: plan.body }]);
      count(totals, plan.body.claims, seen);
    });
    ctx.emit('codex.changed', { generation: ctx.generation() });
  };

  const readRound = async (extractor: Extractor, near: Near): Promise<boolean> => {
    const from = await getReadThrough(ctx.db.read, extractor.name);
    const turns = await listUnreadTurns(ctx.db.read, from, ROUND_TURNS);
    const last = turns.at(-1);
    if (!last) return false;
    for (const turn of turns) {
      await ctx.whenFree();
      throwIfAborted(signal);
      if (turn.isReadable) await readTurn(extractor, turn, near);
      totals.read += 1;
    }
    await ctx.commit([{ kind: 'codex.read', body: { extractor: extractor.name, throughSeq: last.seq } }]);
    return true;
  };

  const work = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      const extractor = await ctx.open();
      const near: Near = new Map();
      if (extractor !== null) while (await readRound(extractor, near)) if (near.size > MAX_NEAR) near.clear();
    }
  };

  return {
    start: () => {
      isWanted = true;
      running ??= work().finally(() => {
        running = null;
      });
      return running;
    },
    close: async () => {
      await running?.catch(() => undefined); // it was stopped on purpose
    },
  };
}

/** Conversations of which is remembered whom they spoke of. */
const MAX_NEAR = 1_000;

type Claims = BodyOf<'codex.claimed'>['claims'];

function count(totals: Totals, claims: Claims, seen: Set<string>): void {
  for (const { heldFor, subjectId, object } of claims) {
    totals.claims += 1;
    if (heldFor !== null) totals.held += 1;
    seen.add(subjectId);
    if (object?.kind === 'entity') seen.add(object.id);
  }
}

/** Reads turns after the answers and never in their way (design section 6, post-flight). */
export function createExtraction(ctx: ExtractionCtx, quick: Extractor): Extraction {
  const closing = new AbortController();
  const { signal } = closing;
  const totals: Totals = { read: 0, claims: 0, held: 0, rejected: {} };
  const gate = createGate(signal, ctx.whenFound);
  const shared = { ...ctx, signal, whenFree: gate.whenOpen, lane: createLane(), totals };
  const quickReader = createReader({ ...shared, open: async () => quick });
  let slowReader: Reader | null = null;

  const attend = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      // The next wake tries again from where reading stopped; a closing engine stops it on purpose.
      if (!signal.aborted) ctx.log('extraction.failed', { why: error instanceof Error ? error.name : 'unknown' });
    });
  };

  return {
    wake: () => attend(quickReader.start().then(() => slowReader?.start())),
    drain: async (asked, { slow } = { slow: false }) => {
      const before = { ...totals, rejected: { ...totals.rejected } };
      const rest = gate.hurry();
      try {
        await untilAborted(quickReader.start(), asked);
        if (slow && slowReader !== null) await untilAborted(slowReader.start(), asked);
      } finally {
        rest();
      }
      return since(totals, before);
    },
    alone: shared.lane.run,
    hold: gate.close,
    addSlow: (open) => {
      slowReader = createReader({ ...shared, open });
      attend(slowReader.start());
    },
    close: async () => {
      closing.abort();
      gate.releaseAll();
      await quickReader.close();
      await slowReader?.close();
    },
  };
}

/** Lets a reader through while no answer is written, and, unless somebody waits for it, all vectors are made. */
function createGate(signal: AbortSignal, whenFound: ExtractionCtx['whenFound']) {
  let holds = 0;
  let hurries = 0;
  const waiting: (() => void)[] = [];
  const hurried = new Set<() => void>();
  const releaseAll = (): void => {
    for (const resolve of [...waiting.splice(0), ...hurried]) resolve();
  };
  return {
    whenOpen: async (): Promise<void> => {
      while (holds > 0 && !signal.aborted) await new Promise<void>((resolve) => waiting.push(resolve));
      if (hurries > 0 || signal.aborted) return;
      const found = whenFound();
      if (found === null) return;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          hurried.delete(go);
          resolve();
        };
        hurried.add(go);
        found.then(go, go);
      });
    },
    close: (): (() => void) => {
      holds += 1;
      return once(() => {
        holds -= 1;
        if (holds === 0) for (const resolve of waiting.splice(0)) resolve();
      });
    },
    hurry: (): (() => void) => {
      hurries += 1;
      for (const go of hurried) go();
      return once(() => {
        hurries -= 1;
      });
    },
    releaseAll,
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

type Near = Map<string, Set<string>>;

function toSource(turn: UnreadTurn): Source {
  const { turnId, text, role, speaker, zone, beforeText, beforeSpeaker, beforeRole } = turn;
  const before =
    beforeText === null ? null : { text: beforeText, speaker: beforeSpeaker ?? '', role: beforeRole ?? 'other' };
  return { turnId, text, role, speaker, zone, saidAt: turn.saidAt.toISOString(), before };
}

function since(now: Totals, before: Totals): ExtractionReport {
  const rejected = Object.entries(now.rejected).map(([key, n]) => [key, n - (before.rejected[key] ?? 0)] as const);
  return {
    read: now.read - before.read,
    claims: now.claims - before.claims,
    held: now.held - before.held,
    rejected: Object.fromEntries(rejected.filter(([, n]) => n > 0)),
  };
}
