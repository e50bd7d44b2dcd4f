import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { ImportFormat, ImportProgress } from '../contract/imports.ts';
import type { Ctx } from '../ctx.ts';
import {
  type DocumentOutcome,
  importDocument,
  type PreparedDocument,
  prepareDocument,
} from '../documents/import-document.ts';
import { MAX_TEXT_CHARS } from '../documents/limits.pure.ts';
import { naming } from './naming.ts';

type File = { readonly path: string; readonly name: string };
type Watch = { readonly signal: AbortSignal; readonly push: (progress: ImportProgress) => Promise<void> };
type Counted = { readonly read: number; readonly imported: number };

const NOTHING: Counted = { read: 0, imported: 0 };

/**
 * Of several files none is imported where one cannot be read, so the documents among them are read before. What is read is
 * kept for the import as long as it is not too much to hold.
 */
export async function prepareDocuments(
  ctx: Ctx,
  { files, formats }: { readonly files: readonly File[]; readonly formats: readonly ImportFormat[] },
  watch: Watch,
): Promise<ReadonlyMap<number, PreparedDocument>> {
  const prepared = new Map<number, PreparedDocument>();
  if (files.length === 1) return prepared;
  let chars = 0;
  for (const [index, { path, name }] of files.entries()) {
    if (formats[index] !== 'document') continue;
    const onProgress = await showPages({ path, name }, NOTHING, watch);
    const file = { path, name: basename(name) };
    const read = await naming(index, prepareDocument(ctx, file, { signal: watch.signal, onProgress }));
    chars += read.words.text.length;
    if (chars < MAX_TEXT_CHARS) prepared.set(index, read);
  }
  return prepared;
}

type One = {
  readonly file: File;
  readonly spaceId: string | undefined;
  readonly isDryRun: boolean;
  readonly read: PreparedDocument | undefined;
  /** What the import has done before. */
  readonly counted: Counted;
};

/** Imports a file as a document, saying after each fsync how much is safe. */
export async function importOneDocument(
  ctx: Ctx,
  { file, spaceId = DEFAULT_SPACE, isDryRun, read, counted }: One,
  watch: Watch,
): Promise<DocumentOutcome> {
  return importDocument(
    ctx,
    { path: file.path, name: basename(file.name), spaceId, isDryRun, ...(read === undefined ? {} : { read }) },
    {
      signal: watch.signal,
      onProgress: await showPages(file, counted, watch),
      onSaved: (saved) => watch.push({ kind: 'acked', n: counted.imported + saved }),
    },
  );
}

/** Pages that have been read, also as bytes for whoever only knows those. */
async function showPages(
  { path, name }: File,
  { read, imported }: Counted,
  watch: Watch,
): Promise<(done: number, total: number) => void> {
  const totalBytes = (await stat(path).catch(() => null))?.size ?? 0; // whoever reads it says why it cannot be
  return (done, total) => {
    const readBytes = total === 0 ? 0 : Math.round((totalBytes * done) / total);
    const counts = { read, imported, skipped: 0 };
    // Progress that nobody hears any more costs nobody anything.
    void watch
      .push({ kind: 'reading', file: name, readBytes, totalBytes, ...counts, pages: { done, total } })
      .catch(() => undefined);
  };
}
