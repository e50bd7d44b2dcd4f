import { AppError } from '../contract/errors.ts';
import type { ImportFormat } from '../contract/imports.ts';
import { isDocumentName } from '../documents/import-document.ts';
import { fileSource, readHead } from './byte-source.ts';
import { detectFormat } from './read-export.ts';

const HEAD_BYTES = 4_096;

/** The format of a file: as named, else of what it holds, else a document where its name says that it is a text. */
export async function chooseFormat(
  wanted: 'auto' | ImportFormat,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<ImportFormat> {
  if (wanted !== 'auto') return wanted;
  if (isDocumentName(name) && !(await canHoldExport(path))) return 'document';
  try {
    return (await detectFormat(path)).format;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'import.unknown-format';
    if (isUnknown && isDocumentName(name)) return 'document';
    throw error;
  }
}

/** Notes may quote an export, and only one that begins like an export can be one. */
async function canHoldExport(path: string): Promise<boolean> {
  try {
    const head = (await readHead(fileSource(path, 0), HEAD_BYTES)).toString('latin1').replace(/^\xef\xbb\xbf/, '');
    return /^(?:\s*[[{]|PK)/.test(head);
  } catch {
    return false; // Whoever opens it next says why it cannot be read.
  }
}
