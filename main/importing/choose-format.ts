import { AppError } from '../contract/errors.ts';
import type { ImportFormat } from '../contract/imports.ts';
import { isDocumentName } from '../documents/import-document.ts';
import { readText } from '../documents/read-text.ts';
import { fileSource, readHead } from './byte-source.ts';
import { detectFormat } from './read-export.ts';

const HEAD_BYTES = 4_096;

type Named = { readonly path: string; readonly name: string };

/**
 * The format of a file: as named, else of what it holds, else a document where its name says that it is a text. Throws
 * where it cannot be read, so that of several files none is imported.
 */
export async function chooseFormat(wanted: 'auto' | ImportFormat, file: Named): Promise<ImportFormat> {
  const format = wanted === 'auto' ? await recogniseFile(file) : wanted;
  if (format === 'document') await readText(file.path);
  return format;
}

async function recogniseFile({ path, name }: Named): Promise<ImportFormat> {
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
    return /^(?:\s*(?:\[\s*)?\{|PK)/.test(head);
  } catch {
    return false; // whoever opens it next says why it cannot be read
  }
}
