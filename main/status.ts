import { findReadyModel } from './chat/chat-model.ts';
import type { LibraryCtx } from './chat/model-library.ts';
import type { AppStatus } from './contract/app.ts';
import type { Ctx } from './ctx.ts';
import { findHistory } from './health/find-history.ts';
import type { InferenceState } from './inference/client.ts';
import { freeBytes } from './lib/disk.ts';
import { getPendingCount } from './stores/embeddings.ts';
import { getTurnCount } from './stores/episodes.ts';
import { getPassageCount } from './stores/passages.ts';

export type StatusDeps = {
  readonly version: string;
  readonly mode: AppStatus['mode'];
  readonly journal: { readonly lastSeq: number };
  readonly library: LibraryCtx;
};

/** Until keychain and passphrase exist this is the truth for every folder. */
const PROTECTION = 'Not encrypted: anyone who can read this folder can read your memory.';

function hostOf(state: InferenceState): AppStatus['host'] {
  switch (state.kind) {
    case 'idle':
    case 'closed':
      return { state: 'stopped', restarts: 0, notice: null };
    case 'starting':
      return { state: 'starting', restarts: 0, notice: null };
    case 'ready':
      return { state: state.isCpuOnly ? 'cpu-only' : 'ready', restarts: 0, notice: state.notice };
    case 'restarting':
      return { state: 'restarting', restarts: state.attempt, notice: state.notice };
    case 'failed':
      return { state: 'failed', restarts: 0, notice: state.notice };
  }
}

/** The status line's facts, each read where it is true. */
export function createStatus(ctx: Ctx, deps: StatusDeps) {
  let history: Pick<AppStatus['history'], 'state' | 'checkedAt'> = { state: 'unchecked', checkedAt: null };
  return {
    noteHistory: (isUnbroken: boolean): void => {
      history = { state: isUnbroken ? 'unbroken' : 'broken', checkedAt: ctx.clock.now().toISOString() };
      ctx.emit('app.changed', {});
    },
    read: async (): Promise<AppStatus> => {
      const loaded = deps.library.chatModel.current();
      const ready = await findReadyModel(ctx);
      return {
        version: deps.version,
        mode: deps.mode,
        dataFolder: ctx.dataFolder,
        freeBytes: await freeBytes(ctx.dataFolder),
        zone: ctx.zone(),
        chatModel:
          ready === null
            ? null
            : {
                name: ready.model.name,
                device: loaded?.description.device ?? 'cpu',
                contextTokens: loaded?.description.contextTokens ?? ready.model.contextTokens,
                isLoaded: loaded !== null,
              },
        embedder: { name: ctx.embedding.modelName, device: 'cpu' },
        host: hostOf(ctx.inference.state()),
        index: {
          turns: await getTurnCount(ctx.db.read),
          passages: await getPassageCount(ctx.db.read),
          pending: await getPendingCount(ctx.db.read),
          isIndexing: ctx.indexer.isRunning(),
        },
        protection: PROTECTION,
        history: { records: deps.journal.lastSeq, ...(history.checkedAt === null ? await findHistory(ctx) : history) },
        connections: deps.library.connections.get(),
        isDownloading: deps.library.downloading.size > 0,
      };
    },
  };
}
