import { AppError } from '../contract/errors.ts';
import type { ImportFormat } from '../contract/imports.ts';
import { isDocumentName, openDocument, sniffFile } from '../documents/read-document.ts';
import type { Sniffed } from '../documents/sniff.pure.ts';
import { toForeign } from '../documents/unreadable-words.pure.ts';
import { fileSource, readHead } from './byte-source.ts';
import { detectFormat } from './read-export.ts';
import { judgeText } from './text-probe.ts';

/** As much as a transcript is recognised by. */
const HEAD_BYTES = 256 * 1024;

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
  if (sniffed.kind === 'document') return sniffed.format === 'html' ? await recognisePage(path) : 'document';
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

/** A web page is a document, unless it is the page that Takeout makes of chats. */
async function recognisePage(path: string): Promise<ImportFormat> {
  try {
    return (await detectFormat(path)).format;
  } catch {
    return 'document'; // whoever opens it says why it cannot be read
  }
}

async function sniffKnown(path: string): Promise<Sniffed> {
  try {
    return await sniffFile(path);
  } catch {
    return { kind: 'other' }; // whoever opens it next says why it cannot be read
  }
}

/** Notes may quote an export or a chat, and only what begins like one can be one. */
async function canHoldExport(path: string): Promise<boolean> {
  try {
    const head = await readHead(fileSource(path, 0), HEAD_BYTES);
    const start = head
      .subarray(0, 4_096)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '');
    return /^(?:\s*(?:\[\s*)?\{|PK)/.test(start) || judgeText(head) !== null;
  } catch {
    return false; // whoever opens it next says why it cannot be read
  }
}
