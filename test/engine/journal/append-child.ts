import { writeSync } from 'node:fs';
import { acquireLock } from '../../../main/journal/lock.ts';
import { openJournal } from '../../../main/journal/open.ts';
import { openVault } from '../../../main/journal/vault.ts';
import { systemClock } from '../../../main/lib/clock.ts';
import { systemIds } from '../../../main/lib/ids.ts';
import { silentLog } from '../../../main/lib/log.ts';
import { said } from './journal-fixture.ts';

/** Appends and erases for ever, and says each record on stdout once its append or its erasure is acknowledged. */
const [folder = '', run = ''] = process.argv.slice(2);
let leapMs = 0;
const clock = {
  now: systemClock.now,
  // Leaps, so that the head is signed again and again in a run of a fraction of a second.
  monotonicMs: () => {
    leapMs += 7_000;
    return leapMs;
  },
};
const lock = await acquireLock({ folder, clock, ids: systemIds });
const vault = await openVault({ folder, clock, ids: systemIds });
const journal = await openJournal({
  folder,
  clock,
  ids: systemIds,
  log: silentLog,
  keyPair: vault.keyPair,
  limits: { segmentBytes: 100_000 },
});
if (journal.lastSeq === 0) {
  await journal.append([{ kind: 'vault.created', body: { journalId: vault.journalId, appVersion: '0.1.0' } }]);
}

async function appendForEver(worker: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const ids = Array.from({ length: 1 + (n % 3) }, (_, i) => `run-${run}-${worker}-${n}-${i}`);
    const records = await journal.append(ids.map((id) => said('x'.repeat((n * 977) % 5_000), id)));
    writeSync(1, records.map((record, i) => `said ${record.seq} ${ids[i]}\n`).join(''));
    const first = records[0];
    if (worker > 0 || n % 4 > 0 || !first) continue;
    await journal.eraseBodies({ seqs: [first.seq] });
    writeSync(1, `erased ${first.seq}\n`);
  }
}
await Promise.all([0, 1, 2, 3].map(appendForEver));
await lock.release();
