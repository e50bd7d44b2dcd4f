import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinLogPages,
  joinPieces,
  listPieces,
  tellLoggedValues,
  tellPackedValues,
} from '../../../main/residue/pages.pure.ts';
import { unpackPglz } from '../../../main/residue/pglz.pure.ts';

const PAGE = 8192;

/** Packs as Postgres might, only less well: repeats what stands one period back. */
function packRepeating(text: Uint8Array, period: number): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < text.length; ) {
    const control = out.push(0) - 1;
    for (let bit = 0; bit < 8 && at < text.length; bit += 1) {
      let length = 0;
      while (
        length < 273 &&
        at >= period &&
        text[at + length] === text[at + length - period] &&
        at + length < text.length
      )
        length += 1;
      if (length < 3) {
        out.push(text[at] ?? 0);
        at += 1;
        continue;
      }
      out[control] = (out[control] ?? 0) | (1 << bit);
      const low = Math.min(length - 3, 15);
      out.push(((period >> 4) & 0xf0) | low, period & 0xff);
      if (low === 15) out.push(length - 18);
      at += length;
    }
  }
  return Uint8Array.from(out);
}

/** A packed value with its header, as it stands in a row. */
function toValue(text: Uint8Array, period: number): Uint8Array {
  const packed = packRepeating(text, period);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(((packed.length + 8) << 2) | 2, 0);
  header.writeUInt32LE(text.length, 4);
  return new Uint8Array(Buffer.concat([header, packed]));
}

const repeated = (text: string, times: number): Uint8Array => new Uint8Array(Buffer.from(text.repeat(times)));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

describe('residue/pglz', () => {
  it('unpacks what was packed, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3, maxLength: 40 }), fc.integer({ min: 2, max: 60 }), (unit, times) => {
        const text = new Uint8Array(unit.length * times);
        for (let n = 0; n < times; n += 1) text.set(unit, n * unit.length);
        const packed = packRepeating(text, unit.length);
        const unpacked = unpackPglz(packed, { begin: 0, end: packed.length, size: text.length });
        expect(unpacked === null ? null : [...unpacked]).toEqual([...text]);
      }),
    );
  });

  it('refuses what is not exactly one value, and never reads or writes outside', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(400), (bytes, size) => {
        const unpacked = unpackPglz(bytes, { begin: 0, end: bytes.length, size });
        expect(unpacked === null || unpacked.length === size).toBe(true);
      }),
    );
  });
});

describe('residue/pages', () => {
  it('finds a packed value on a page, also where its row is gone, and where it stands in a log', () => {
    const text = repeated('the brown bear ', 40);
    const value = toValue(text, 15);
    const page = new Uint8Array(2 * PAGE);
    page.set(value, PAGE + 400);
    const found: [string, number][] = [];
    tellPackedValues(page, (bytes, at) => found.push([textOf(bytes), at]));
    expect(found).toEqual([[textOf(text), PAGE + 400]]);

    const log = new Uint8Array(1000);
    log.set(value, 333);
    tellLoggedValues(log, (bytes, at) => found.push([textOf(bytes), at]));
    expect(found.at(-1)).toEqual([textOf(text), 333]);
  });

  it('joins the pieces of a long value in their order, and unpacks it', () => {
    const text = repeated('over the hills ', 700);
    // Outside of its row a value keeps the second word of its header only.
    const value = toValue(text, 15).subarray(4);
    const half = value.length >> 1;
    const pieces = [value.subarray(half), value.subarray(0, half)].map((bytes, index) => ({
      id: 7,
      n: 1 - index,
      bytes,
    }));
    expect(joinPieces(pieces).map(textOf).at(-1)).toBe(textOf(text));
  });

  it('reads pieces only from pages whose every row is one', () => {
    const page = Buffer.alloc(PAGE);
    page.writeUInt16LE(28, 12);
    page.writeUInt16LE(PAGE, 16);
    page.writeUInt16LE(PAGE | 4, 18);
    page.writeUInt32LE(8000 | (1 << 15) | (60 << 17), 24);
    page.writeUInt16LE(3, 8000 + 18);
    page.writeUInt8(24, 8000 + 22);
    page.writeUInt32LE(1234, 8000 + 24);
    page.writeUInt32LE(5, 8000 + 28);
    page.writeUInt32LE((4 + 11) << 2, 8000 + 32);
    page.write('hello world', 8000 + 36);
    const [piece] = listPieces(new Uint8Array(page), 0);
    expect(piece && { ...piece, bytes: textOf(piece.bytes) }).toEqual({ id: 1234, n: 5, bytes: 'hello world' });

    page.writeUInt16LE(9, 8000 + 18);
    expect(listPieces(new Uint8Array(page), 0)).toEqual([]);
  });

  it('joins what the header of a log page cuts in two', () => {
    const log = new Uint8Array(4 * PAGE);
    log.set(Buffer.from('begun on one '), PAGE - 13);
    log.set(Buffer.from('and ended on the next'), PAGE + 24);
    expect(textOf(joinLogPages(log))).toContain('begun on one and ended on the next');
  });
});
