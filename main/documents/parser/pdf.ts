import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MAX_TEXT_CHARS } from '../limits.pure.ts';
import type { ParsedText, TextMark } from '../parsed-text.pure.ts';
import { layPage, type Run } from './lay-page.pure.ts';
import { UnreadableFile } from './unreadable.ts';

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type Pdf = Awaited<ReturnType<Pdfjs['getDocument']>['promise']>;

export type PdfWatch = {
  readonly onPage: (page: ParsedText, done: number, total: number) => void;
};
export type PdfEnd = { readonly title: string | null; readonly pages: number; readonly pagesWithoutText: number };

/** Every writer ends a PDF with this; some put a little behind it. */
const END_MARK = '%%EOF';
const END_BYTES = 8_192;

/** Reads a PDF page by page; the whole is never held as more than its bytes. */
export async function readPdf(path: string, { onPage }: PdfWatch): Promise<PdfEnd> {
  const bytes = await readFile(path);
  if (!bytes.subarray(-END_BYTES).includes(END_MARK)) throw new UnreadableFile('cut-off');
  const pdf = await open(await loadLibrary(), bytes);
  const total = pdf.numPages;
  const headings = await listHeadings(pdf);
  let [pagesWithoutText, chars] = [0, 0];
  for (let n = 1; n <= total; n += 1) {
    const text = await readPage(pdf, n);
    chars += text.length;
    if (chars > MAX_TEXT_CHARS) throw new UnreadableFile('too-large');
    if (!/[\p{L}\p{N}]/u.test(text)) pagesWithoutText += 1;
    onPage({ text, marks: marksOf(text, n, headings.get(n) ?? []) }, n, total);
  }
  if (pagesWithoutText === total) throw new UnreadableFile('scanned');
  return { title: await readTitle(pdf), pages: total, pagesWithoutText };
}

async function loadLibrary(): Promise<Pdfjs> {
  // The library makes one as it loads, for drawing; nothing is drawn here.
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

async function open(library: Pdfjs, bytes: Buffer): Promise<Pdf> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  try {
    return await library.getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      verbosity: 0,
      // What Chinese, Japanese and Korean fonts need to become text.
      cMapUrl: `${join(folder, 'cmaps')}/`,
      cMapPacked: true,
    }).promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(isLocked ? 'encrypted' : 'damaged', error);
  }
}

async function readPage(pdf: Pdf, n: number): Promise<string> {
  try {
    const page = await pdf.getPage(n);
    const { items } = await page.getTextContent();
    page.cleanup();
    return layPage(items.flatMap((item) => ('str' in item ? [toRun(item)] : []))).replaceAll('\0', '');
  } catch (error) {
    throw new UnreadableFile('damaged', error);
  }
}

type Item = {
  readonly str: string;
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
};

const toRun = ({ str, transform, width, height, hasEOL }: Item): Run => ({
  ...{ text: str, x: Number(transform[4] ?? 0), y: Number(transform[5] ?? 0), width, height, endsLine: hasEOL },
});

type Heading = { readonly title: string; readonly level: number };
/** No book has more; a hostile outline may. */
const MAX_HEADINGS = 5_000;
const MAX_LEVEL = 6;

/** Bookmarks by the page that they lead to. A broken one is left out: the words are there without it. */
async function listHeadings(pdf: Pdf): Promise<ReadonlyMap<number, readonly Heading[]>> {
  const found = new Map<number, Heading[]>();
  let count = 0;
  type Node = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>[number];
  const visit = async (nodes: readonly Node[], level: number): Promise<void> => {
    for (const node of nodes) {
      count += 1;
      if (count > MAX_HEADINGS) return;
      const page = await pageOf(pdf, node.dest);
      const title = node.title.replace(/\s+/g, ' ').trim().slice(0, 200);
      if (page !== null && title !== '') found.set(page, [...(found.get(page) ?? []), { title, level }]);
      if (level < MAX_LEVEL) await visit(node.items, level + 1);
    }
  };
  try {
    await visit((await pdf.getOutline()) ?? [], 1);
  } catch {
    return found; // an outline that cannot be read costs headings, not the document
  }
  return found;
}

async function pageOf(pdf: Pdf, dest: string | readonly unknown[] | null): Promise<number | null> {
  try {
    const place: readonly unknown[] | null = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const target = place?.[0];
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null || !('num' in target) || !('gen' in target)) return null;
    return (await pdf.getPageIndex({ num: Number(target.num), gen: Number(target.gen) })) + 1;
  } catch {
    return null; // leads nowhere
  }
}

/** A bookmark stands where the page has its words, else at the beginning of the page. */
function marksOf(text: string, page: number, headings: readonly Heading[]): readonly TextMark[] {
  let from = 0;
  const marks = headings.map(({ title, level }): TextMark => {
    const found = text.indexOf(title, from);
    const at = found < 0 ? from : found;
    from = found < 0 ? from : found + title.length;
    return { kind: 'heading', at, to: from, level, title };
  });
  return [{ kind: 'page', at: 0, page }, ...marks];
}

async function readTitle(pdf: Pdf): Promise<string | null> {
  try {
    const { info } = await pdf.getMetadata();
    const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
    // Word processors put the file's name or their own there.
    return title === '' || /^(?:untitled|microsoft word\b.*|.*\.(?:docx?|pdf|tex|dvi|indd))$/i.test(title)
      ? null
      : title.slice(0, 200);
  } catch {
    return null; // nothing but a name is missing
  }
}
