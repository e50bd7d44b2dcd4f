import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { toStoredText } from '../lib/text.ts';
import { decodeText } from './decode-text.pure.ts';
import { MAX_FILE_BYTES, MAX_TEXT_BYTES } from './limits.pure.ts';
import type { ParseWatch } from './parse.ts';
import type { ParsedText } from './parsed-text.pure.ts';
import { type DocumentFormat, HEAD_BYTES, type Sniffed, sniff, TAIL_BYTES } from './sniff.pure.ts';
import { toForeign } from './unreadable-words.pure.ts';

export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const BY_NAME: Readonly<Record<string, DocumentFormat>> = {
  ...{ '.md': 'markdown', '.markdown': 'markdown', '.txt': 'text', '.text': 'text' },
  ...{ '.html': 'html', '.htm': 'html', '.xhtml': 'html', '.pdf': 'pdf', '.docx': 'docx' },
};
const formatByName = (name: string): DocumentFormat | undefined => BY_NAME[extname(name).toLowerCase()];

/** Whether a file's name says that it is a document, and not a chat export. */
export const isDocumentName = (name: string): boolean => formatByName(name) !== undefined;

type Named = { readonly path: string; readonly name: string };

/** A file as what it holds, whatever it is called. */
export type DocumentFile = Named & {
  readonly format: DocumentFormat;
  readonly sizeBytes: number;
  readonly sha256: string;
};

export type ReadDocument = ParsedText & {
  readonly isMarkdown: boolean;
  readonly title: string | null;
  readonly pages: number | null;
  /** What was kept but not as it stood. */
  readonly notes: Readonly<Record<string, number>>;
};

const unreadable = (message: string, cause?: unknown) => new AppError('import.unreadable', message, { cause });

const NO_TEXT = 'There is no text in this file. Choose one that has some.';
const NOT_TEXT =
  'This is no document that can be read: PDF, Word (.docx), web pages, Markdown and text can. If it is a text, save it as UTF-8.';

/** Tells what a file is by its content, and refuses what is no document with what to do instead. */
export async function openDocument({ path, name }: Named): Promise<DocumentFile> {
  const sizeBytes = await getSize(path);
  if (sizeBytes === 0) throw unreadable(NO_TEXT);
  const format = toFormat(await sniffFile(path, sizeBytes), name);
  const isText = format === 'text' || format === 'markdown' || format === 'html';
  if (isText && sizeBytes > MAX_TEXT_BYTES) throw tooLarge('20 MB');
  if (sizeBytes > MAX_FILE_BYTES) throw tooLarge('200 MB');
  return { path, name, format, sizeBytes, sha256: await hashFile(path) };
}

/** What the beginning and the end of a file say that it is. */
export async function sniffFile(path: string, sizeBytes?: number): Promise<Sniffed> {
  const size = sizeBytes ?? (await getSize(path));
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      await file.read(head, 0, head.length, 0);
      if (head[0] === 0x50 && head[1] === 0x4b) await file.read(tail, 0, tail.length, size - tail.length);
      return sniff(head, tail);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

function toFormat(sniffed: Sniffed, name: string): DocumentFormat {
  const named = formatByName(name);
  switch (sniffed.kind) {
    case 'document':
      return sniffed.format;
    case 'foreign':
      throw toForeign(sniffed.what);
    case 'zip':
      if (named === 'docx') throw unreadable('This Word document is damaged and cannot be read. Get or save it again.');
      throw unreadable('This is an archive and not a document. Unpack it, or import it if it is an export of chats.');
    default:
      // What is called a PDF or a Word document and is neither may still be a text.
      return named === 'markdown' || named === 'html' ? named : 'text';
  }
}

/** The words of a document with its pages and headings. Throws with what to do where it has none or cannot be read. */
export async function readDocument(
  ctx: Pick<Ctx, 'documents'>,
  { path, format }: DocumentFile,
  watch: ParseWatch,
): Promise<ReadDocument> {
  throwIfAborted(watch.signal);
  if (format === 'text' || format === 'markdown') return readPlain(path, format === 'markdown');
  const { text, marks, title, pages, pagesWithoutText, isGuessedEncoding } = await ctx.documents.parse(
    { path, format },
    watch,
  );
  const notes = {
    ...(pagesWithoutText > 0 ? { 'page-without-text': pagesWithoutText } : {}),
    ...(isGuessedEncoding ? { 'guessed-encoding': 1 } : {}),
  };
  return { ...toStorable({ text, marks, title }), pages, notes, isMarkdown: false };
}

/** Files hold characters that no table can; in the text they are replaced one for one, since pages and headings are offsets. */
function toStorable({ text, marks, title }: Pick<ReadDocument, 'text' | 'marks' | 'title'>) {
  const words = (raw: string): string => toStoredText(raw).text;
  return {
    text: text.replaceAll('\0', ' ').toWellFormed(),
    marks: marks.map((mark) => (mark.kind === 'heading' ? { ...mark, title: words(mark.title) } : mark)),
    title: title === null ? null : words(title).trim() || null,
  };
}

async function readPlain(path: string, isMarkdown: boolean): Promise<ReadDocument> {
  const decoded = decodeText(await readBytes(path));
  if (decoded === null) throw unreadable(NOT_TEXT);
  if (decoded.text.trim() === '') throw unreadable(NO_TEXT);
  const notes: ReadDocument['notes'] = decoded.isGuessed ? { 'guessed-encoding': 1 } : {};
  return { text: decoded.text, marks: [], title: null, pages: null, notes, isMarkdown };
}

const tooLarge = (limit: string) =>
  new AppError('import.too-large', `This document is larger than ${limit}. Split it into smaller files.`);

async function getSize(path: string): Promise<number> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw unreadable('This is not a file. Choose the file itself.');
    return info.size;
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

async function hashFile(path: string): Promise<string> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk);
    return hash.digest('hex');
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

function cannotOpen(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return unreadable('The file cannot be read. Check that it is there and that you may read it.', cause);
}
