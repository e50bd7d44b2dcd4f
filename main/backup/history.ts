import { AppError } from '../contract/errors.ts';
import { toAmendment } from '../journal/amended.ts';
import { type JournalEvent, parseEvent } from '../journal/events/index.ts';
import { checkStoredLine, type JournalRecord, type Sealer } from '../journal/record.pure.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { damaged } from './errors.ts';
import { readChunk } from './place.ts';
import { type Opened, splitLines, type Watch } from './read-back.ts';

/** The events of a backup's history, opened with the key of the vault that is open, in order, each as it was left by then: a later amendment stands in an earlier place. */
export async function* readEvents(opened: Opened, sealer: Sealer | null, watch: Watch): AsyncGenerator<JournalEvent> {
  const amended = new Map<number, JournalEvent>();
  for await (const record of readRecordsOf(opened, sealer, watch)) {
    const amendment = record.kind === 'amended' ? toAmendment(record) : null;
    if (amendment !== null) amended.set(amendment.seq, amendment.event);
  }
  for await (const record of readRecordsOf(opened, sealer, watch)) {
    const left = amended.get(record.seq);
    if (left !== undefined) yield left;
    else {
      const parsed = parseEvent(record);
      if (parsed.state === 'known') yield parsed.event;
    }
  }
}

async function* readRecordsOf(
  { place, manifest, coder }: Opened,
  sealer: Sealer | null,
  watch: Watch,
): AsyncGenerator<JournalRecord> {
  for (const chunk of manifest.contents.journal) {
    throwIfAborted(watch.signal);
    await watch.breathe();
    for (const line of splitLines(await readChunk(place, chunk, coder))) yield parseLine(line, sealer);
    watch.onStep('reading', chunk.lastSeq, manifest.summary.lastSeq);
  }
}

function parseLine(line: Buffer, sealer: Sealer | null): JournalRecord {
  const check = checkStoredLine(line, { prev: null, seq: null, sealer });
  if (check.kind === 'ok' && !('sealed' in check.record)) return check.record;
  if (check.kind === 'ok' || (check.kind === 'faulty' && check.fault === 'wrong-seal')) throw otherKey();
  throw damaged('journal', 'a record in it cannot be read');
}

const otherKey = (): AppError =>
  new AppError(
    'backup.not-found',
    'The conversations in this backup are protected by another key than this vault has now. Restore the whole backup into a new folder, and open that with the passphrase it had.',
  );
