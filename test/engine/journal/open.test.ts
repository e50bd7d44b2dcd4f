import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folder, listSeqs, makeFolder, openIn, said } from './journal-fixture.ts';

describe('journal/open', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(() => folder.remove());

  it('gives back after a restart what was acknowledged before it, across segments', async () => {
    const limits = { segmentBytes: 4_000 };
    const journal = await openIn(folder.path, { limits });
    const acknowledged = [];
    for (let i = 0; i < 20; i += 1) acknowledged.push(...(await journal.append([said(`text ${i}`)])));
    await journal.close();

    const again = await openIn(folder.path, { limits });
    const read = [];
    for await (const record of again.read(2)) read.push(record);
    expect(read).toEqual(acknowledged);
    expect(await listSeqs(again, 15)).toEqual([15, 16, 17, 18, 19, 20, 21]);
    expect(await again.readAt(7)).toEqual(acknowledged[5]);
    expect(again.notes).toEqual([]);
    await again.close();
  });

  it('refuses text that no table could hold, and goes on with the next', async () => {
    const journal = await openIn(folder.path);
    const [nul, written] = ['a\0b', 'a\\u0000b'];
    await expect(journal.append([said(nul)])).rejects.toMatchObject({ code: 'request.invalid' });
    await journal.append([said(written)]);
    expect(await listSeqs(journal)).toEqual([1, 2]);
    expect(await journal.readAt(2)).toMatchObject({ body: { text: written } });
    await journal.close();
  });
});
