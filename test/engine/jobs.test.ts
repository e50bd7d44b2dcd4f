import { describe, expect, it } from 'vitest';
import { AppError } from '../../main/contract/errors.ts';
import type { Client } from '../../main/contract/index.ts';
import type { WorkerName } from '../../main/contract/lifecycle.ts';
import { fixedClock } from '../../main/lib/clock.ts';
import type { Worker, WorkerRun } from '../../main/lifecycle/worker.ts';
import { makeFolder, type Opened, openFolder, withDatabase } from './open-folder.ts';

const HOUR = 3_600_000;
const start = new Date('2026-03-01T06:00:00Z');

type Made = Partial<Worker> & { readonly name: WorkerName };

/** A worker that only notes when it ran; what it does besides is up to the test. */
function makeWorker(over: Made, ran: string[]): Worker {
  return {
    priority: 50,
    everyHours: 24,
    isForIdle: false,
    isOnByDefault: true,
    run: async (_, { at }) => {
      ran.push(`${over.name} ${at.toISOString()}`);
      return { summary: `${over.name} is done.`, counts: { n: 1 } };
    },
    ...over,
  };
}

const failing = (name: WorkerName): Made => ({
  name,
  run: async () => {
    throw new AppError('internal.bug', 'The disk of this worker is full.');
  },
});

