import type { ForgetChoice } from '../../main/contract/forget.ts';
import { type ForgetPlan, planInVault } from '../../main/forget/plan.ts';
import { createTombstones } from '../../main/forget/tombstones.ts';
import { openJournal } from '../../main/journal/open.ts';
import { openVault } from '../../main/journal/vault.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { silentLog } from '../../main/lib/log.ts';
import { openStore } from '../../main/stores/open.ts';
import { openTraces } from '../../main/stores/traces.ts';
import { templateFolder } from './open-folder.ts';

export type Planner = AsyncDisposable & {
  readonly plan: (choice: ForgetChoice) => Promise<ForgetPlan>;
  /** Bodies of every record as they would be afterwards. */
  readonly left: (plan: ForgetPlan) => Promise<readonly string[]>;
};

/** Plans over a folder that no engine has open. */
export async function openPlanner(dataFolder: string): Promise<Planner> {
  const [clock, ids, log] = [systemClock, systemIds, silentLog];
  const vault = await openVault({ folder: dataFolder, clock, ids });
  const journal = await openJournal({ folder: dataFolder, clock, ids, log, keyPair: vault.keyPair });
  const { db } = await openStore({ dataFolder, templateFolder }, { clock, log });
  const traces = openTraces(dataFolder, log);
  const tombstones = createTombstones(vault.keyPair.privateKey);
  return {
    plan: (choice) => planInVault({ db, journal, traces, tombstones, log, clock }, choice),
    left: async ({ erase, amend }) => {
      const gone = new Set(erase);
      const left: string[] = [];
      for await (const { seq, kind, body } of journal.read(1))
        if (!gone.has(seq) && body !== undefined) left.push(`${seq} ${kind} ${JSON.stringify(body)}`);
      return [...left, ...amend.map(({ seq, kind, body }) => `${seq} amended ${kind} ${JSON.stringify(body)}`)];
    },
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await journal.close();
    },
  };
}
