import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTail } from '../../main/journal/check-tail.ts';
import { type Folder, makeFolder, openIn, said } from './journal/journal-fixture.ts';

/** Windows of the end are 256 KB: segments larger than one, and smaller than one. */
const LIMITS = [
  { name: 'larger than the window', segmentBytes: 600_000 },
  { name: 'smaller than the window', segmentBytes: 100_000 },
];

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe('sentinel, the end of the journal', () => {
  it.each(LIMITS)(
    'finds nothing at any length of a sound journal whose segments are $name',
    async ({ segmentBytes }) => {
      const journal = await openIn(folder.path, { limits: { segmentBytes } });
      for (let n = 0; n < 60; n += 1) {
        await journal.append(Array.from({ length: 8 }, (_, k) => said('x'.repeat(3_000), `t${n}-${k}`)));
        const { faults, missingSegments, head, records } = await checkTail(folder.path);
        expect({ n, faults, missingSegments, head, last: records.at(-1)?.seq }).toEqual({
          ...{ n, faults: [], missingSegments: [], head: 'good' },
          last: journal.lastSeq,
        });
      }
      await journal.close();
    },
  );

  it('names the record of a changed byte anywhere in the window', async () => {
    const journal = await openIn(folder.path);
    await journal.append(Array.from({ length: 40 }, (_, k) => said(`words ${k}`, `t${k}`)));
    await journal.close();
    const path = join(folder.path, 'journal', '00000001.jsonl');
    const whole = await readFile(path);
    const starts = [0, ...[...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []))];
    for (const seq of [1, 2, 20, 40]) {
      const changed = Buffer.from(whole);
      const at = (starts[seq - 1] ?? 0) + 30;
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      expect((await checkTail(folder.path)).faults.map((fault) => fault.seq)).toContain(seq);
    }
    await writeFile(path, whole);
    expect((await checkTail(folder.path)).faults).toEqual([]);
  });
});
