import { describe, expect, it } from 'vitest';
import type { Parsed } from '../../../main/documents/parse.ts';
import { readDocument } from '../../../main/documents/read-document.ts';

const file = { path: 'a.pdf', name: 'a.pdf', format: 'pdf' as const, sizeBytes: 1, sha256: '' };
const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const parsed: Parsed = {
  text: 'A\0B \ud83d',
  marks: [{ kind: 'heading', at: 0, to: 1, level: 1, title: 'A\0' }],
  title: '\0',
  pages: 1,
  pagesWithoutText: 0,
  isGuessedEncoding: false,
};

describe('documents/read-document', () => {
  it('gives words that every table can hold, at the places where they stood', async () => {
    const { lane, parse } = { lane: { run: <T>(work: () => Promise<T>) => work() }, parse: async () => parsed };
    expect(await readDocument({ documents: { lane, parse } }, file, watch)).toMatchObject({
      text: 'A B \ufffd',
      marks: [{ kind: 'heading', at: 0, to: 1, title: 'A' }],
      title: null,
    });
  });
});
