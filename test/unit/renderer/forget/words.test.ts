import { describe, expect, it, vi } from 'vitest';
import type { ForgetCounts, ForgetReceipt, TurnId } from '../../../../main/contract/index.ts';
import { confirmText, listCounts, receiptText, titleOf } from '../../../../renderer/features/forget/words.ts';

const none: ForgetCounts = {
  ...{
    turns: 0,
    answers: 0,
    conversations: 0,
    titles: 0,
    documents: 0,
    chunks: 0,
    revisions: 0,
    claims: 0,
    entities: 0,
  },
  ...{ summaries: 0, procedures: 0, reflections: 0, clusters: 0, slots: 0, corrections: 0, traces: 0, embeddings: 0 },
  drafts: 0,
};
const turns = (n: number) => ({ kind: 'turns' as const, turnIds: Array.from({ length: n }, () => 't' as TurnId) });

const receipt: ForgetReceipt = {
  ...{ id: 'r1', at: '2026-11-29T18:41:07.000Z', kind: 'about', erasedRecords: 23, seq: 40_318, hash: 'ab'.repeat(32) },
  counts: { ...none, turns: 14, revisions: 6, summaries: 1 },
  scan: { files: 214, bytes: 1_310_000_000, needles: 31, found: 0, saidElsewhere: 0, ms: 2_600 },
  ...{ backups: 1, tombstones: 19, ms: 8_300 },
};

describe('renderer/forget/words', () => {
  it('names on the button what goes and how much of it', () => {
    expect([
      confirmText(turns(1), { ...none, turns: 1 }),
      confirmText(turns(14), { ...none, turns: 14 }),
      confirmText({ kind: 'text', turnId: 't' as TurnId, from: 0, to: 4 }, { ...none, turns: 1 }),
      confirmText({ kind: 'document', documentIds: ['d'] }, { ...none, documents: 1 }),
      confirmText({ kind: 'everything' }, { ...none, turns: 12_480 }),
    ]).toEqual([
      'Forget this turn and what rests on it',
      'Forget these 14 turns and what rests on them',
      'Forget these words and what rests on them',
      'Forget this document and what rests on it',
      'Forget everything: 12,480 turns',
    ]);
  });

  it('sets a name of any script apart in the heading', () => {
    const name = 'يوس';
    expect(titleOf({ selection: { kind: 'about', words: name, spaceId: null }, name })).toBe(
      `Forget everything that says “\u2068${name}\u2069”`,
    );
    expect(titleOf({ selection: turns(3), name: null })).toBe('Forget 3 turns');
    const time = { kind: 'time' as const, from: 'a', to: 'b', spaceId: null };
    expect(titleOf({ selection: time, name: 'on 3 May 2024' })).toBe('Forget what was said on 3 May 2024');
  });

  it('lists what is not nothing', () => {
    expect([listCounts(receipt.counts), listCounts(none)]).toEqual(['14 turns, 6 facts, 1 summary', 'nothing']);
  });

  it('writes a receipt that says what was proved', () => {
    vi.stubEnv('TZ', 'UTC');
    const text = receiptText(receipt);
    vi.unstubAllEnvs();
    expect(text.split('\n')).toEqual([
      'Palimpsest · Receipt · forgotten · record 40,318',
      'When: Sun, 29 Nov 2026, 18:41 (2026-11-29T18:41:07.000Z)',
      '',
      'You asked to forget everything that says certain words.',
      'The receipt holds no word of what was forgotten.',
      '',
      'Removed: 14 turns, 6 facts, 1 summary',
      'Searched: 214 files, 1.3 GB, for 31 pieces of text: as plain, UTF-16, escaped and compressed text',
      'Found: 0 times',
      'History: 23 records without content, named by record 40,318; the chain still verifies',
      'Not again: 19 marks without content, so that it is not learnt or imported again',
      'Backups: 1 backup still holds it',
      'Took: 8.3 s',
      `Proof: ${'ab'.repeat(32)}`,
      'Receipt: r1',
      '',
      'Out of reach: your own copies, backups kept elsewhere, worn cells of a solid-state disk, swap.',
      '',
    ]);
  });

  it('does not call it gone where it was still found', () => {
    const text = receiptText({ ...receipt, scan: { ...receipt.scan, found: 2, saidElsewhere: 1 } });
    expect(text).toContain('Found: in 2 places\nSaid elsewhere: 1 piece of text that other turns say too');
  });
});
