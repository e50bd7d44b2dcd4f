import { buildRecord, canonicalJson, type JournalRecord, ZERO_HASH } from '../../../main/journal/record.pure.ts';

/** A sound chain of small records with these texts. */
export function makeRecords(texts: readonly string[]): readonly JournalRecord[] {
  let prev = ZERO_HASH;
  return texts.map((text, i) => {
    const record = buildRecord({
      seq: i + 1,
      prev,
      at: '2026-03-01T09:00:00.000Z',
      id: `id-${i + 1}`,
      kind: 'turn.said',
      body: { text },
      salt: (i + 1).toString(16).padStart(2, '0').repeat(32),
    });
    prev = record.hash;
    return record;
  });
}

export function toBytes(records: readonly JournalRecord[]): Buffer {
  return Buffer.from(records.map((record) => `${canonicalJson(record)}\n`).join(''));
}
