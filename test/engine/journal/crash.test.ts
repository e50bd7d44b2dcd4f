import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEvent } from '../../../main/journal/events/index.ts';
import { acquireLock } from '../../../main/journal/lock.ts';
import type { Journal } from '../../../main/journal/open.ts';
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

  it(`loses no acknowledged turn and keeps no erased one in ${KILLS} kills, and verifies after each`, async () => {
    /** Acknowledged turns by seq; null once their erasure was acknowledged. */
    const acknowledged = new Map<number, string | null>();
    const take = (line: string) => {
      const [what, seq, turnId = ''] = line.split(' ');
      acknowledged.set(Number(seq), what === 'said' ? turnId : null);
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = startChild(child.path, [folder.path, String(kill)]);
      const until = acknowledged.size + 1 + ((kill * 37) % 60);
      while (acknowledged.size < until) {
        const line = await running.lines.next();
        if (line.done) throw new Error(`the child ended: ${running.process.stderr.read()}`);
        take(line.value);
      }
      await running.kill();
      // What was said before the kill and not yet read here was acknowledged too.
      for (let line = await running.lines.next(); !line.done; line = await running.lines.next()) take(line.value);

      const lock = await acquireLock({ folder: folder.path, clock, ids: systemIds });
      const journal = await openIn(folder.path, { ids: systemIds });
      const { problems } = await verifyJournal(folder.path);
      const wrong = await listWrong(journal, acknowledged);
      await journal.close();
      await lock.release();
      expect({ kill, wrong, problems }).toEqual({ kill, wrong: [], problems: [] });
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    expect([...acknowledged.values()].filter((turnId) => turnId === null).length).toBeGreaterThan(0);
  });
});

/** Acknowledged records that are absent, are another turn, or still hold what was erased. */
async function listWrong(
  journal: Journal,
  acknowledged: ReadonlyMap<number, string | null>,
): Promise<readonly string[]> {
  const held = new Map<number, string | null>();
  for await (const record of journal.read(1)) {
    const parsed = parseEvent(record);
    const isTurn = parsed.state === 'known' && parsed.event.kind === 'turn.said';
    held.set(record.seq, isTurn ? parsed.event.body.turnId : null);
  }
  return [...acknowledged]
    .filter(([seq, turnId]) => {
      // An erasure may be finished and its acknowledgement not yet written when the kill comes.
      const isErased = held.get(seq) === null;
      return turnId === null ? !isErased : !isErased && held.get(seq) !== turnId;
    })
    .map(([seq, turnId]) => `${seq} ${turnId} is ${held.get(seq)}`);
}