async function open(made: readonly Made[], ran: string[] = []) {
  const folder = await makeFolder();
  const clock = fixedClock(start);
  const workers = made.map((each) => makeWorker(each, ran));
  const opened = await openFolder(folder.path, { workers, clock });
  return {
    ...{ clock, ran, folder, opened, client: opened.client, tick: opened.engine.lookForWork },
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const find = async (client: Client, name: WorkerName) => {
  const worker = (await client.call('workers.list', {})).workers.find((each) => each.name === name);
  if (!worker) throw new Error(`no ${name}`);
  return worker;
};

/** A worker that stops in the middle until the test lets it go on. */
function makePausing() {
  let go = (): void => undefined;
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const run = async (_: unknown, { breathe }: WorkerRun) => {
    reached();
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    await breathe();
    return { summary: 'Through.', counts: {} };
  };
  return { run, isReached, go: () => go() };
}

describe('the queue of background work', () => {
  it('runs what is due, by priority, once a period, and says what came of it', async () => {
    await using at = await open([
      { name: 'clustering', priority: 60 },
      { name: 'decay', priority: 20 },
    ]);
    await at.tick();
    await at.tick();
    expect(at.ran).toEqual([`decay ${start.toISOString()}`, `clustering ${start.toISOString()}`]);
    const decay = await find(at.client, 'decay');
    expect(decay.last).toMatchObject({ state: 'done', summary: 'decay is done.', counts: { n: 1 }, attempts: 1 });
    expect(decay.nextAt).toBe('2026-03-02T06:00:00.000Z');
  });

  it('makes up for a machine that slept for weeks with one run', async () => {
    await using at = await open([{ name: 'decay' }]);
    await at.tick();
    at.clock.advance(21 * 24 * HOUR);
    await at.tick();
    await at.tick();
    expect(at.ran).toEqual([`decay ${start.toISOString()}`, 'decay 2026-03-22T06:00:00.000Z']);
  });

  it('goes on where the clock jumps back a year, and loses nothing', async () => {
    await using at = await open([{ name: 'decay' }]);
    await at.tick();
    at.clock.advance(-365 * 24 * HOUR);
    await at.tick();
    await at.tick();
    expect(at.ran).toEqual([`decay ${start.toISOString()}`, 'decay 2025-03-01T06:00:00.000Z']);
    expect((await at.client.call('workers.history', { limit: 10 })).jobs).toHaveLength(2);
  });

  it('tries a failing worker again later and later, then leaves it to the user, while the others go on', async () => {
    await using at = await open([failing('summaries'), { name: 'decay', everyHours: 1 }]);
    for (const minutes of [0, 2, 6, 31, 121]) {
      at.clock.advance(minutes * 60_000);
      await at.tick();
    }
    const { queue } = await at.client.call('workers.list', {});
    expect(queue).toMatchObject([
      { worker: 'summaries', state: 'dead', attempts: 5, summary: 'The disk of this worker is full.' },
    ]);
    expect(at.ran.length).toBeGreaterThan(1);
  });

  it('tries a dead one once more when it is asked to, and forgets its failures when it goes well', async () => {
    let isBroken = true;
    const run: Worker['run'] = async () => {
      if (isBroken) throw new AppError('internal.bug', 'Not now.');
      return { summary: 'Mended.', counts: {} };
    };
    await using at = await open([{ name: 'summaries', run }]);
    for (const minutes of [0, 2, 6, 31, 121]) {
      at.clock.advance(minutes * 60_000);
      await at.tick();
    }
    isBroken = false;
    const [dead] = (await at.client.call('workers.list', {})).queue;
    await at.client.call('workers.retry', { id: dead?.id ?? '' });
    await at.tick();
    const { queue } = await at.client.call('workers.list', {});
    expect(queue).toEqual([]);
    expect((await find(at.client, 'summaries')).last).toMatchObject({ state: 'done', summary: 'Mended.' });
  });

  it('does nothing twice where it is asked for twice', async () => {
    await using at = await open([{ name: 'decay' }]);
    const [first, second] = await Promise.all([
      at.client.call('workers.runNow', { worker: 'decay' }),
      at.client.call('workers.runNow', { worker: 'decay' }),
    ]);
    await at.tick();
    expect(first.id).toBe(second.id);
    expect(at.ran).toHaveLength(1);
  });

  it('waits while the user has paused it, but runs what is asked for', async () => {
    await using at = await open([{ name: 'decay' }, { name: 'clustering' }]);
    await at.client.call('workers.setPaused', { isPaused: true });
    await at.tick();
    expect(at.ran).toEqual([]);
    expect(await at.client.call('workers.list', {})).toMatchObject({ pausedBy: 'user' });
    await at.client.call('workers.runNow', { worker: 'clustering' });
    await at.tick();
    expect(at.ran).toEqual([`clustering ${start.toISOString()}`]);
  });

  it('waits on battery', async () => {
    await using at = await open([{ name: 'decay' }]);
    at.opened.engine.notePower(true);
    await at.tick();
    expect(at.ran).toEqual([]);
    at.opened.engine.notePower(false);
    at.clock.advance(60_000);
    await at.tick();
    expect(at.ran).toHaveLength(1);
  });

  it('leaves off what is switched off, by the user or from the beginning', async () => {
    await using at = await open([{ name: 'decay' }, { name: 'reflection', isOnByDefault: false }]);
    await at.client.call('workers.setOn', { worker: 'decay', isOn: false });
    await at.tick();
    expect(at.ran).toEqual([]);
    await at.client.call('workers.setOn', { worker: 'reflection', isOn: true });
    await at.tick();
    expect(at.ran).toEqual([`reflection ${start.toISOString()}`]);
    expect((await find(at.client, 'decay')).nextAt).toBeNull();
  });

  it('leaves what is for idle hours until nobody has asked anything for a while', async () => {
    await using at = await open([{ name: 'maintenance', isForIdle: true }]);
    await at.tick();
    expect(at.ran).toEqual([]);
    at.clock.advance(6 * 60_000);
    await at.tick();
    expect(at.ran).toHaveLength(1);
  });

  it('stops a run that is cancelled, and what waits is not run', async () => {
    const pausing = makePausing();
    await using at = await open([{ name: 'clustering', run: pausing.run }]);
    const ticking = at.tick();
    await pausing.isReached;
    const [running] = (await at.client.call('workers.list', {})).queue;
    await at.client.call('workers.cancel', { id: running?.id ?? '' });
    pausing.go();
    await ticking;
    expect((await find(at.client, 'clustering')).last).toMatchObject({
      state: 'cancelled',
      summary: 'Stopped by you.',
    });
  });

  it('gives way in the middle of a run to who waits for memory', async () => {
    const pausing = makePausing();
    await using at = await open([{ name: 'clustering', run: pausing.run }]);
    const ticking = at.tick();
    await pausing.isReached;
    const asked = at.client.stream('memory.settle', {}, { onChunk: () => undefined });
    pausing.go();
    await asked;
    await ticking;
    expect((await find(at.client, 'clustering')).last).toMatchObject({ state: 'done' });
  });

  it('takes up a run that ended with the engine, and one that was killed', async () => {
    const ran: string[] = [];
    const pausing = makePausing();
    await using folder = await makeFolder();
    const clock = fixedClock(start);
    const openWith = (worker: Made): Promise<Opened> =>
      openFolder(folder.path, { clock, workers: [makeWorker(worker, ran)] });
    {
      await using first = await openWith({ name: 'decay', run: pausing.run });
      const ticking = first.engine.lookForWork();
      await pausing.isReached;
      const closing = first.engine.close();
      pausing.go();
      await Promise.all([ticking, closing]);
    }
    {
      await using second = await openWith({ name: 'decay' });
      const [waiting] = (await second.client.call('workers.list', {})).queue;
      expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
    }
    // As a kill in the middle of a run leaves it.
    await withDatabase(folder.path, (db) =>
      db.transaction(async (tx) => tx.query(`update job set state = 'running', attempts = 1`, [])),
    );
    await using third = await openWith({ name: 'decay' });
    await third.engine.lookForWork();
    expect(ran).toHaveLength(1);
    expect((await find(third.client, 'decay')).last).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('runs a month of days in the same code, each worker at its own times', async () => {
    await using at = await open([{ name: 'decay' }, { name: 'reflection', everyHours: 168 }, failing('summaries')]);
    const chunks: string[] = [];
    const { runs } = await at.client.stream(
      'workers.simulate',
      { workers: 'all', days: 28 },
      { onChunk: ({ worker }) => chunks.push(worker) },
    );
    const count = (name: string) => runs.filter(({ worker }) => worker === name).length;
    expect([count('decay'), count('reflection'), count('summaries')]).toEqual([28, 4, 28]);
    expect(chunks).toHaveLength(60);
    expect(runs.at(-1)?.at).toBe('2026-03-29T06:00:00.000Z');
    expect(runs.filter(({ state }) => state === 'failed')).toHaveLength(28);
  });

  it('notes what was run by hand, and is due again a period after it', async () => {
    await using at = await open([{ name: 'decay' }]);
    await at.client.stream('workers.simulate', { workers: 'all', days: 0 }, { onChunk: () => undefined });
    const decay = await find(at.client, 'decay');
    expect(decay.last).toMatchObject({ state: 'done', summary: 'decay is done.' });
    expect(decay.nextAt).toBe('2026-03-02T06:00:00.000Z');
    await at.client.stream('workers.simulate', { workers: 'all', days: 7 }, { onChunk: () => undefined });
    expect((await find(at.client, 'decay')).nextAt).toBe('2026-03-02T06:00:00.000Z');
  });

  it('refuses a run that is not in the list', async () => {
    await using at = await open([{ name: 'decay' }]);
    await expect(at.client.call('workers.cancel', { id: 'nothing' })).rejects.toMatchObject({ code: 'job.not-found' });
  });
});
