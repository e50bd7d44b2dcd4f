import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainCheck } from '../../../main/journal/chain-check.pure.ts';
import { buildRecord, canonicalJson, type JournalRecord, withoutBody } from '../../../main/journal/record.pure.ts';
import { makeRecords, toBytes } from './make-lines.ts';

/** What the check finds in a file with these bytes, as `fault:seq`. */
function findIn(bytes: Buffer, anchor: { readonly seq: number; readonly hash: string } | null = null) {
  const chain = new ChainCheck(anchor);
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    chain.addLine(bytes.subarray(start, end), 'f');
    start = end + 1;
  }
  chain.addRest(bytes.subarray(start), 'f', true);
  return chain.finish().findings.map((finding) => `${finding.fault}:${finding.seq}`);
}

const anchorOf = (records: readonly JournalRecord[]) => {
  const last = records.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : null;
};
const seqsIn = (findings: readonly string[]) => findings.map((finding) => Number(finding.split(':')[1]));
const records = makeRecords(['one', 'two "2"', 'three é', 'four', 'five']);
const bytes = toBytes(records);
const lines = bytes.toString().split('\n').slice(0, -1);
const fromLines = (list: readonly (string | undefined)[]) => Buffer.from(list.map((line) => `${line}\n`).join(''));
/** The record that a byte belongs to; a newline belongs to the record before it. */
const ownerOf = (at: number) => bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;

describe('journal/chain-check', () => {
  it('finds nothing wrong with a sound chain', () => {
    expect(findIn(bytes, anchorOf(records))).toEqual([]);
  });

  it.each([1, 0x20, 0x80, 0xff])('names exactly the record of each byte that is changed by xor %i', (mask) => {
    const wrong: string[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ mask;
      const found = seqsIn(findIn(changed, anchorOf(records)));
      if (found.length !== 1 || found[0] !== ownerOf(at)) wrong.push(`${at} of ${ownerOf(at)}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });

  it('names exactly the record into which a newline was written, with and without a head', () => {
    for (const anchor of [anchorOf(records), null]) {
      for (let at = 0; at < bytes.length; at += 1) {
        if (bytes[at] === 0x0a) continue;
        const changed = Buffer.from(bytes);
        changed[at] = 0x0a;
        expect([at, ...seqsIn(findIn(changed, anchor))]).toEqual([at, ownerOf(at)]);
      }
    }
  });

  it('names the record at every byte that is removed or repeated', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const removed = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
      const repeated = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]);
      for (const changed of [removed, repeated]) {
        const found = seqsIn(findIn(changed, anchorOf(records)));
        // A repeated newline is an empty line before the next record.
        const isNewline = bytes[at] === 0x0a;
        expect([
          at,
          found.length > 0,
          found.every((seq) => seq === ownerOf(at) || (isNewline && seq === ownerOf(at) + 1)),
        ]).toEqual([at, true, true]);
      }
    }
  });

  it('tells a removed, repeated, moved, swapped or foreign record', () => {
    const [a, b, c, d, e] = lines;
    const anchor = anchorOf(records);
    expect({
      removed: findIn(fromLines([a, b, d, e]), anchor),
      twoRemoved: findIn(fromLines([a, d, e]), anchor),
      repeated: findIn(fromLines([a, b, b, c, d, e]), anchor),
      swapped: findIn(fromLines([a, c, b, d, e]), anchor),
      copiedForward: findIn(fromLines([a, e, b, c, d, e]), anchor),
      garbage: findIn(fromLines([a, b, 'garbage', c, d, e]), anchor),
      appended: findIn(Buffer.concat([bytes, Buffer.from('garbage')]), anchor),
      twoChanged: findIn(fromLines([a, b?.replace('two', 'tow'), c?.replace('three', 'threa'), d, e]), anchor),
      changedAndRemoved: findIn(fromLines([a, b?.replace('two', 'tow'), d, e]), anchor),
      carriageReturns: findIn(fromLines(lines.map((line) => `${line}\r`)), anchor),
      empty: findIn(Buffer.alloc(0), null),
    }).toEqual({
      removed: ['missing:3'],
      twoRemoved: ['missing:2'],
      repeated: ['misplaced:2'],
      swapped: ['misplaced:3'],
      copiedForward: ['misplaced:5'],
      garbage: ['unexpected-line:3'],
      appended: ['not-json:6'],
      twoChanged: ['wrong-commit:2', 'wrong-commit:3'],
      changedAndRemoved: ['wrong-commit:2', 'missing:3'],
      carriageReturns: ['newline:1', 'newline:2', 'newline:3', 'newline:4', 'newline:5'],
      empty: [],
    });
  });

  it('names a record that was replaced by a sound one with the same place, wherever it stands', () => {
    for (const record of records) {
      const { seq, prev, at, id, kind } = record;
      const forged = buildRecord({ seq, prev, at, id, kind, body: { text: 'forged' }, salt: '00'.repeat(32) });
      const list = [...lines];
      list[seq - 1] = canonicalJson(forged);
      const isLast = seq === records.length;
      // The last record has no successor: only the signed head tells.
      expect(findIn(fromLines(list), anchorOf(records))).toEqual(isLast ? [] : [`replaced:${seq}`]);
    }
  });

  it('allows a missing body only where a later erased record names it, and then demands it', () => {
    const erase = (seq: number) => {
      const last = records.at(-1);
      return buildRecord({
        seq: 6,
        prev: last?.hash ?? '',
        at: '2026-03-01T09:00:00.000Z',
        id: 'id-6',
        kind: 'erased',
        body: { seqs: [seq] },
        salt: '06'.repeat(32),
      });
    };
    const without = records.map((record) => (record.seq === 2 ? withoutBody(record) : record));
    expect({
      licensed: findIn(toBytes([...without, erase(2)])),
      other: findIn(toBytes([...without, erase(3)])),
      none: findIn(toBytes(without)),
      unfinished: findIn(toBytes([...records, erase(2)])),
      itself: findIn(toBytes([...without, erase(6)])),
    }).toEqual({
      licensed: [],
      other: ['missing-body:2', 'unerased-body:3'],
      none: ['missing-body:2'],
      unfinished: ['unerased-body:2'],
      itself: ['missing-body:2'],
    });
  });

  it('finds any change of random bytes in a random chain and names only what was changed', () => {
    const change = fc.record({ at: fc.nat(), mask: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 12 }),
        change,
        (texts, { at, mask }) => {
          const chain = makeRecords(texts);
          const changed = toBytes(chain);
          const place = at % changed.length;
          const owner = changed.subarray(0, place).filter((byte) => byte === 0x0a).length + 1;
          changed[place] = (changed[place] ?? 0) ^ mask;
          expect(seqsIn(findIn(changed, anchorOf(chain)))).toEqual([owner]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
