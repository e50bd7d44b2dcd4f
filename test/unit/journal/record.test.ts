import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildRecord,
  canonicalJson,
  checkLine,
  commitOf,
  hashOf,
  withoutBody,
  ZERO_HASH,
} from '../../../main/journal/record.pure.ts';

const salt = '0f'.repeat(32);
const first = buildRecord({
  seq: 1,
  prev: ZERO_HASH,
  at: '2026-03-01T09:00:00.000Z',
  id: 'journal-1',
  kind: 'vault.created',
  body: { journalId: 'journal-1', appVersion: '0.1.0' },
  salt,
});
const lineOf = (value: unknown) => Buffer.from(canonicalJson(value));

describe('journal/record', () => {
  it('writes the example of RFC 8785 exactly as the RFC does', () => {
    const value: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders keys by UTF-16 code units, as the sorting example of RFC 8785 asks', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    const keys = [...canonicalJson(value).matchAll(/:(\d)/g)].map((match) => Number(match[1]));
    expect(keys).toEqual([2, 4, 6, 7, 1, 5, 3]);
  });

  it('refuses what JSON cannot carry exactly', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const refused = [
      '\ud800',
      { 'a\udc00': 1 },
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
      [undefined],
      1n,
      cyclic,
    ];
    for (const value of [...refused, new Date(0), new Map()]) expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is a fixed point: canonical text parses to a value with the same canonical text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        let canonical: string;
        try {
          canonical = canonicalJson(value);
        } catch {
          // fast-check also makes lone surrogates, which are refused on purpose.
          return;
        }
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });

  it('commits to salt and body, and hashes everything but them', () => {
    expect(commitOf(salt, first.body)).toBe(first.commit);
    expect(hashOf(first)).toBe(first.hash);
    expect(commitOf('00'.repeat(32), first.body)).not.toBe(first.commit);
    expect(checkLine(lineOf(withoutBody(first)), ZERO_HASH, 1)).toEqual({ kind: 'ok', record: withoutBody(first) });
  });

  it('names what is wrong with a line', () => {
    const line = lineOf(first);
    const text = line.toString();
    const faultOf = (bytes: Uint8Array, prev = ZERO_HASH, seq = 1) => {
      const check = checkLine(bytes, prev, seq);
      return check.kind === 'ok' ? 'ok' : check.fault;
    };
    expect({
      sound: faultOf(line),
      utf8: faultOf(Buffer.concat([line.subarray(0, 20), Buffer.from([0xff]), line.subarray(20)])),
      bom: faultOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), line])),
      json: faultOf(line.subarray(1)),
      carriageReturn: faultOf(Buffer.from(`${text}\r`)),
      spaced: faultOf(Buffer.from(text.replace(',"commit"', ', "commit"'))),
      repeatedKey: faultOf(Buffer.from(text.replace('"v":1}', '"v":1,"v":1}'))),
      extraField: faultOf(lineOf({ ...first, extra: 1 })),
      bodyWithoutSalt: faultOf(lineOf({ ...withoutBody(first), body: first.body })),
      body: faultOf(Buffer.from(text.replace('0.1.0', '0.1.1'))),
      time: faultOf(Buffer.from(text.replace('2026-03', '2026-04'))),
      seq: faultOf(line, ZERO_HASH, 2),
      prev: faultOf(line, '1'.repeat(64), 1),
      escapedSurrogate: faultOf(Buffer.from(text.replace('0.1.0', '\\ud800'))),
    }).toEqual({
      sound: 'ok',
      utf8: 'not-utf8',
      bom: 'not-json',
      json: 'not-json',
      carriageReturn: 'not-canonical',
      spaced: 'not-canonical',
      repeatedKey: 'not-canonical',
      extraField: 'wrong-shape',
      bodyWithoutSalt: 'wrong-shape',
      body: 'wrong-commit',
      time: 'wrong-hash',
      seq: 'wrong-seq',
      prev: 'wrong-prev',
      escapedSurrogate: 'not-canonical',
    });
  });
});
