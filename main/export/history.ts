import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import {
  type ExportedConversation,
  type ExportedTurn,
  type ExportScope,
  listExportedById,
  listExportedTurns,
} from '../stores/exports.ts';

/** What a writer of one format works with. It hands out text piece by piece, and holds no more than a page of turns. */
export type ExportRun = {
  readonly ctx: Ctx;
  readonly scope: ExportScope;
  readonly conversations: readonly ExportedConversation[];
  readonly signal: AbortSignal;
  /** Counts what was written. */
  readonly note: (written: { readonly turns?: number; readonly facts?: number }) => void;
};

export type Writer = (run: ExportRun) => AsyncGenerator<string, void, undefined>;

const PAGE_TURNS = 500;

/** All turns of a conversation that are in the export, on all branches, in the order in which they came. */
export async function* readTurns(
  run: ExportRun,
  conversationId: string,
): AsyncGenerator<ExportedTurn, void, undefined> {
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
