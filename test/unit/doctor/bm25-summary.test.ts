import { describe, expect, it } from 'vitest';
import { parseBm25Docs } from '../../../main/doctor/bm25-summary.pure.ts';

const summary = (memtable: number, segments: string) => `Index: turn_lexical_idx

Corpus Statistics:
  total_docs: 901
  docs_persisted: 900

Memory Usage:
  DSA total size: 1048576 bytes (1.00 MB)

Memtable:
  terms: 0
  documents: ${memtable}

Segments:
${segments}

Index Size:
  on-disk: 196608 bytes
`;

describe('doctor/parseBm25Docs', () => {
  it('adds what waits in memory to the living documents of the segments', () => {
    expect([
      parseBm25Docs(summary(12, '  (none)')),
      parseBm25Docs(
        summary(
          1,
          `  L0 Segment 1: block=13, pages=9, size=0.1MB, terms=910, docs=900 (alive=810, dead=90)
  Total: 1 segments, 9 pages (0.1MB), 910 terms, 900 docs (alive=810, dead=90)`,
        ),
      ),
      parseBm25Docs(
        summary(
          3,
          `  L0 Segment 1: block=1, pages=8, size=0.1MB, terms=820, docs=810
  Total: 1 segments, 8 pages (0.1MB), 820 terms, 810 docs`,
        ),
      ),
    ]).toEqual([12, 811, 813]);
  });

  it('says nothing of a summary in another form', () => {
    expect([parseBm25Docs(''), parseBm25Docs(summary(3, '  Sum: 4'))]).toEqual([null, null]);
  });
});
