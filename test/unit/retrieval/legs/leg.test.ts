import { describe, expect, it } from 'vitest';
import { LegName } from '../../../../main/contract/recall.ts';
import { fixedClock } from '../../../../main/lib/clock.ts';
import { silentLog } from '../../../../main/lib/log.ts';
import { type Leg, runLeg } from '../../../../main/retrieval/legs/leg.ts';

const clock = fixedClock(new Date(0));
const timing = { clock, log: silentLog, originMs: -7, deadlineMs: 5 };
const leg = (name: LegName, over: Partial<Leg> = {}): Leg => ({
  ...{ name, method: 'by hand', eligible: 3, search: async () => [{ doc: 1, score: 2 }] },
  ...over,
});
const idle = { executed: 0, produced: [], ms: 0 };

describe('retrieval/legs, whichever leg it is', () => {
  it.each(LegName.options)('%s says what it found, in what it looked for it, and when', async (name) => {
    expect(await runLeg(leg(name), true, timing)).toEqual({
      ...{ leg: name, eligible: 3, executed: 3, produced: [{ doc: 1, score: 2 }], method: 'by hand' },
      ...{ startedMs: 7, ms: 0, outcome: null, why: null },
    });
  });

  it.each(LegName.options)('%s is not asked while it is disabled, or its store is empty', async (name) => {
    const search = () => Promise.reject(new Error('was asked'));
    const disabled = await runLeg(leg(name, { search }), false, timing);
    expect(disabled).toMatchObject({ ...idle, outcome: 'disabled', why: null });
    const empty = await runLeg(leg(name, { search, eligible: 0 }), true, timing);
    expect(empty).toMatchObject({ ...idle, outcome: 'empty store', why: null });
  });

  it.each(LegName.options)('%s neither fails nor stalls the answer, and says why it found nothing', async (name) => {
    const broken = await runLeg(leg(name, { search: () => Promise.reject(new Error('no disk')) }), true, timing);
    expect(broken).toMatchObject({ executed: 0, produced: [], outcome: 'failed', why: 'no disk' });
    const late = await runLeg(leg(name, { search: () => new Promise(() => undefined) }), true, timing);
    expect(late).toMatchObject({ executed: 0, produced: [], outcome: 'failed', why: 'took longer than 5 ms' });
  });
});
