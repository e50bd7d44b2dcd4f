import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Filesystem } from '@electric-sql/pglite/basefs';
import { systemIds } from '../../lib/ids.ts';
import { createPageCleaner } from '../clean-files.ts';
import { plainSize, readSealed, type Seal, type SealedFile, sizeOf, truncateSealed, writeSealed } from './file.ts';
import { deriveSectorKeys, wipeSectorKeys } from './sectors.ts';

/** What Emscripten asks of a file system. Its own types are not in the package, so only what is used stands here. */
type FsNode = {
  id: number;
  name: string;
  mode: number;
  rdev: number;
  parent: FsNode;
  mount: { opts: { root: string } };
  node_ops: unknown;
  stream_ops: unknown;
};
type FsStream = {
  node: FsNode;
  flags: number;
  position: number;
  shared: { refcount?: number };
  sealed?: SealedFile;
};
type Attributes = { mode?: number; size?: number; atime?: number; mtime?: number };
type EmscriptenFs = {
  createNode: (parent: FsNode | null, name: string, mode: number, dev: number) => FsNode;
  lookupNode: (parent: FsNode, name: string) => FsNode;
  hashRemoveNode: (node: FsNode) => void;
  isDir: (mode: number) => boolean;
  isFile: (mode: number) => boolean;
  mkdirTree: (path: string) => void;
  mount: (type: unknown, options: { readonly root: string }, at: string) => void;
  quit: () => void;
  ErrnoError: new (errno: number) => Error;
};

/** Where PGlite keeps its data folder. */
const MOUNTED_AT = '/pglite/data';
const ACCESS_MODE = 3;
const SEEK_CURRENT = 1;
const SEEK_END = 2;

/** Numbers of WASI, in which Postgres was compiled. */
const ERRNO: Readonly<Record<string, number>> = {
  ...{ EACCES: 2, EBADF: 8, EBUSY: 10, EDQUOT: 19, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31 },
  ...{ EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55 },
  ...{ EPERM: 63, EROFS: 69, EXDEV: 75 },
};

type Layer = { readonly fs: EmscriptenFs; readonly seal: Seal; readonly root: string };

/** Runs work on the disk; what fails there reaches Postgres as an error number. */
function onDisk<T>({ fs }: Layer, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    throw new fs.ErrnoError(ERRNO[error.code] ?? ERRNO.EIO ?? 0);
  }
}

function pathOf({ root }: Layer, node: FsNode): string {
  const parts: string[] = [];
  for (let at = node; at.parent !== at; at = at.parent) parts.push(at.name);
  return join(root, ...parts.reverse());
}

/** Windows has no bit for "may be entered"; whoever may read may also do that. */
const modeOf = (stats: Stats): number =>
  process.platform === 'win32' ? stats.mode | ((stats.mode & 0o444) >> 2) : stats.mode;

function attributesOf(stats: Stats, node: FsNode): object {
  const { dev, nlink, uid, gid, rdev, atime, mtime, ctime, blksize, blocks } = stats;
  const size = stats.isFile() ? plainSize(stats.size) : stats.size;
  return { dev, ino: node.id, mode: modeOf(stats), nlink, uid, gid, rdev, size, atime, mtime, ctime, blksize, blocks };
}

/** A file, opened so that part of a sector can be read before it is written again. */
function openFile({ seal }: Layer, path: string, mayWrite: boolean): SealedFile {
  return { fd: openSync(path, mayWrite ? 'r+' : 'r'), seal, fileId: null };
}

function truncatePath(layer: Layer, path: string, size: number): void {
  const file = openFile(layer, path, true);
  try {
    truncateSealed(file, size);
  } finally {
    closeSync(file.fd);
  }
}

function createNodeOps(layer: Layer, makeNode: (parent: FsNode | null, name: string, mode: number) => FsNode) {
  const { fs } = layer;
  const pathIn = (parent: FsNode, name: string): string => join(pathOf(layer, parent), name);
  return {
    getattr: (node: FsNode) => onDisk(layer, () => attributesOf(lstatSync(pathOf(layer, node)), node)),
    setattr(node: FsNode, { mode, size, atime, mtime }: Attributes): void {
      const path = pathOf(layer, node);
      onDisk(layer, () => {
        if (mode !== undefined) {
          chmodSync(path, mode & 0o777);
          node.mode = mode;
        }
        if (atime !== undefined || mtime !== undefined) {
          const held = lstatSync(path);
          utimesSync(path, (atime ?? held.atimeMs) / 1000, (mtime ?? held.mtimeMs) / 1000);
        }
        if (size !== undefined) truncatePath(layer, path, size);
      });
    },
    lookup: (parent: FsNode, name: string): FsNode =>
      makeNode(
        parent,
        name,
        onDisk(layer, () => modeOf(lstatSync(pathIn(parent, name)))),
      ),
    mknod(parent: FsNode, name: string, mode: number): FsNode {
      const node = makeNode(parent, name, mode);
      const path = pathOf(layer, node);
      onDisk(layer, () => {
        if (fs.isDir(mode)) mkdirSync(path, mode & 0o777);
        else writeFileSync(path, '', { mode: mode & 0o777 });
      });
      return node;
    },
    /** In one step, where PGlite's own layer removes the target first and a kill in between would lose it. */
    rename(node: FsNode, folder: FsNode, name: string): void {
      const target = pathIn(folder, name);
      onDisk(layer, () => renameSync(pathOf(layer, node), target));
      forgetNode(fs, folder, name);
      node.name = name;
    },
    unlink: (parent: FsNode, name: string) => onDisk(layer, () => unlinkSync(pathIn(parent, name))),
    rmdir: (parent: FsNode, name: string) => onDisk(layer, () => rmdirSync(pathIn(parent, name))),
    readdir: (node: FsNode) => onDisk(layer, () => readdirSync(pathOf(layer, node))),
  };
}

