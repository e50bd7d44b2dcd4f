import { appendFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHead } from '../../../main/journal/head.ts';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { type Folder, listSeqs, makeFolder, openIn, said } from './journal-fixture.ts';

describe('a journal that was damaged', () => {
  let folder: Folder;
  let segment: string;
  let head: string;
  beforeEach(async () => {
    folder = await makeFolder();
    segment = join(folder.path, 'journal', '00000001.jsonl');
    head = join(folder.path, 'head.json');
  });
  afterEach(() => folder.remove());

  /** Seven records; the signed head is older than the last of them, as after a kill. */
  async function writeJournal(limits = {}): Promise<Buffer> {
    const journal = await openIn(folder.path, { limits });
    for (let i = 0; i < 5; i += 1) await journal.append([said(`text ${i} é`)]);
    await journal.close();
    const again = await openIn(folder.path, { limits });
    const headBefore = await readFile(head);
    await again.append([said('the last one, with "quotes" and é')]);
    await again.close();
    await writeFile(head, headBefore);
    return readFile(segment);
  }

  const fails = (bytes: string, seq: number) =>
    expect(openIn(folder.path), bytes).rejects.toMatchObject({
      code: 'journal.damaged',
      details: { seq, file: 'journal/00000001.jsonl' },
    });

  it('is cut cleanly where its last record was torn, at every offset, and keeps everything before', async () => {
    const bytes = await writeJournal();
    const headBefore = await readFile(head);
    const lastStart = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let end = lastStart; end < bytes.length; end += 1) {
      await writeFile(segment, bytes.subarray(0, end));
      await writeFile(head, headBefore);
      const journal = await openIn(folder.path);
      const isWhole = end === bytes.length - 1;
      const file = 'journal/00000001.jsonl';
      const torn = { kind: 'torn-tail-cut', file, seq: 7, bytes: end - lastStart, wasAnchored: false };
      const note = isWhole ? { kind: 'newline-added', file, seq: 7, bytes: 1 } : torn;
      expect([journal.lastSeq, journal.notes]).toEqual([isWhole ? 7 : 6, end === lastStart ? [] : [note]]);
      await journal.close();
      expect((await readFile(segment)).equals(isWhole ? bytes : bytes.subarray(0, lastStart))).toBe(true);
    }
    const journal = await openIn(folder.path);
    await journal.append([said('after the cut')]);
    await journal.close();
    expect(await verifyJournal(folder.path)).toMatchObject({ ok: true, counts: { records: 8 } });
  });

  it('is never cut where the last record is whole and wrong: a changed byte of it is refused and named', async () => {
    const bytes = await writeJournal();
    const lastStart = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let at = bytes.length - 1; at >= lastStart; at -= 3) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(segment, changed);
      await fails(`byte ${at}`, 7);
    }
    expect((await stat(segment)).size).toBe(bytes.length);
    await writeFile(segment, bytes);
    await appendFile(segment, 'garbage');
    await fails('appended', 8);
  });

  it('opens for reading only where that is asked, and refuses to append', async () => {
    const bytes = await writeJournal();
    await writeFile(segment, Buffer.from(bytes.toString().replace('the last', 'The last')));
    const journal = await openIn(folder.path, { allowDamaged: true });
    expect(journal.damage).toMatchObject({ code: 'journal.damaged', details: { seq: 7 } });
    expect(await listSeqs(journal)).toEqual([1, 2, 3, 4, 5, 6]);
    await expect(journal.append([said('x')])).rejects.toMatchObject({ code: 'journal.damaged' });
    await journal.close();
  });

  it('stops a reader at a changed record in the middle', async () => {
    const bytes = await writeJournal();
    const journal = await openIn(folder.path);
    await writeFile(segment, Buffer.from(bytes.toString().replace('text 2', 'text 3')));
    const seqs: number[] = [];
    const readAll = async () => {
      for await (const record of journal.read(1)) seqs.push(record.seq);
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'journal.damaged', details: { seq: 4 } });
    expect(seqs).toEqual([1, 2, 3]);
    await journal.close();
  });

  it('names changed random bytes of a large journal of several files, each at its record', async () => {
    const journal = await openIn(folder.path, { limits: { segmentBytes: 200_000, batchBytes: 20_000 } });
    await Promise.all(Array.from({ length: 600 }, (_, i) => journal.append([said('w'.repeat(i % 1_500), `t${i}`)])));
    await journal.close();
    const before = await verifyJournal(folder.path);
    expect(before).toMatchObject({ ok: true, counts: { records: 601 }, head: { anchoredSeq: 601 } });
    expect(before.counts.segments).toBeGreaterThan(2);
    for (let n = 0; n < 12; n += 1) {
      const number = 1 + (n % before.counts.segments);
      const file = join(folder.path, 'journal', `0000000${number}.jsonl`);
      const bytes = await readFile(file);
      const at = (n * 7_919_993 + 13) % bytes.length;
      const firstSeq = Number(/"seq":(\d+),/.exec(bytes.toString('latin1'))?.[1]);
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ (1 + n);
      await writeFile(file, changed);
      const report = await verifyJournal(folder.path);
      const owner = firstSeq + bytes.subarray(0, at).filter((byte) => byte === 0x0a).length;
      expect(report.problems.map((problem) => problem.seq)).toEqual([owner]);
      await writeFile(file, bytes);
    }
  });

  it('is refused and named when a file of it is missing', async () => {
    const limits = { segmentBytes: 1_000 };
    await writeJournal(limits);
    await rm(join(folder.path, 'journal', '00000002.jsonl'));
    await expect(openIn(folder.path, { limits })).rejects.toMatchObject({
      code: 'journal.damaged',
      details: { file: 'journal/00000002.jsonl', seq: 2 },
    });
    const readable = await openIn(folder.path, { limits, allowDamaged: true });
    expect(await listSeqs(readable)).toEqual([1]);
    await readable.close();
    const report = await verifyJournal(folder.path);
    expect(report.problems.map(({ check, seq }) => ({ check, seq }))).toContainEqual({
      check: 'journal.missing',
      seq: 2,
    });
    expect(report.problems[0]).toMatchObject({ check: 'journal.segment-missing', file: 'journal/00000002.jsonl' });
  });

  it('shows by its signed head that its last records were dropped, whole or in part', async () => {
    const bytes = await writeJournal();
    const journal = await openIn(folder.path);
    await journal.append([said('anchored')]);
    await journal.close();
    await truncate(segment, bytes.length);
    await fails('one whole record is gone', 8);
    const report = await verifyJournal(folder.path);
    expect(report.problems).toMatchObject([{ check: 'head.truncated', seq: 8 }]);
    expect(report.head).toMatchObject({ lastSeq: 7, anchoredSeq: null });

    // A part of exactly the anchored record is left: the disk lied about its fsync. Said, cut and signed anew.
    await appendFile(segment, '{"at":"2026');
    const cut = await openIn(folder.path);
    expect(cut.notes).toMatchObject([{ kind: 'torn-tail-cut', seq: 8, wasAnchored: true }]);
    expect(await readHead(folder.path, null)).toMatchObject({ kind: 'signed', head: { seq: 7 } });
    await cut.close();
  });

  it('shows a head that is forged, unreadable or gone, and still opens', async () => {
    await writeJournal();
    const signed = await readFile(head, 'utf8');
    const checks: unknown[] = [];
    for (const text of [signed.replace('"seq":6', '"seq":5'), 'garbage', null]) {
      if (text === null) await rm(head);
      else await writeFile(head, text);
      checks.push((await verifyJournal(folder.path)).problems.map((problem) => problem.check));
    }
    expect(checks).toEqual([['head.forged'], ['head.unreadable'], ['head.absent']]);
    const journal = await openIn(folder.path);
    expect(journal.notes).toEqual([{ kind: 'head-unusable', file: 'head.json', reason: 'absent' }]);
    await journal.close();
    expect((await verifyJournal(folder.path)).ok).toBe(true);
  });
});
