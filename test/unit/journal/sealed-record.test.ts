import { describe, expect, it } from 'vitest';
import { ChainCheck } from '../../../main/journal/chain-check.pure.ts';
import {
  canonicalJson,
  chainRecord,
  checkStoredLine,
  type JournalRecord,
  lineOf,
  prepareRecord,
  withoutBody,
  ZERO_HASH,
} from '../../../main/journal/record.pure.ts';
import { createSealer } from '../../../main/journal/sealer.ts';
import { createKeyring } from '../../../main/lib/crypto/keyring.ts';
import { countingIds, systemIds } from '../../../main/lib/ids.ts';

const sealerOf = (fill: number, generation = 1) =>
  createSealer(createKeyring('vault', [{ generation, key: Buffer.alloc(32, fill) }]), systemIds);
const sealer = sealerOf(1);

const bodies = [{ text: 'Amalia plays the cello.' }, { text: 'さようなら 🎻 "quoted"' }, { seqs: [1] }];
function makeLines(by: typeof sealer | null) {
  const ids = countingIds();
  let prev = ZERO_HASH;
  return bodies.map((body, i) => {
    const kind = i === 2 ? 'erased' : 'turn.said';
    const salt = Buffer.from(ids.bytes(32)).toString('hex');
    const prepared = prepareRecord({ at: '2026-03-01T09:00:00.000Z', id: ids.uuid(), kind, body, salt });
    const made = chainRecord(prepared, { seq: i + 1, prev }, by);
    prev = made.record.hash;
    return made;
  });
}
const bytesOf = (line: string) => Buffer.from(line);
const check = (line: Uint8Array, by: typeof sealer) => checkStoredLine(line, { prev: null, seq: null, sealer: by });
const summarise = (lines: readonly string[], by: typeof sealer | null) => {
  const chain = new ChainCheck(null, by);
  for (const line of lines) chain.addLine(bytesOf(line), 'f');
  return chain.finish();
};

describe('journal/sealed records', () => {
  const plain = makeLines(null);
  const sealed = makeLines(sealer);
  const lines = sealed.map(({ line }) => line);

  it('give with the key exactly the record of an open folder, in the same chain', () => {
    expect(sealed.map(({ record }) => record)).toEqual(plain.map(({ record }) => record));
    const read = lines.map((line) => check(bytesOf(line), sealer));
    expect(read).toEqual(plain.map(({ record }) => ({ kind: 'ok', record })));
  });

  it('are canonical lines that hold neither body nor salt, but for the numbers of what was erased', () => {
    for (const [i, line] of lines.entries()) {
      expect(canonicalJson(JSON.parse(line))).toBe(line);
      expect(Object.keys(JSON.parse(line))).toEqual(
        i === 2
          ? ['at', 'body', 'commit', 'hash', 'id', 'kind', 'prev', 'salt', 'seq', 'v']
          : ['at', 'commit', 'hash', 'id', 'kind', 'prev', 'sealed', 'seq', 'v'],
      );
    }
  });

  it('can be sealed and laid open again without touching the chain', () => {
    expect(plain.map(({ record }) => lineOf(record, null))).toEqual(plain.map(({ line }) => line));
    const again = plain.map(({ record }) => lineOf(record, sealer));
    expect(again.map((line) => check(bytesOf(line), sealer))).toEqual(
      plain.map(({ record }) => ({ kind: 'ok', record })),
    );
    const erased = withoutBody(plain[0]?.record as JournalRecord);
    expect(lineOf(erased, sealer)).toBe(canonicalJson(erased));
  });

  it('verify as a chain without the key, and are not taken for erased', () => {
    expect(summarise(lines, null)).toMatchObject({
      findings: [{ fault: 'unerased-body', seq: 1 }],
      erased: 0,
      lastSeq: 3,
    });
    const erased = [canonicalJson(withoutBody(sealed[0]?.record as JournalRecord)), ...lines.slice(1)];
    expect(summarise(erased, null)).toMatchObject({ findings: [], erased: 1, lastSeq: 3 });
    expect(summarise(erased, sealer)).toMatchObject({ findings: [], erased: 1, lastSeq: 3 });
  });

  it('do not open in the place of another record, with another key, or with any letter changed', () => {
    const [first = '', second = ''] = lines;
    const swap = first.replace(/"sealed":"[^"]*"/, /"sealed":"[^"]*"/.exec(second)?.[0] ?? '');
    expect(check(bytesOf(swap), sealer)).toEqual({ kind: 'faulty', fault: 'wrong-seal' });
    expect(check(bytesOf(first), sealerOf(2))).toEqual({ kind: 'faulty', fault: 'wrong-seal' });
    expect(check(bytesOf(first), sealerOf(1, 2))).toEqual({ kind: 'faulty', fault: 'wrong-seal' });
    const from = first.indexOf('"sealed":"') + '"sealed":"'.length;
    for (let at = from; at < first.indexOf('"', from); at += 1) {
      const other = first[at] === 'A' ? 'B' : 'A';
      const changed = `${first.slice(0, at)}${other}${first.slice(at + 1)}`;
      expect(check(bytesOf(changed), sealer).kind).toBe('faulty');
    }
  });
});
