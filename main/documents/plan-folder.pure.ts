export type FileOnDisk = { readonly path: string; readonly sizeBytes: number; readonly mtimeMs: number };
export type FileSeen = FileOnDisk & { readonly problem: string | null };
export type FolderDocument = { readonly id: string; readonly path: string };

export type FolderPlan<F extends FileOnDisk> =
  /** Not one of its files is there: more likely a disk that is not mounted than a folder that somebody emptied. */
  | { readonly kind: 'emptied' }
  | {
      readonly kind: 'go';
      /** New, or other than at the last look. */
      readonly toRead: readonly F[];
      readonly unchanged: readonly F[];
      /** Documents whose file is gone. */
      readonly vanished: readonly FolderDocument[];
      /** Paths of the last look to be struck off. */
      readonly gone: readonly string[];
    };

export type FolderState<F extends FileOnDisk> = {
  readonly files: readonly F[];
  readonly unreadable: readonly string[];
  readonly seen: readonly FileSeen[];
  readonly documents: readonly FolderDocument[];
};

/** What a look into a folder leads to. */
export function planFolder<F extends FileOnDisk>({
  files,
  unreadable,
  seen,
  documents,
}: FolderState<F>): FolderPlan<F> {
  if (files.length === 0 && (documents.length > 0 || seen.length > 0)) return { kind: 'emptied' };
  const known = new Map(seen.map((file) => [file.path, file]));
  const there = new Set(files.map(({ path }) => path));
  const isUnchanged = (file: F): boolean => {
    const before = known.get(file.path);
    return before !== undefined && before.sizeBytes === file.sizeBytes && before.mtimeMs === file.mtimeMs;
  };
  const isGone = (path: string): boolean => !there.has(path) && !unreadable.some((folder) => isIn(folder, path));
  return {
    kind: 'go',
    toRead: files.filter((file) => !isUnchanged(file)),
    unchanged: files.filter(isUnchanged),
    vanished: documents.filter(({ path }) => isGone(path)),
    gone: seen.map(({ path }) => path).filter(isGone),
  };
}

const isIn = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);
