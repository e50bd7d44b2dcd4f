import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import {
  type ExportedConversation,
  type ExportedTurn,
  type ExportScope,
  listExportedById,
  listExportedTurns,
  listExportedTurnsOf,
} from '../stores/exports.ts';

/** What a writer of one format works with. It hands out text piece by piece, and holds no more than a page of turns. */
export type ExportRun = {
  readonly ctx: Ctx;
  readonly scope: ExportScope;
  readonly conversations: readonly ExportedConversation[];
  readonly signal: AbortSignal;
  /** Short conversations that were read together with the one before them. */
  readonly ahead: Map<string, readonly ExportedTurn[]>;
  /** Counts what was written. */
  readonly note: (written: { readonly turns?: number; readonly facts?: number }) => void;
};

export type Writer = (run: ExportRun) => AsyncGenerator<string, void, undefined>;

const PAGE_TURNS = 500;

/** Reads the short conversations from here on, as many as fit a page: most have a few turns, and each question has its price. */
async function readAhead(run: ExportRun, conversationId: string): Promise<void> {
  const start = run.conversations.findIndex(({ id }) => id === conversationId);
  const ids: string[] = [];
  let turns = 0;
  for (let n = start; n >= 0 && n < run.conversations.length; n += 1) {
    const next = run.conversations[n];
    if (next === undefined || turns + next.turns > PAGE_TURNS) break;
    ids.push(next.id);
    turns += next.turns;
  }
  // Longer than a page: read page by page.
  if (ids.length === 0) return;
  const lists = new Map<string, ExportedTurn[]>(ids.map((id) => [id, []]));
  for (const turn of await listExportedTurnsOf(run.ctx.db.read, run.scope, ids))
    lists.get(turn.conversationId)?.push(turn);
  for (const [id, list] of lists) run.ahead.set(id, list);
}

/** All turns of a conversation that are in the export, on all branches, in the order in which they came. */
export async function* readTurns(
  run: ExportRun,
  conversationId: string,
): AsyncGenerator<ExportedTurn, void, undefined> {
  throwIfAborted(run.signal);
  if (!run.ahead.has(conversationId)) await readAhead(run, conversationId);
  const whole = run.ahead.get(conversationId);
  if (whole !== undefined) {
    run.ahead.delete(conversationId);
    for (const turn of whole) {
      yield turn;
      run.note({ turns: 1 });
    }
    return;
  }
  let after = { position: -1, seq: 0 };
  for (;;) {
    throwIfAborted(run.signal);
    const page = await listExportedTurns(run.ctx.db.read, run.scope, { conversationId, after, limit: PAGE_TURNS });
    for (const turn of page) {
      yield turn;
      run.note({ turns: 1 });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_TURNS) return;
    after = { position: last.position, seq: last.seq };
  }
}

/** The turns of these ids, in that order. */
export async function* readTurnsOf(
  run: ExportRun,
  ids: readonly string[],
): AsyncGenerator<ExportedTurn, void, undefined> {
  for (let from = 0; from < ids.length; from += PAGE_TURNS) {
    throwIfAborted(run.signal);
    for (const turn of await listExportedById(run.ctx.db.read, run.scope, ids.slice(from, from + PAGE_TURNS))) {
      yield turn;
      run.note({ turns: 1 });
    }
  }
}
