import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_CHARS, chunkDocument, OVERLAP_CHARS } from '../../../main/documents/chunk.pure.ts';

const markdown = (text: string) => chunkDocument(text, { isMarkdown: true });
const plain = (text: string) => chunkDocument(text, { isMarkdown: false });
const sentences = (n: number, word = 'river'): string =>
  Array.from({ length: n }, (_, i) => `Sentence ${i} is about the ${word} and its banks.`).join(' ');

/** Texts of what documents are made of, in any order. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '# One',
        '## Two',
        '###### Six',
        '```',
        '~~~',
        '\r\n',
        '\n\n',
        '\n',
        '. ',
        '。',
        '  ',
        '\t',
        '🙂',
      ),
      fc
        .tuple(fc.constantFrom('word ', 'x', '東京。', '- item\n', '🙂', '\n\n', ' '), fc.nat(900))
        .map(([part, n]) => part.repeat(n)),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join('').toWellFormed());

describe('documents/chunk', () => {
  it('keeps every character that is not white space in a chunk, in order, none of them too long (any text)', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isMarkdown) => {
        const chunks = chunkDocument(text, { isMarkdown });
        let covered = 0;
        for (const chunk of chunks) {
          expect(chunk.text).toBe(text.slice(chunk.from, chunk.to));
          expect(chunk.text.trim()).toBe(chunk.text);
          expect(chunk.text).not.toBe('');
          expect(chunk.text.length).toBeLessThanOrEqual(CHUNK_CHARS + OVERLAP_CHARS);
          expect(chunk.text.isWellFormed()).toBe(true);
          expect(chunk.to).toBeGreaterThan(covered);
          expect(text.slice(covered, chunk.from).trim()).toBe('');
          expect(covered - chunk.from).toBeLessThanOrEqual(OVERLAP_CHARS);
          covered = chunk.to;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('makes nothing of a text without words', () => {
    for (const text of ['', '\n\n', '\ufeff \r\n\t']) expect([markdown(text), plain(text)]).toEqual([[], []]);
  });

  it('joins short paragraphs up to the size of a chunk and cuts between paragraphs', () => {
    const paragraphs = ['a', 'b', 'c', 'd'].map((name) => sentences(8, name));
    const chunks = plain(paragraphs.join('\n\n'));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks[0]?.text).toBe(paragraphs.slice(0, 3).join('\n\n').slice(0, chunks[0]?.to));
    expect(paragraphs.some((paragraph) => chunks[0]?.text.endsWith(paragraph))).toBe(true);
  });

  it('begins a chunk with the last sentence of the one before', () => {
    const chunks = plain(sentences(60));
    expect(chunks.length).toBeGreaterThan(2);
    for (const [index, chunk] of chunks.slice(1).entries()) {
      const before = chunks[index]?.text ?? '';
      expect(before.endsWith('.')).toBe(true);
      const repeated = before.slice(before.lastIndexOf('Sentence'));
      expect(chunk.text.startsWith(repeated)).toBe(true);
    }
  });

  it('repeats nothing across a heading, however short the section before it is', () => {
    const [first, second, third] = markdown(`# A\n\nOne. Two.\n\n# B\n\nIn short.\n\n${sentences(40)}`);
    expect(first?.text).toBe('# A\n\nOne. Two.');
    expect(second?.text.startsWith('# B\n\nIn short.')).toBe(true);
    expect(third?.headings).toEqual(['B']);
    expect(third?.from).toBeGreaterThan(second?.from ?? 0);
  });

  it('gives each chunk the headings that it stands under', () => {
    const text = '## Start\na\n## Boiler ##\nb\n### Pressure\nc\n# C#\nd\n';
    expect(markdown(text).map(({ headings, text: own }) => [headings.join('/'), own])).toEqual([
      ['Start', '## Start\na'],
      ['Boiler', '## Boiler ##\nb'],
      ['Boiler/Pressure', '### Pressure\nc'],
      ['C#', '# C#\nd'],
    ]);
  });

  it('keeps headings without words of their own with the first words under them', () => {
    const text = `# Manual\n\n## Heating\n\n### Boiler\n\n${sentences(4)}\n\n# End\n`;
    expect(markdown(text).map(({ headings }) => headings)).toEqual([['Manual', 'Heating', 'Boiler'], ['End']]);
    expect(markdown(text)[0]?.from).toBe(0);
  });

  it('keeps two sections of the same name apart', () => {
    expect(markdown('# Notes\none\n# Notes\ntwo').map(({ text }) => text)).toEqual(['# Notes\none', '# Notes\ntwo']);
  });

  it('takes no comment in a block of code for a heading, nor a # in a plain text', () => {
    const code = '# Setup\n```sh\n# install\nmake\n```\n~~~\n# ```\n~~~\nDone.';
    expect(markdown(code).map(({ headings }) => headings)).toEqual([['Setup']]);
    expect(plain('# one\ntwo\n# three').map(({ headings }) => headings)).toEqual([[]]);
  });

  it('reads lines that Windows ended', () => {
    const chunks = markdown('# Boiler\r\n\r\nTwo bar.\r\n\r\n# Oven\r\n\r\nHot.\r\n');
    expect(chunks.map(({ headings, text }) => [headings, text])).toEqual([
      [['Boiler'], '# Boiler\r\n\r\nTwo bar.'],
      [['Oven'], '# Oven\r\n\r\nHot.'],
    ]);
  });

  it('cuts Chinese and Japanese after a sentence', () => {
    const chunks = plain('锅炉的压力必须保持在两巴以下。'.repeat(300));
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) expect([text[0], text.at(-1)]).toEqual(['锅', '。']);
  });

  it('cuts a list at its lines, words at spaces, and neither inside a character', () => {
    for (const { text } of plain('- an item of a list without an end\n'.repeat(200)))
      expect(text).toMatch(/^- .* end$/s);
    for (const { text } of plain('word '.repeat(2_000))) expect(text).toMatch(/^(word )*word$/);
    for (const { text } of plain(`x${'🙂'.repeat(3_000)}`)) expect(text.isWellFormed()).toBe(true);
  });

  it('reads what would make a careless pattern slow: long lines, long headings, much white space', () => {
    const text = [
      `# a${'#'.repeat(300_000)}b`,
      `# ${' '.repeat(300_000)}x`,
      '.'.repeat(300_000),
      '\n'.repeat(300_000),
      `${'"'.repeat(300_000)} end`,
    ].join('\n\n');
    const chunks = markdown(text);
    expect(Math.max(...chunks.map(({ headings }) => headings.join('').length))).toBeLessThan(300);
    expect(chunks.at(-1)?.text.endsWith('end')).toBe(true);
  }, 10_000);
});

describe('documents/chunk: pages and headings that a reader found', () => {
  const page = (at: number, n: number) => ({ kind: 'page' as const, at, page: n });
  const heading = (text: string, title: string, level: number) => {
    const at = text.indexOf(title);
    return { kind: 'heading' as const, at, to: at + title.length, level, title };
  };

  it('gives each chunk its page, and says overleaf again only what was not finished', () => {
    const text = 'One is whole. Two goes\n\non overleaf. Three.\n\nFour.';
    const marks = [page(0, 1), page(text.indexOf('on over'), 2), page(text.indexOf('Four'), 3)];
    expect(chunkDocument(text, { isMarkdown: false, marks }).map((chunk) => [chunk.page, chunk.text])).toEqual([
      [1, 'One is whole. Two goes'],
      [2, 'Two goes\n\non overleaf. Three.'],
      [3, 'Four.'],
    ]);
  });

  it('keeps headings with the words under them, also at the foot of a page', () => {
    const text = 'Intro.\n\nPart\n\nChapter\n\nWords.\n\nOther\n\nMore.';
    const marks = [
      page(0, 1),
      heading(text, 'Part', 1),
      heading(text, 'Chapter', 2),
      page(text.indexOf('Words'), 2),
      heading(text, 'Other', 1),
    ];
    expect(
      chunkDocument(text, { isMarkdown: false, marks }).map((chunk) => [chunk.headings, chunk.page, chunk.text]),
    ).toEqual([
      [[], 1, 'Intro.'],
      [['Part', 'Chapter'], 2, 'Part\n\nChapter\n\nWords.'],
      [['Other'], 2, 'Other\n\nMore.'],
    ]);
  });

  it('keeps every character whatever the marks', () => {
    const anyMarks = fc.array(fc.tuple(fc.nat(400), fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyText, anyMarks, (text, places) => {
        const marks = places
          .map(([at, length, level, isPage]) => {
            const from = Math.min(at, text.length);
            const to = Math.min(from + length, text.length);
            return isPage
              ? page(from, level)
              : { kind: 'heading' as const, at: from, to, level, title: text.slice(from, to) };
          })
          .sort((a, b) => a.at - b.at);
        let covered = 0;
        for (const chunk of chunkDocument(text, { isMarkdown: false, marks })) {
          expect(chunk.text).toBe(text.slice(chunk.from, chunk.to));
          expect(text.slice(covered, chunk.from).trim()).toBe('');
          covered = Math.max(covered, chunk.to);
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 200 },
    );
  });
});
