import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { getReadThrough, listUnreadTurns, type UnreadTurn } from '../stores/claims.ts';
import type { Candidate, Source } from './candidate.pure.ts';
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
  /** Reads everything there is; resolves when nothing is left. */
  readonly drain: (signal: AbortSignal) => Promise<ExtractionReport>;
  /** Until the returned function is called nothing is read: an answer is being written. */
  readonly hold: () => () => void;
  readonly close: () => Promise<void>;
};

export type ExtractionCtx = Pick<Ctx, 'db' | 'commit' | 'log' | 'emit' | 'generation'>;

/** Turns between two notes of how far reading has come: what a crash makes read again, which changes nothing. */
const ROUND_TURNS = 200;

type Totals = { read: number; claims: number; held: number; rejected: Record<string, number> };

/** Reads turns in the journal's order, after the answers and never in their way (design section 6, post-flight). */
export function createExtraction(ctx: ExtractionCtx, extractors: readonly Extractor[]): Extraction {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isWanted = false;
  let holds = 0;
  const onRelease: (() => void)[] = [];
  const totals: Totals = { read: 0, claims: 0, held: 0, rejected: {} };

  const whenFree = async (): Promise<void> => {
    while (holds > 0 && !closing.signal.aborted) await new Promise<void>((resolve) => onRelease.push(resolve));
  };

  const readTurn = async (extractor: Extractor, turn: UnreadTurn, near: Near): Promise<void> => {
    const source = toSource(turn);
    const candidates = await extractor.extract(source, closing.signal);
    if (candidates.length === 0) return;
    const seen = near.get(turn.conversationId) ?? new Set<string>();
    const plan = await planClaims(
      {
        ...{ tx: ctx.db.read, spaceId: turn.spaceId, source, extractor: extractor.name, near: seen },
        vocabulary: await openVocabulary(ctx),
      },
      candidates,
    );
    for (const [reason, count] of Object.entries(plan.rejected))
      totals.rejected[reason] = (totals.rejected[reason] ?? 0) + count;
    if (plan.body === null) return;
    await ctx.commit([{ kind: 'codex.claimed', body: plan.body }]);
    for (const claim of plan.body.claims) {
      totals.claims += 1;
      if (claim.heldFor !== null) totals.held += 1;
      seen.add(claim.subjectId);
      if (claim.object?.kind === 'entity') seen.add(claim.object.id);
    }
    near.set(turn.conversationId, seen);
    ctx.emit('codex.changed', { generation: ctx.generation() });
  };

  const readRound = async (extractor: Extractor, near: Near): Promise<boolean> => {
    const from = await getReadThrough(ctx.db.read, extractor.name);
    const turns = await listUnreadTurns(ctx.db.read, from, ROUND_TURNS);
    const last = turns.at(-1);
    if (!last) return false;
    for (const turn of turns) {
      await whenFree();
      throwIfAborted(closing.signal);
      if (turn.isReadable) await readTurn(extractor, turn, near);
      totals.read += 1;
    }
    await ctx.commit([{ kind: 'codex.read', body: { extractor: extractor.name, throughSeq: last.seq } }]);
    return true;
  };

  const readAll = async (): Promise<void> => {
    const near: Near = new Map();
    for (const extractor of extractors) while (await readRound(extractor, near)) near.size > 1000 && near.clear();
  };

  const work = async (): Promise<void> => {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await readAll();
    }
  };

  const start = (): Promise<void> => {
    isWanted = true;
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    wake: () => {
      start().catch((error: unknown) => {
        // The next wake tries again from where reading stopped; a closing engine stops it on purpose.
        if (!closing.signal.aborted)
          ctx.log('extraction.failed', { why: error instanceof Error ? error.name : 'unknown' });
      });
    },
    drain: async (signal) => {
      const before = { ...totals, rejected: { ...totals.rejected } };
      await untilAborted(start(), signal);
      return since(totals, before);
    },
    hold: () => {
      holds += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (holds === 0) for (const resolve of onRelease.splice(0)) resolve();
      };
    },
    close: async () => {
      closing.abort();
      for (const resolve of onRelease.splice(0)) resolve();
      await running?.catch(() => undefined); // it was stopped on purpose
    },
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

/** Stops waiting, not the work: it goes on in the background. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' }));
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, aborted]);
}
