import { describe, expect, it } from 'vitest';
import { canonicalJson, ZERO_HASH } from '../../../main/journal/record.pure.ts';
import { classifyRest } from '../../../main/journal/tail.pure.ts';
import { makeRecords } from './make-lines.ts';

const [record] = makeRecords(['a "quoted" {brace} and a \\ backslash, é']);
const line = Buffer.from(canonicalJson(record));
const expected = { prev: ZERO_HASH, seq: 1 };
const kindOf = (bytes: Uint8Array) => classifyRest(bytes, expected).kind;

describe('journal/tail', () => {
  it('takes every proper prefix of a record for a torn write, and the whole record for one that lacks its newline', () => {
    const kinds = Array.from({ length: line.length + 1 }, (_, end) => kindOf(line.subarray(0, end)));
    expect(kinds).toEqual(['nothing', ...Array.from({ length: line.length - 1 }, () => 'torn'), 'unterminated']);
  });

  it('takes a whole record followed by any byte but a newline for damage', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      if (byte !== 0x0a) expect(kindOf(Buffer.concat([line, Buffer.from([byte])]))).toBe('damage');
    }
  });

  it('never cuts what is not the beginning of a record', () => {
    const changed = Buffer.from(line.toString().replace('quoted', 'Quoted'));
    const cases = ['garbage', '\0\0\0\0', '{"a":1', '{"at":"2026\0\0', '\r', '}'].map((text) => Buffer.from(text));
    for (const bytes of [changed, ...cases]) expect(kindOf(bytes)).toBe('damage');
  });
});
