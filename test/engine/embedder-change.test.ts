import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inference } from '../../main/inference/client.ts';
import { hasOtherSpaces } from '../../main/stores/embeddings.ts';
import { createHashInference, type HashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { examine, type Folder, makeFolder, openFolder, withDatabase } from './open-folder.ts';

/** Enough that it pays to read the cache. */
const TURNS = 220;
let folder: Folder;
let data: string;
beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  const file = join(folder.path, 'turns.jsonl');
  await writeFile(file, makeJsonl({ turns: TURNS, seed: 3, prefix: 'a' }));
  await using opened = await openFolder(data, { inference: createHashInference() });
  const input = { files: [{ path: file }], format: 'jsonl' as const, isDryRun: false, shouldWait: true };
  await opened.client.stream('imports.run', input, { onChunk: () => undefined });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** The same numbers under another name, as another model would be. */
const makeOther = (): HashInference =>
  Object.assign(createHashInference(), { spaceId: 'other/384' as Inference['spaceId'] });

const hasOther = async (): Promise<boolean> => {
  let has = false;
  await withDatabase(data, async (db) => {
    // The first space has the number 1, the second 2.
    has = (await hasOtherSpaces(db.read, 1)) && (await hasOtherSpaces(db.read, 2));
  });
  return has;
};

describe('a start with another embedder', () => {
  it('says how many turns wait, finds them by words meanwhile, and keeps what the old one made', async () => {
    const other = makeOther();
    other.isBroken = true;
    {
      await using opened = await openFolder(data, { inference: other });
      const report = await examine(opened.client);
      expect(report.problems).toMatchObject([{ check: 'vectors.waiting' }]);
      expect(report.counts).toMatchObject({ searchable: TURNS, pending: TURNS, vectors: 0, embedded: 0 });
      const { results } = await opened.client.call('memory.recall', { query: `What about ${uniqueWord('a', 5)}?` });
      expect(results[0]?.text).toContain(uniqueWord('a', 5));
    }
    expect(await hasOther()).toBe(true);
  });

  it('embeds everything again in the background, then forgets the old one, and is as if there had been no other', async () => {
    const other = makeOther();
    {
      await using opened = await openFolder(data, { inference: other });
      // Making a second database waits until nothing waits in the first.
      expect((await examine(opened.client, { shouldRebuild: true })).problems).toEqual([]);
      const report = await examine(opened.client);
      expect(report.problems).toEqual([]);
      expect(report.counts).toMatchObject({ pending: 0, vectors: TURNS, embedded: TURNS });
    }
    expect(other.embedded()).toBe(TURNS);
    expect(await hasOther()).toBe(false);
  });

  it('goes back without embedding anything again, since the cache still has it', async () => {
    const first = createHashInference();
    await using opened = await openFolder(data, { inference: first });
    expect((await examine(opened.client, { shouldRebuild: true })).problems).toEqual([]);
    const report = await examine(opened.client);
    expect([report.problems, report.counts.pending, first.embedded()]).toEqual([[], 0, 0]);
  });
});
