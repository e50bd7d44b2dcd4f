import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCuts } from '../../../main/backup/collect.ts';
import { isInRanges, isSafePath, nameBackup, sha256, toRanges } from '../../../main/backup/format.pure.ts';
import { parseHeader, parseManifest } from '../../../main/backup/readers.pure.ts';
import { isBodiless } from '../../../main/journal/raw-lines.ts';
import { buildRecord, canonicalJson, withoutBody } from '../../../main/journal/record.pure.ts';

const header = {
  kind: 'palimpsest-backup',
  format: 1,
  storeId: 'store',
  journalId: 'journal',
  createdAt: '2026-11-30T14:00:00.000Z',
  encryption: null,
} as const;
const withCheck = (rest: object): string => JSON.stringify({ ...rest, check: sha256(canonicalJson(rest)) });

describe('backup/format', () => {
  it('says of every number whether it is in the ranges that were made of a list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }), (seqs) => {
        const ranges = toRanges([...seqs].sort((a, b) => a - b));
        for (let seq = 1; seq <= 61; seq += 1) expect(isInRanges(ranges, seq)).toBe(seqs.includes(seq));
      }),
    );
  });

  it('names a backup by its time to the millisecond and eight digits', () => {
    expect(nameBackup(new Date('2026-11-30T14:24:00.999Z'), Uint8Array.of(1, 2, 3, 255))).toBe(
      '20261130T142400999Z-010203ff',
    );
  });

  it('takes only paths inside the data folder', () => {
    const good = ['vault.json', 'heads/intent.json', 'traces/0b4c-1.json.gz'];
    const bad = [
      '../vault.json',
      '/etc/passwd',
      'a/../b',
      'C:\\x',
      'traces\\x',
      '.ssh/id',
      '',
      'a//b',
      'traces/..',
      'x.',
    ];
    expect(good.filter(isSafePath)).toEqual(good);
    expect(bad.filter(isSafePath)).toEqual([]);
  });

  it('tells a newer format from a damaged header, and reads its own', () => {
    expect(parseHeader(withCheck(header))).toMatchObject({ kind: 'ok', value: header });
    expect(parseHeader(withCheck({ ...header, format: 2 }))).toEqual({ kind: 'newer', format: 2 });
    expect(parseHeader(withCheck(header).replace('"store"', '"other"'))).toEqual({ kind: 'damaged' });
    expect(parseHeader('{')).toEqual({ kind: 'damaged' });
    expect(parseManifest('{"summary":{"format":9},"contents":"","check":""}')).toEqual({ kind: 'newer', format: 9 });
    expect(parseManifest('{"summary":{"format":1},"contents":"","check":""}')).toEqual({ kind: 'damaged' });
  });

  it('cuts the journal where it was cut before, and joins many small parts', () => {
    const part = (firstSeq: number, bytes: number) => ({
      id: sha256(`${firstSeq}`),
      firstSeq,
      lastSeq: firstSeq + 9,
      bytes,
    });
    const full = part(1, 2_000_000);
    const few = [full, part(11, 500), part(21, 500)];
    expect(planCuts(few, 40)).toEqual({ at: new Set([10, 20, 30]), untilSeq: 30 });
    expect(planCuts(few, 25)).toEqual({ at: new Set([10, 20]), untilSeq: 20 });
    const many = [full, ...Array.from({ length: 8 }, (_, i) => part(11 + i * 10, 500))];
    expect(planCuts(many, 200)).toEqual({ at: new Set([10]), untilSeq: 10 });
    expect(planCuts([], 5)).toEqual({ at: new Set(), untilSeq: 0 });
  });

  it('tells an erased line from one with a body without parsing it', () => {
    const record = buildRecord({
      ...{
        seq: 3,
        prev: '0'.repeat(64),
        at: '2026-11-30T14:00:00.000Z',
        id: 'r',
        kind: 'turn.said',
        salt: 'a'.repeat(64),
      },
      body: { text: 'commit "sealed":"' },
    });
    expect(isBodiless(Buffer.from(canonicalJson(record)))).toBe(false);
    expect(isBodiless(Buffer.from(canonicalJson(withoutBody(record))))).toBe(true);
    const { salt: _salt, body: _body, ...rest } = record;
    expect(isBodiless(Buffer.from(canonicalJson({ ...rest, sealed: 'AAAA' })))).toBe(false);
  });
});