/** Takes the node of a replaced file out of Emscripten's table of names, or it would be found again later. */
function forgetNode(fs: EmscriptenFs, folder: FsNode, name: string): void {
  try {
    fs.hashRemoveNode(fs.lookupNode(folder, name));
  } catch {
    // Nobody had looked that name up: nothing to take out.
  }
}

function fileOf({ fs }: Layer, stream: FsStream): SealedFile {
  if (stream.sealed === undefined) throw new fs.ErrnoError(ERRNO.EBADF ?? 0);
  return stream.sealed;
}

/** The part of Postgres' memory that is read into or written from. */
const partOf = (memory: Uint8Array, offset: number, length: number): Uint8Array =>
  new Uint8Array(memory.buffer, memory.byteOffset + offset, length);

function createStreamOps(layer: Layer) {
  const { fs } = layer;
  const clean = createPageCleaner((node: FsNode) => pathOf(layer, node));
  return {
    // By the open file: Postgres also asks for the size of one that it has removed already.
    getattr: (stream: FsStream) => onDisk(layer, () => attributesOf(fstatSync(fileOf(layer, stream).fd), stream.node)),
    setattr(stream: FsStream, { mode, size }: Attributes): void {
      const file = fileOf(layer, stream);
      onDisk(layer, () => {
        if (mode !== undefined) fchmodSync(file.fd, mode & 0o777);
        if (size !== undefined) truncateSealed(file, size);
      });
    },
    open(stream: FsStream): void {
      if (!fs.isFile(stream.node.mode)) return;
      stream.shared.refcount = 1;
      const mayWrite = (stream.flags & ACCESS_MODE) !== 0;
      stream.sealed = onDisk(layer, () => openFile(layer, pathOf(layer, stream.node), mayWrite));
    },
    close(stream: FsStream): void {
      const { sealed, shared } = stream;
      if (sealed === undefined) return;
      shared.refcount = (shared.refcount ?? 1) - 1;
      if (shared.refcount === 0) onDisk(layer, () => closeSync(sealed.fd));
    },
    dup(stream: FsStream): void {
      stream.shared.refcount = (stream.shared.refcount ?? 0) + 1;
    },
    // Emscripten calls with five arguments in this order.
    read: (stream: FsStream, memory: Uint8Array, offset: number, length: number, position: number) =>
      onDisk(layer, () => readSealed(fileOf(layer, stream), partOf(memory, offset, length), position)),
    write(stream: FsStream, memory: Uint8Array, offset: number, length: number, position: number): number {
      const bytes = partOf(memory, offset, length);
      clean(stream.node, bytes, position);
      onDisk(layer, () => writeSealed(fileOf(layer, stream), bytes, position));
      return length;
    },
    llseek(stream: FsStream, offset: number, whence: number): number {
      let from = 0;
      if (whence === SEEK_CURRENT) from = stream.position;
      if (whence === SEEK_END && fs.isFile(stream.node.mode)) from = onDisk(layer, () => sizeOf(fileOf(layer, stream)));
      if (from + offset < 0) throw new fs.ErrnoError(ERRNO.EINVAL ?? 0);
      return from + offset;
    },
  };
}

function createType(layer: Layer) {
  const { fs } = layer;
  const makeNode = (parent: FsNode | null, name: string, mode: number): FsNode => {
    // Postgres makes links only for tablespaces, which Palimpsest has none of.
    if (!fs.isDir(mode) && !fs.isFile(mode)) throw new fs.ErrnoError(ERRNO.EINVAL ?? 0);
    const node = fs.createNode(parent, name, mode, 0);
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  };
  const nodeOps = createNodeOps(layer, makeNode);
  const streamOps = createStreamOps(layer);
  return {
    mount: () =>
      makeNode(
        null,
        '/',
        onDisk(layer, () => modeOf(lstatSync(layer.root))),
      ),
  };
}

/** PGlite's view of a folder whose files are encrypted with `key`; what it reads and writes is plain. */
export function mountSealedFolder(folder: string, key: Uint8Array): Filesystem {
  const seal: Seal = { keys: deriveSectorKeys(key), ids: systemIds };
  let mounted: EmscriptenFs | null = null;
  return {
    init: async (_pg, options) => ({
      emscriptenOpts: {
        ...options,
        preRun: [
          ...(options.preRun ?? []),
          (module) => {
            const fs: EmscriptenFs = module.FS;
            mounted = fs;
            fs.mkdirTree(MOUNTED_AT);
            fs.mount(createType({ fs, seal, root: folder }), { root: folder }, MOUNTED_AT);
          },
        ],
      },
    }),
    syncToFs: async () => undefined,
    initialSyncFs: async () => undefined,
    closeFs: async () => {
      mounted?.quit();
      wipeSectorKeys(seal.keys);
    },
    dumpTar: async () => {
      throw new Error('an encrypted database folder is not handed out as one file');
    },
  };
}
