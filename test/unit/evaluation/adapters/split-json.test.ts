import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSplitter, TooLarge } from '../../../../main/evaluation/adapters/split-json.pure.ts';

function split(text: string, sizes: readonly number[] = [7], maxBytes = 1_000_000): readonly unknown[] {
  const bytes = new TextEncoder().encode(text);
  const splitter = new JsonSplitter(maxBytes);
  const parts: Uint8Array[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    parts.push(...splitter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...parts, ...splitter.end()].map((part) => JSON.parse(new TextDecoder().decode(part)));
}

describe('evaluation/adapters/split-json', () => {
  it('gives the entries of a list and the lines of a file, wherever the bytes are cut', () => {
    const objects = fc.array(fc.object({ maxDepth: 2 }), { minLength: 1, maxLength: 5 });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(objects, sizes, fc.constantFrom(0, 2), (values, cuts, indent) => {
        const expected = JSON.parse(JSON.stringify(values));
        expect(split(JSON.stringify(values, null, indent), cuts)).toEqual(expected);
        expect(split(values.map((value) => JSON.stringify(value)).join('\n'), cuts)).toEqual(expected);
      }),
      { numRuns: 200, seed: 8 },
    );
  });

  it('reads numbers, lists in a list, a byte order mark and an empty list', () => {
    expect(split('[1, "a, ]", [2, [3]], null]')).toEqual([1, 'a, ]', [2, [3]], null]);
    expect(split('\ufeff[{"a": "\\"]"}]')).toEqual([{ a: '"]' }]);
    expect(split(' [ ] ')).toEqual([]);
  });

  it('holds no value that is too large', () => {
    expect(() => split(`{"a": "${'x'.repeat(100)}"}`, [10], 50)).toThrow(TooLarge);
    expect(split('{"a":1}\n'.repeat(100), [10], 50)).toHaveLength(100);
  });
});
