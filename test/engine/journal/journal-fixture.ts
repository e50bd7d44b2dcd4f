import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalEvent } from '../../../main/journal/events/index.ts';
import { type Journal, type OpenJournal, openJournal } from '../../../main/journal/open.ts';
import { openVault } from '../../../main/journal/vault.ts';
import { fixedClock } from '../../../main/lib/clock.ts';
import { countingIds } from '../../../main/lib/ids.ts';
import { silentLog } from '../../../main/lib/log.ts';

export const clock = fixedClock(new Date('2026-03-01T09:00:00.000Z'));

export type Folder = { readonly path: string; readonly remove: () => Promise<void> };

export async function makeFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'palimpsest-journal-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Opens vault and journal as the engine does, without the lock. */
export async function openIn(folder: string, more: Partial<OpenJournal> = {}): Promise<Journal> {
  const ids = more.ids ?? countingIds(Math.floor(folder.length));
  const vault = await openVault({ folder, clock, ids });
  const journal = await openJournal({ folder, clock, ids, log: silentLog, keyPair: vault.keyPair, ...more });
  if (journal.lastSeq === 0 && journal.damage === null) {
    await journal.append([{ kind: 'vault.created', body: { journalId: vault.journalId, appVersion: '0.1.0' } }]);
  }
  return journal;
}

export function said(text: string, turnId = `turn-${text.length}`): JournalEvent {
  return {
    kind: 'turn.said',
    body: {
      turnId,
      conversationId: 'c1',
      parentTurnId: null,
      position: 0,
      role: 'user',
      speaker: 'Ana',
      text,
      saidAt: null,
      isTimeInferred: true,
      zone: 'Europe/Lisbon',
      session: null,
      status: 'complete',
      attachments: [],
      importId: null,
      isHidden: false,
    },
  };
}

export async function listSeqs(journal: Journal, fromSeq = 1): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const record of journal.read(fromSeq)) seqs.push(record.seq);
  return seqs;
}
