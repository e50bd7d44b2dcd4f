import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { FolderCounts, FolderId, type WatchedFolder } from '../contract/documents.ts';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE, SpaceId } from '../contract/ids.ts';
import type { InputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { type FolderRow, findFolder, findFolderAt, listFolderProblems, listFolders } from '../stores/folders.ts';
import { type FolderFault, findFolderFault, toFolderPath } from './scan-folder.ts';

/** Enough to see what is wrong; the count says how many there are. */
const SHOWN_FAILURES = 100;

const WHY: Readonly<Record<FolderFault | 'not-whole' | 'own', string>> = {
  missing: 'There is no such folder. Check the path.',
  'not-a-folder': 'This is a file and not a folder. Add the file itself, or give the folder that it lies in.',
  unreadable: 'This folder may not be read. Change its permissions, or choose another.',
  'not-whole':
    'This is no whole path. Write it from the beginning, such as /home/you/Papers or C:\\Users\\You\\Papers.',
  own: 'Palimpsest keeps its own data in this folder. Choose another.',
};

const unusable = (why: keyof typeof WHY) => new AppError('folder.unusable', WHY[why], { details: { why } });

/** Watches a folder from now on, after a look whether it is one that can be watched. */
export async function watchFolder(ctx: Ctx, input: InputOf<'folders.watch'>): Promise<WatchedFolder> {
  const path = await toFolderPath(input.path, homedir());
  if (path === null) throw unusable('not-whole');
  const fault = await findFolderFault(path);
  if (fault !== null) throw unusable(fault);
  if (isWithin(path, ctx.dataFolder) || isWithin(ctx.dataFolder, path)) throw unusable('own');
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  // A folder that was watched before: its documents know it by its id.
  const known = await findFolderAt(ctx.db.read, { path, spaceId });
  const folderId = known?.id ?? ctx.ids.uuid();
  if (known === null || !known.isWatched || known.removesVanished !== input.removesVanished) {
    await ctx.commit([
      { kind: 'folder.watched', body: { folderId, spaceId, path, removesVanished: input.removesVanished } },
    ]);
    ctx.emit('documents.changed', {});
  }
  return viewFolder(ctx, await getFolder(ctx, folderId));
}

/** What is here also holds the folder around it: everything in it would be read. */
function isWithin(inner: string, outer: string): boolean {
  const [a, b] = [resolve(inner), resolve(outer)];
  return a === b || a.startsWith(b.endsWith(sep) ? b : b + sep);
}

/** Stops watching; the documents stay. */
export async function unwatchFolder(ctx: Ctx, folderId: string): Promise<void> {
  const folder = await getFolder(ctx, folderId);
  if (!folder.isWatched) return;
  await ctx.commit([{ kind: 'folder.unwatched', body: { folderId } }]);
  ctx.emit('documents.changed', {});
}

export async function getFolder(ctx: Pick<Ctx, 'db'>, id: string): Promise<FolderRow> {
  const folder = await findFolder(ctx.db.read, id);
  if (folder === null) throw new AppError('folder.not-found', 'This folder is not watched any more.');
  return folder;
}

/** Every watched folder with what the last look found. */
export async function listWatchedFolders(ctx: Pick<Ctx, 'db'>): Promise<readonly WatchedFolder[]> {
  const folders = await listFolders(ctx.db.read);
  return Promise.all(folders.map((folder) => viewFolder(ctx, folder)));
}

export async function viewFolder(ctx: Pick<Ctx, 'db'>, row: FolderRow): Promise<WatchedFolder> {
  const counts = FolderCounts.safeParse(row.counts);
  const failures = await listFolderProblems(ctx.db.read, row.id, SHOWN_FAILURES);
  return {
    id: FolderId.parse(row.id),
    spaceId: SpaceId.parse(row.spaceId),
    ...{ path: row.path, removesVanished: row.removesVanished, documents: row.documents, problem: row.problem },
    checkedAt: row.checkedAt?.toISOString() ?? null,
    counts: counts.success ? counts.data : null,
    failures: failures.map(({ path, problem }) => ({ file: path, message: problem })),
  };
}
