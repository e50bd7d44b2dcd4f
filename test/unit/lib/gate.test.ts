import { describe, expect, it } from 'vitest';
import { createGate } from '../../../main/lib/gate.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the gate', () => {
  it('lets work through once everything that held it is released', async () => {
    const gate = createGate();
    const [first, second] = [gate.hold(), gate.hold()];
    const passed: string[] = [];
    const waiting = gate.whenOpen(new AbortController().signal).then(() => passed.push('through'));
    first();
    first();
    await settled();
    expect(passed).toEqual([]);
    expect(gate.isHeld()).toBe(true);
    second();
    await waiting;
    expect(passed).toEqual(['through']);
  });

  it('is closed again for who comes after a new hold', async () => {
    const gate = createGate();
    gate.hold()();
    const release = gate.hold();
    let isThrough = false;
    const waiting = gate.whenOpen(new AbortController().signal).then(() => {
      isThrough = true;
    });
    await settled();
    expect(isThrough).toBe(false);
    release();
    await waiting;
  });

  it('rejects who waits when the work is cancelled', async () => {
    const gate = createGate();
    gate.hold();
    const controller = new AbortController();
    const waiting = gate.whenOpen(controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'request.aborted' });
  });
});
