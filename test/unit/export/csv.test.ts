import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, textCell } from '../../../main/export/csv.pure.ts';

/** A plain reader of RFC 4180, for one record. */
function readRecord(line: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (line[at] === '"') {
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
      at += 1;
    } else {
      for (; line[at] !== ',' && line.slice(at) !== '\r\n'; at += 1) cell += line[at];
    }
    cells.push(cell);
    if (line[at] !== ',') return cells;
    at += 1;
  }
}

describe('csvLine', () => {
  it('writes what a reader of RFC 4180 reads back, but for the apostrophe before a formula', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '=', ' ', "'", 'é', '日', '-') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        const line = csvLine(cells);
        expect(line.endsWith('\r\n')).toBe(true);
        const read = readRecord(line);
        expect(read.length).toBe(cells.length);
        for (const [n, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(read[n]);
      }),
    );
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '"=1"'])(
    'never lets %j be a formula',
    (text) => {
      const cell = readRecord(csvLine([text]))[0] ?? '';
      expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
    },
  );

  it('leaves plain words, numbers and nothing as they are', () => {
    expect(csvLine(['Ada', 0.5, true, null])).toBe('Ada,0.5,true,\r\n');
    expect(textCell('a, "b"')).toBe('"a, ""b"""');
  });
});
