import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectAmendments } from '../../../main/journal/amended.ts';
import { parseEvent } from '../../../main/journal/events/index.ts';
import type { JournalRecord } from '../../../main/journal/record.pure.ts';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { type Folder, makeFolder, openIn, said } from './journal-fixture.ts';

describe('journal/erase', () => {
  let folder: Folder;
  const limits = { segmentBytes: 3_000 };
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(() => folder.remove());

  async function readFiles(): Promise<string> {
    const names = await readdir(join(folder.path, 'journal'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder.path, 'journal', name), 'utf8')));
    return texts.join('');
  }

  it('leaves no byte of the bodies and salts, and the chain still verifies and grows', async () => {
    const journal = await openIn(folder.path, { limits });
    const records: JournalRecord[] = [];
    for (let i = 0; i < 12; i += 1) records.push(...(await journal.append([said(`secret-${i}-end`)])));
    const reader = journal.read(1)[Symbol.asyncIterator]();
    await reader.next();
    const erasing = [journal.eraseBodies({ seqs: [2, 7] }), journal.eraseBodies({ seqs: [13, 7] })];
    const during = journal.append([said('said meanwhile')]);
    await Promise.all([...erasing, during]);
    // A reader that began before sees each record once, with or without its body.
    const seen = [];
    for (let next = await reader.next(); !next.done; next = await reader.next()) seen.push(next.value.seq);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => i + 2));

    const text = await readFiles();
    const gone = [2, 7, 13].map((seq) => records[seq - 2]);
    expect(gone.filter((record) => text.includes(String(record?.salt)))).toEqual([]);
    expect([0, 5, 11].filter((i) => text.includes(`secret-${i}-end`))).toEqual([]);
    await journal.append([said('goes on')]);
    const erased = await journal.readAt(7);
    expect(erased && parseEvent(erased)).toEqual({ state: 'erased', kind: 'turn.said' });
    expect(await journal.eraseBodies({ seqs: [2] })).toEqual([]);
    await journal.close();
    const report = await verifyJournal(folder.path);
    expect(report).toMatchObject({ problems: [], counts: { records: 17, erased: 3 } });
    const again = await openIn(folder.path, { limits });
    expect(again.notes).toEqual([]);
    await again.close();
  });

  it('says what is left of a record in one that stands in its place, the last of them, until that is erased too', async () => {
    const journal = await openIn(folder.path, { limits });
    for (let i = 0; i < 4; i += 1) await journal.append([said(`secret-${i}-end`)]);
    const leave = (text: string) => ({ seq: 3, kind: 'turn.said', body: { ...said(text).body, turnId: 'kept' } });
    const [first] = await journal.eraseBodies({ seqs: [3], amendments: [leave('what is left')] });
    expect((await collectAmendments(journal, 1)).get(3)).toMatchObject({ body: { text: 'what is left' } });
    await journal.eraseBodies({ seqs: [first?.seq ?? 0], amendments: [leave('less')] });
    expect((await collectAmendments(journal, 1)).get(3)).toMatchObject({ body: { text: 'less' } });
    expect(await readFiles()).not.toMatch(/secret-1-end|what is left/);
    await journal.close();
    expect((await verifyJournal(folder.path)).problems).toEqual([]);
  });

  it('is finished at the next start when a crash came between the promise and the rewriting', async () => {
    const journal = await openIn(folder.path, { limits });
    for (let i = 0; i < 6; i += 1) await journal.append([said(`secret-${i}-end`)]);
    const before = journal.lastSeq;
    await journal.append([{ kind: 'erased', body: { seqs: [3] } }]);
    await journal.close();
    const marker = join(folder.path, 'journal', 'erasing.json');
    await writeFile(marker, JSON.stringify({ afterSeq: before, seqs: [3, 4] }));
    expect((await verifyJournal(folder.path)).problems).toMatchObject([{ check: 'journal.unerased-body', seq: 3 }]);

    const again = await openIn(folder.path, { limits });
    expect(again.notes).toEqual([{ kind: 'erasure-finished', bodies: 1 }]);
    await again.close();
    // Record 4 was never promised: the crash came before that.
    const text = await readFiles();
    expect([text.includes('secret-1-end'), text.includes('secret-2-end')]).toEqual([false, true]);
    expect(await verifyJournal(folder.path)).toMatchObject({ problems: [], counts: { erased: 1 } });
  });
});
