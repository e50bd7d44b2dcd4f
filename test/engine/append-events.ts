import type { JournalEvent } from '../../main/journal/events/index.ts';
import { openJournal } from '../../main/journal/open.ts';
import { openVault } from '../../main/journal/vault.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { silentLog } from '../../main/lib/log.ts';

/** Appends to the journal of a folder that no engine has open; the next engine brings its tables up to it. */
export async function appendEvents(dataFolder: string, events: readonly JournalEvent[]): Promise<void> {
  const deps = { folder: dataFolder, clock: systemClock, ids: systemIds };
  const { keyPair } = await openVault(deps);
  const journal = await openJournal({ ...deps, log: silentLog, keyPair });
  await journal.append(events);
  await journal.close();
}
