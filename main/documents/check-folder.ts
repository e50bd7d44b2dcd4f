import { basename } from 'node:path';
import type { FolderCounts } from '../contract/documents.ts';
import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { isAbort } from '../lib/abort.ts';
import {
  deleteFolderFiles,
  type FolderRow,
  insertFolderCheck,
  insertFolderFile,
  listFolderDocuments,
  listFolderFiles,
} from '../stores/folders.ts';
import { importDocument } from './import-document.ts';
import { type FolderPlan, planFolder } from './plan-folder.pure.ts';
import { type FolderFault, type FoundFile, findFolderFault, isInside, scanFolder } from './scan-folder.ts';

export type FolderWatch = {
  readonly at: Date;
  readonly signal: AbortSignal;
  readonly breathe: () => Promise<void>;
  readonly onProgress: (file: string, done: number, total: number) => void;
};

export const FAULTS: Readonly<Record<FolderFault | 'emptied', string>> = {
  missing:
    'This folder is not there. Its documents are kept. If it is on a disk or a network drive, connect it; if it was moved, stop watching it and add the new place.',
  'not-a-folder': 'There is a file in the place of this folder. Its documents are kept.',
  unreadable: 'This folder may not be read. Its documents are kept. Change its permissions.',
  emptied:
    'None of the documents of this folder is in it any more, as when a disk is not connected. They are kept. If you emptied the folder, stop watching it and take the documents away yourself.',
};

const NOTHING: FolderCounts = {
  ...{ found: 0, imported: 0, unchanged: 0, duplicates: 0, leftOut: 0, failed: 0, missing: 0, removed: 0 },
  ...{ hidden: 0, tooLarge: 0, otherKinds: 0, links: 0, unreadableFolders: 0 },
};

export type FolderOutcome = { readonly counts: FolderCounts; readonly problem: string | null };

/** Looks into a folder: new and changed files are imported; what vanished stays unless the user chose otherwise. */
export async function checkFolder(ctx: Ctx, folder: FolderRow, watch: FolderWatch): Promise<FolderOutcome> {
  const { path } = folder;
  const fault = await findFolderFault(path);
  if (fault !== null) return endCheck(ctx, { folder, at: watch.at }, { counts: NOTHING, problem: FAULTS[fault] });
  const scan = await scanFolder(path, watch);
  const plan = planFolder({
    ...{ files: scan.files, unreadable: scan.unreadable },
    ...{
      seen: await listFolderFiles(ctx.db.read, folder.id),
      documents: await listFolderDocuments(ctx.db.read, folder.id),
    },
  });
  if (plan.kind === 'emptied')
    return endCheck(ctx, { folder, at: watch.at }, { counts: NOTHING, problem: FAULTS.emptied });
  const counts = {
    ...{ ...NOTHING, ...scan.passedOver, found: scan.files.length, unchanged: plan.unchanged.length },
    ...{ unreadableFolders: scan.unreadable.length },
  };
  await importFound(ctx, { folder, files: plan.toRead, counts }, watch);
  await strikeOff(ctx, { folder, plan, counts });
  return endCheck(ctx, { folder, at: watch.at }, { counts, problem: null });
}

type Counts = { -readonly [K in keyof FolderCounts]: FolderCounts[K] };
type Importing = { readonly folder: FolderRow; readonly files: readonly FoundFile[]; readonly counts: Counts };

async function importFound(ctx: Ctx, { folder, files, counts }: Importing, watch: FolderWatch): Promise<void> {
  for (const [index, file] of files.entries()) {
    await watch.breathe();
    watch.onProgress(file.path, index, files.length);
    const problem = await importOne(ctx, { folder, file, counts }, watch);
    if (problem === 'again') continue;
    await ctx.db.transaction((tx) => insertFolderFile(tx, folder.id, { ...file, problem }));
  }
  watch.onProgress('', files.length, files.length);
}

type One = { readonly folder: FolderRow; readonly file: FoundFile; readonly counts: Counts };

/** Why the file could not be read; null if it could; `again` where the next look should try once more. */
async function importOne(
  ctx: Ctx,
  { folder, file, counts }: One,
  { signal }: FolderWatch,
): Promise<string | null | 'again'> {
  if (!(await isInside(folder.path, file.fullPath))) return 'again';
  try {
    const { kind } = await importDocument(
      ctx,
      {
        ...{ path: file.fullPath, name: basename(file.path), spaceId: folder.spaceId, isDryRun: false },
        place: { folderId: folder.id, path: file.path },
      },
      { signal, onProgress: () => undefined },
    );
    if (kind === 'added') counts.imported += 1;
    else if (kind === 'duplicate') counts.duplicates += 1;
    else counts.leftOut += 1;
    return null;
  } catch (error) {
    // Taken up when its space saves again, or is there again.
    const isWaiting = error instanceof AppError && ['consent.not-saving', 'space.not-found'].includes(error.code);
    if (isWaiting) return 'again';
    // One bad file keeps no other out; a stop, a full disk or a bug ends the look.
    if (!(error instanceof AppError) || isAbort(error) || !error.code.startsWith('import.')) throw error;
    counts.failed += 1;
    return error.message;
  }
}

type Striking = Pick<Importing, 'folder' | 'counts'> & {
  readonly plan: Extract<FolderPlan<FoundFile>, { kind: 'go' }>;
};

async function strikeOff(ctx: Ctx, { folder, plan: { vanished, gone }, counts }: Striking): Promise<void> {
  await ctx.db.transaction((tx) => deleteFolderFiles(tx, folder.id, gone));
  if (!folder.removesVanished) {
    counts.missing = vanished.length;
    return;
  }
  counts.removed = vanished.length;
  if (vanished.length === 0) return;
  await ctx.commit(
    vanished.map(({ id }): JournalEvent => ({ kind: 'document.removed', body: { documentId: id, why: 'vanished' } })),
  );
}

type Ending = { readonly folder: FolderRow; readonly at: Date };

async function endCheck(ctx: Ctx, { folder, at }: Ending, outcome: FolderOutcome): Promise<FolderOutcome> {
  await ctx.db.transaction((tx) =>
    insertFolderCheck(tx, { folderId: folder.id, checkedAt: at.toISOString(), ...outcome }),
  );
  ctx.emit('documents.changed', {});
  return outcome;
}
