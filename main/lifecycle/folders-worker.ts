import { checkFolder } from '../documents/check-folder.ts';
import { listFolders } from '../stores/folders.ts';
import type { Worker } from './worker.ts';

const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

/** Looks into the watched folders: what is new or changed there is imported. */
export const foldersWorker: Worker = {
  name: 'folders',
  isOfComputer: true,
  priority: 40,
  everyHours: 1,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { at, signal, breathe, onProgress }) => {
    const folders = await listFolders(ctx.db.read);
    const counts = { folders: folders.length, imported: 0, failed: 0, missing: 0, removed: 0, unreachable: 0 };
    for (const [index, folder] of folders.entries()) {
      onProgress(index, folders.length);
      await breathe();
      const outcome = await checkFolder(ctx, folder, { at, signal, breathe, onProgress: () => undefined });
      counts.imported += outcome.counts.imported;
      counts.failed += outcome.counts.failed;
      counts.missing += outcome.counts.missing;
      counts.removed += outcome.counts.removed;
      if (outcome.problem !== null) counts.unreachable += 1;
    }
    onProgress(folders.length, folders.length);
    return { summary: summarise(counts), counts };
  },
};

function summarise(
  counts: Readonly<Record<'folders' | 'imported' | 'failed' | 'missing' | 'removed' | 'unreachable', number>>,
): string {
  if (counts.folders === 0) return 'No folder is watched.';
  const parts = [
    `Looked into ${many(counts.folders, 'folder', 'folders')}`,
    `${many(counts.imported, 'document', 'documents')} added`,
    ...(counts.failed > 0 ? [`${many(counts.failed, 'file', 'files')} could not be read`] : []),
    ...(counts.missing > 0 ? [`${many(counts.missing, 'file is', 'files are')} no longer there`] : []),
    ...(counts.removed > 0 ? [`${many(counts.removed, 'document', 'documents')} taken away with their files`] : []),
    ...(counts.unreachable > 0 ? [`${many(counts.unreachable, 'folder', 'folders')} could not be looked into`] : []),
  ];
  return `${parts.join(', ')}.`;
}
