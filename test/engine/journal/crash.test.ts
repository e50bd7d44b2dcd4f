import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEvent } from '../../../main/journal/events/index.ts';
import { acquireLock } from '../../../main/journal/lock.ts';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { systemIds } from '../../../main/lib/ids.ts';
import { type BuiltChild, buildChild, startChild } from './build-child.ts';
import { clock, type Folder, makeFolder, openIn } from './journal-fixture.ts';

const KILLS = 25;

describe('journal under SIGKILL', () => {
  let folder: Folder;
  let child: BuiltChild;
  beforeAll(async () => {
    folder = await makeFolder();
    child = await buildChild('append-child');
  });
  afterAll(async () => {
    await folder.remove();
    await child.remove();
  });

  it(`loses no acknowledged turn in ${KILLS} kills, and verifies after each`, async () => {
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = startChild(child.path, [folder.path, String(kill)]);
      const until = acknowledged.size + 1 + ((kill * 37) % 60);
      while (acknowledged.size < until) {
        const line = await running.lines.next();
        if (line.done) throw new Error(`the child ended: ${running.process.stderr.read()}`);
        acknowledged.add(line.value);
      }
      await running.kill();
      // What was said before the kill and not yet read here was acknowledged too.
      for (let line = await running.lines.next(); !line.done; line = await running.lines.next()) {
        acknowledged.add(line.value);
      }

      const lock = await acquireLock({ folder: folder.path, clock, ids: systemIds });
      const journal = await openIn(folder.path, { ids: systemIds });
      const held = new Set<string>();
      for await (const record of journal.read(1)) {
        const parsed = parseEvent(record);
        if (parsed.state === 'known' && parsed.event.kind === 'turn.said') held.add(parsed.event.body.turnId);
      }
      const report = await verifyJournal(folder.path);
      await journal.close();
      expect({ kill, lost: [...acknowledged].filter((id) => !held.has(id)), problems: report.problems }).toEqual({
        kill,
        lost: [],
        problems: [],
      });
      await lock.release();
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS);
  });
});
