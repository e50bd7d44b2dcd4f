import { AppError } from '../contract/errors.ts';
import type { ImportFormat } from '../contract/imports.ts';
import { isDocumentName, openDocument, sniffFile } from '../documents/read-document.ts';
import type { Sniffed } from '../documents/sniff.pure.ts';
import { toForeign } from '../documents/unreadable-words.pure.ts';
import { fileSource, readHead } from './byte-source.ts';
import { detectFormat } from './read-export.ts';

const HEAD_BYTES = 4_096;

type Named = { readonly path: string; readonly name: string };

/**
 * The format of a file: as named, else of what it holds, else a document where its name says that it is one. Throws
 * where it cannot be read, so that of several files none is imported.
 */
export async function chooseFormat(wanted: 'auto' | ImportFormat, file: Named): Promise<ImportFormat> {
  const format = wanted === 'auto' ? await recogniseFile(file) : wanted;
  if (format === 'document') await openDocument(file);
  return format;
}

async function recogniseFile({ path, name }: Named): Promise<ImportFormat> {
  const sniffed = await sniffKnown(path);
  if (sniffed.kind === 'document') return 'document';
  if (sniffed.kind === 'foreign') throw toForeign(sniffed.what);
  if (isDocumentName(name) && !(await canHoldExport(path))) return 'document';
  try {
    return (await detectFormat(path)).format;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'import.unknown-format';
    if (isUnknown && isDocumentName(name)) return 'document';
    throw error;
  }
}

async function sniffKnown(path: string): Promise<Sniffed> {
  try {
    return await sniffFile(path);
  } catch {
    return { kind: 'other' }; // whoever opens it next says why it cannot be read
  }
}

/** Notes may quote an export, and only one that begins like an export can be one. */
async function canHoldExport(path: string): Promise<boolean> {
  try {
    const head = (await readHead(fileSource(path, 0), HEAD_BYTES)).toString('latin1').replace(/^\xef\xbb\xbf/, '');
    return /^(?:\s*(?:\[\s*)?\{|PK)/.test(head);
  } catch {
    return false; // whoever opens it next says why it cannot be read
  }
}
