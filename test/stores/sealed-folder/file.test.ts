import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../../main/lib/ids.ts';
import {
  HEADER_BYTES,
  plainSize,
  readSealed,
  type SealedFile,
  sizeOf,
  truncateSealed,
  writeSealed,
} from '../../../main/stores/sealed-folder/file.ts';
import { deriveSectorKeys, SECTOR_BYTES } from '../../../main/stores/sealed-folder/sectors.ts';

const seal = { keys: deriveSectorKeys(new Uint8Array(32).fill(3)), ids: systemIds };

type Step =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: number; readonly fill: number }
  | { readonly kind: 'truncate'; readonly size: number }
  | { readonly kind: 'read'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'rename' }
  | { readonly kind: 'reopen' };

/** Near the edges of sectors and of the shortest end that can be encrypted by sectors, where mistakes would be. */
const offset = fc.oneof(
  fc.nat(4 * SECTOR_BYTES),
  fc.tuple(fc.nat(3), fc.integer({ min: -20, max: 20 })).map(([n, by]) => Math.max(0, n * SECTOR_BYTES + by)),
);
const length = fc.oneof(fc.nat(40), fc.constant(SECTOR_BYTES), fc.nat(2 * SECTOR_BYTES));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), at: offset, bytes: length, fill: fc.nat(255) }),
  fc.record({ kind: fc.constant('truncate' as const), size: offset }),
  fc.record({ kind: fc.constant('read' as const), at: offset, bytes: length }),
  fc.record({ kind: fc.constant('rename' as const) }),
  fc.record({ kind: fc.constant('reopen' as const) }),
);

describe('stores/sealed-folder/file', () => {
  let folder: string;
  let made = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-sealed-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (path: string, flags = 'r+'): SealedFile => ({ fd: openSync(path, flags), seal, fileId: null });
  const newPath = () => {
    made += 1;
    return join(folder, `${made}`);
  };

  /** The same steps on an encrypted and on a plain file; returns what differed. */
  function play(steps: readonly Step[]): string | null {
    let sealedPath = newPath();
    let sealed = open(sealedPath, 'wx+');
    const plain = openSync(newPath(), 'wx+');
    try {
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'write') {
          const bytes = Buffer.alloc(one.bytes, one.fill);
          writeSealed(sealed, bytes, one.at);
          if (bytes.length > 0) writeSync(plain, bytes, 0, bytes.length, one.at);
        } else if (one.kind === 'truncate') {
          truncateSealed(sealed, one.size);
          ftruncateSync(plain, one.size);
        } else if (one.kind === 'rename') {
          const target = newPath();
          renameSync(sealedPath, target);
          sealedPath = target;
        } else if (one.kind === 'reopen') {
          closeSync(sealed.fd);
          sealed = open(sealedPath);
        } else {
          const [a, b] = [Buffer.alloc(one.bytes), Buffer.alloc(one.bytes)];
          const got = [readSealed(sealed, a, one.at), readSync(plain, b, 0, b.length, one.at)];
          if (got[0] !== got[1] || !a.equals(b)) return `read at step ${index}`;
        }
        if (sizeOf(sealed) !== readSize(plain)) return `size after step ${index}`;
      }
      const all = Buffer.alloc(sizeOf(sealed));
      readSealed(sealed, all, 0);
      const expected = Buffer.alloc(all.length);
      if (expected.length > 0) readSync(plain, expected, 0, expected.length, 0);
      return all.equals(expected) ? null : 'whole file';
    } finally {
      closeSync(sealed.fd);
      closeSync(plain);
    }
  }

  const readSize = (fd: number): number => {
    const probe = Buffer.alloc(8 * SECTOR_BYTES);
    return readSync(fd, probe, 0, probe.length, 0);
  };

  it('holds after any writes, reads, cuts, renames and reopenings what a plain file holds', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => play(steps) === null),
      { numRuns: 400 },
    );
  });

  it('keeps sizes, lets two openings of one file see each other, and leaves no word readable', () => {
    const path = newPath();
    const [a, b] = [open(path, 'wx+'), open(path)];
    const text = Buffer.from('a word that nobody else should read'.repeat(500));
    writeSealed(a, text, 100);
    const seen = Buffer.alloc(text.length);
    readSealed(b, seen, 100);
    closeSync(a.fd);
    closeSync(b.fd);
    expect({
      isSame: seen.equals(text),
      size: plainSize(statSync(path).size),
      isReadable: readFileSync(path).includes('nobody'),
    }).toEqual({ isSame: true, size: text.length + 100, isReadable: false });
  });

  it('encrypts equal pages differently in each place and each file', () => {
    const bytes = [newPath(), newPath()].flatMap((path) => {
      const file = open(path, 'wx+');
      writeSealed(file, Buffer.alloc(2 * SECTOR_BYTES, 7), 0);
      closeSync(file.fd);
      const raw = readFileSync(path).subarray(HEADER_BYTES);
      return [raw.subarray(0, SECTOR_BYTES), raw.subarray(SECTOR_BYTES)].map((sector) => sector.toString('hex'));
    });
    expect(new Set(bytes).size).toBe(4);
  });

  it('refuses a file that is not an encrypted one', () => {
    const path = newPath();
    const fd = openSync(path, 'wx+');
    writeSync(fd, Buffer.alloc(HEADER_BYTES * 3, 65));
    closeSync(fd);
    const file = open(path);
    expect(() => readSealed(file, Buffer.alloc(10), 0)).toThrow('not an encrypted one');
    closeSync(file.fd);
  });
});
