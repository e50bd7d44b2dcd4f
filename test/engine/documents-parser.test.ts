import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../../main/documents/chunk.pure.ts';
import { createParser, type Parser } from '../../main/documents/parse.ts';
import { TextBuilder } from '../../main/documents/parsed-text.pure.ts';
import { readDocx } from '../../main/documents/parser/docx.ts';
import { readPdf } from '../../main/documents/parser/pdf.ts';
import { makeDocx, makePdf } from '../builders/documents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-parser-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function pdf(bytes: Uint8Array) {
  const builder = new TextBuilder();
  const end = await readPdf(await put('a.pdf', bytes), { onPage: (page) => builder.add(page) });
  return { ...end, ...builder.build() };
}

describe('documents/parser: PDF', () => {
  it('gives the words of each page, its bookmarks and its title', async () => {
    const read = await pdf(
      makePdf({
        title: 'House rules',
        outline: [
          ['Boiler', 1],
          ['Roof', 2],
        ],
        pages: [
          ['Boiler', '', 'The pressure must stay', 'below two bar in win-', 'ter and in summer.'],
          ['Roof', '', 'The gutters are cleaned in November.'],
        ],
      }),
    );
    expect(read).toMatchObject({ title: 'House rules', pages: 2, pagesWithoutText: 0 });
    const chunks = chunkDocument(read.text, { isMarkdown: false, marks: read.marks });
    expect(chunks.map(({ headings, page, text }) => [headings, page, text])).toEqual([
      [['Boiler'], 1, 'Boiler\n\nThe pressure must stay below two bar in winter and in summer.'],
      [['Roof'], 2, 'Roof\n\nThe gutters are cleaned in November.'],
    ]);
  });

  it.each([
    ['one that is locked', makePdf({ pages: [['a']], isEncrypted: true }), 'encrypted'],
    ['one that ends in the middle', makePdf({ pages: [['a'], ['b']] }).subarray(0, 600), 'cut-off'],
    ['pictures of pages', makePdf({ pages: [[], []], isScanned: true }), 'scanned'],
    ['one that is none', Buffer.from('%PDF-1.4\nnothing\n%%EOF'), 'damaged'],
  ])('refuses %s', async (_, bytes, why) => {
    await expect(pdf(bytes)).rejects.toMatchObject({ why });
  });
});

describe('documents/parser: Word', () => {
  it('gives words with headings and the rows of tables', async () => {
    const bytes = makeDocx([
      { heading: 'Garden', level: 1 },
      'Tomatoes stand by the south wall.',
      { heading: 'Prices', level: 2 },
      {
        rows: [
          ['Seed', 'Euro'],
          ['Basil', '2.40'],
        ],
      },
    ]);
    const { text, marks } = await readDocx(await put('a.docx', bytes));
    expect(
      chunkDocument(text, { isMarkdown: false, marks }).map(({ headings, text: words }) => [headings, words]),
    ).toEqual([
      [['Garden'], 'Garden\n\nTomatoes stand by the south wall.'],
      [['Garden', 'Prices'], 'Prices\n\nSeed | Euro\nBasil | 2.40'],
    ]);
  });

  const nested = (n: number) => `${'<w:tbl><w:tr><w:tc>'.repeat(n)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(n)}`;
  it.each([
    ['what unpacks to far more than it holds', makeDocx([], { body: 'x'.repeat(30_000_000) }), 'bomb'],
    ['what is nested too deep', makeDocx([], { body: nested(2_000) }), 'too-deep'],
    [
      'a false size',
      makeDocx([], { more: [{ name: 'word/notes.xml', content: 'x'.repeat(99_999), claimedBytes: 3 }] }),
      'damaged',
    ],
    [
      'damaged parts',
      makeDocx([], { more: [{ name: 'word/notes.xml', content: 'abcdef', damage: (b) => b.fill(255) }] }),
      'damaged',
    ],
    [
      'locked parts',
      makeDocx([], { more: [{ name: 'word/notes.xml', content: 'abc', isEncrypted: true }] }),
      'encrypted',
    ],
  ])('refuses %s', async (_, bytes, why) => {
    await expect(readDocx(await put('b.docx', bytes))).rejects.toMatchObject({ why });
  });
});

describe('documents/parse: the process that reads', () => {
  /** A process that misbehaves as the given code does. */
  async function misbehaving(code: string, silenceMs = 60_000): Promise<Parser> {
    const path = await put(`${code.length}-${silenceMs}.cjs`, Buffer.from(code));
    return createParser({ parserPath: path, silenceMs });
  }
  const watch = (signal = new AbortController().signal) => ({ signal, onProgress: () => undefined });
  const file = { path: 'any.pdf', format: 'pdf' } as const;

  it('is ended where it says nothing for too long, and where nobody waits any more', async () => {
    const stalls = 'process.on("message", () => { for (;;); })';
    await expect((await misbehaving(stalls, 300))(file, watch())).rejects.toMatchObject({
      message: expect.stringMatching(/took too long/),
    });
    const controller = new AbortController();
    const reading = (await misbehaving(stalls))(file, watch(controller.signal));
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'request.aborted' });
  });

  it('takes nothing but itself along where it crashes or outgrows its memory', async () => {
    for (const code of ['process.on("message", () => process.abort())', 'process.exit(1)', 'throw new Error("early")'])
      await expect((await misbehaving(code))(file, watch())).rejects.toMatchObject({ code: 'import.too-large' });
  });

  it('reads with the entry that was built, and says what its progress is', async () => {
    const parserPath = join(import.meta.dirname, '../../out/main/parser.js');
    const pages: number[] = [];
    const path = await put('many.pdf', makePdf({ pages: Array.from({ length: 50 }, (_, n) => [`Page ${n}.`]) }));
    const parsed = await createParser({ parserPath })(
      { path, format: 'pdf' },
      { signal: new AbortController().signal, onProgress: (done) => pages.push(done) },
    );
    expect(parsed).toMatchObject({ pages: 50, pagesWithoutText: 0 });
    expect(pages).toEqual([20, 40, 50]);
  });
});
