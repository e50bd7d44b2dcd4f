import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { throwIfAborted, untilAborted } from '../lib/abort.ts';
import { createGate } from '../lib/gate.ts';
import { getReadThrough, listUnreadTurns, type UnreadTurn } from '../stores/claims.ts';
import { type HeardRow, listHeard, listKnownProcedures, listTaughtBy, listUsesBefore } from '../stores/procedures.ts';
import { findLearnableSpace } from '../stores/spaces.ts';
import { createComparer } from './compare.ts';
import { findWishes, type Wish } from './find-wishes.pure.ts';
import { objects, planWish, READER, type TurnRead } from './plan-turn.pure.ts';

export type ProcedureReport = {
  readonly read: number;
  readonly proposed: number;
  readonly reinforced: number;
  readonly takenBack: number;
};

export type ProcedureReader = {
  /** There may be new turns: reads them in the background. */
  readonly wake: () => void;
  /** Reads everything there is; resolves when nothing is left. */
  readonly drain: (signal: AbortSignal) => Promise<ProcedureReport>;
  /** Until the returned function is called nothing is read: somebody waits. */
  readonly hold: () => () => void;
  readonly close: () => Promise<void>;
};

export type ProcedureReaderCtx = Pick<Ctx, 'db' | 'commit' | 'log' | 'emit' | 'ids' | 'inference'>;

/** Turns between two notes of how far reading has come. */
const ROUND_TURNS = 200;

type Totals = { read: number; proposed: number; reinforced: number; takenBack: number };

/** Reads the user's own turns for how they want things done: after the answers and never in their way. */
export function createProcedureReader(ctx: ProcedureReaderCtx): ProcedureReader {
  const closing = new AbortController();
  const { signal } = closing;
  const totals: Totals = { read: 0, proposed: 0, reinforced: 0, takenBack: 0 };
  const gate = createGate();
  let running: Promise<void> | null = null;
  let isWanted = false;

  const readRound = async (): Promise<boolean> => {
    const from = await getReadThrough(ctx.db.read, READER);
    const turns = await listUnreadTurns(ctx.db.read, from, ROUND_TURNS);
    const last = turns.at(-1);
    if (!last) return false;
    const round = await openRound(ctx, turns.filter(isOwn));
    for (const turn of turns) {
      await gate.whenOpen(signal);
      // Asked at the last moment: a switch may have been turned, or the conversation moved, since the turn was read.
      const isLearnable = isOwn(turn) && (await findLearnableSpace(ctx.db.read, turn.turnId)) === turn.spaceId;
      if (isLearnable) count(totals, await round.read(turn));
      totals.read += 1;
    }
    await ctx.commit([
      { kind: 'procedures.read', body: { reader: READER, throughSeq: last.seq, heard: round.heard() } },
    ]);
    return true;
  };

  const work = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      while (await readRound()) throwIfAborted(signal);
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
        if (!signal.aborted) ctx.log('procedures.failed', { why: error instanceof Error ? error.name : 'unknown' });
      });
    },
    drain: async (asked) => {
      const before = { ...totals };
      await untilAborted(start(), asked);
      return {
        read: totals.read - before.read,
        proposed: totals.proposed - before.proposed,
        reinforced: totals.reinforced - before.reinforced,
        takenBack: totals.takenBack - before.takenBack,
      };
    },
    hold: gate.hold,
    close: async () => {
      closing.abort();
      await running?.catch(() => undefined); // it was stopped on purpose
    },
  };
}

/** Only what the user says: never an assistant, somebody else in a conversation, a document. */
const isOwn = ({ role, isReadable }: UnreadTurn): boolean => role === 'user' && isReadable;

type Heard = Extract<JournalEvent, { kind: 'procedures.read' }>['body']['heard'][number];
type Uses = Awaited<ReturnType<typeof listUsesBefore>>;

async function openRound(ctx: ProcedureReaderCtx, turns: readonly UnreadTurn[]) {
  const uses = await listUsesBefore(
    ctx.db.read,
    turns.map(({ turnId }) => turnId),
  );
  const comparer = createComparer(ctx);
  const heard: (HeardRow & { readonly spaceId: string })[] = [];
  const counted = new Set<string>();

  const read = async (turn: UnreadTurn): Promise<readonly JournalEvent[]> => {
    const wishes = findWishes(turn.text);
    const events: JournalEvent[] = [...usesOf(turn, { uses, wishes, counted })];
    if (wishes.length > 0) events.push(...(await learn(turn, wishes)));
    if (events.length === 0) return [];
    await ctx.commit(events);
    ctx.emit('procedures.changed', {});
    return events;
  };

  const learn = async (turn: UnreadTurn, wishes: readonly Wish[]): Promise<readonly JournalEvent[]> => {
    const before = await listTaughtBy(ctx.db.read, turn.turnId);
    // The user took back what this turn taught: another version must not teach it again.
    if (before.some(({ isUndone }) => isUndone)) return [];
    const taught = new Set(before.map(({ procedureId }) => procedureId));
    const rows = await listKnownProcedures(ctx.db.read, turn.spaceId);
    const earlier = [
      ...heard.filter(({ spaceId }) => spaceId === turn.spaceId),
      ...(await listHeard(ctx.db.read, turn.spaceId)),
    ];
    const events: JournalEvent[] = [];
    for (const wish of wishes) {
      const plan = planWish({
        ...{ turn: toTurnRead(turn), wish, taught, newId: ctx.ids.uuid },
        known: await comparer.compare(wish, rows),
        heard: wish.kind === 'once' ? await comparer.compare(wish, earlier) : [],
      });
      events.push(...plan.events);
      if (plan.isHeard) heard.push({ ...toTurnRead(turn), ...wish });
    }
    return once(events);
  };

  return {
    read,
    heard: (): readonly Heard[] =>
      heard.map(({ turnId, spaceId, trigger, steps, quote }) => ({ turnId, spaceId, trigger, steps, quote })),
  };
}

type UseInput = { readonly uses: Uses; readonly wishes: readonly Wish[]; readonly counted: Set<string> };

/** The answer before this turn was given by these, and this turn does not mind. */
function usesOf(turn: UnreadTurn, { uses, wishes, counted }: UseInput): readonly JournalEvent[] {
  if (wishes.length > 0 || objects(turn.text)) return [];
  return uses.flatMap(({ turnId, replyId, procedureId }): JournalEvent[] => {
    const key = `${procedureId} ${turn.conversationId}`;
    if (turnId !== turn.turnId || counted.has(key)) return [];
    counted.add(key);
    return [{ kind: 'procedure.reinforced', body: { procedureId, why: 'used', turnId: replyId, quote: null } }];
  });
}

/** Two sentences of one turn that mean one procedure count once. */
function once(events: readonly JournalEvent[]): readonly JournalEvent[] {
  const seen = new Set<string>();
  return events.filter(({ body }) => {
    const id = 'procedureId' in body ? body.procedureId : '';
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

const toTurnRead = ({ turnId, conversationId, spaceId, zone, saidAt }: UnreadTurn): TurnRead => ({
  ...{ turnId, conversationId, spaceId, zone, saidAt },
});

function count(totals: Totals, events: readonly JournalEvent[]): void {
  for (const { kind } of events) {
    if (kind === 'procedure.set') totals.proposed += 1;
    if (kind === 'procedure.reinforced' || kind === 'procedure.reactivated') totals.reinforced += 1;
    if (kind === 'procedure.deactivated') totals.takenBack += 1;
  }
}
