import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGate } from '../../../main/evaluation/gates/read-gate.ts';
import { makeTrajectory } from '../evaluation/report/made-run.ts';
import { makeFolder, runWith } from './helpers.ts';

describe('lsrep register', () => {
  it('writes the thresholds with the hash of every file', async () => {
    const folder = makeFolder();
    const file = join(folder, 'life-1.json');
    writeFileSync(file, JSON.stringify(makeTrajectory('life-1', 'home', 3)));
    const draft = new URL('../../../docs/lsrep/gates/beam.json', import.meta.url).pathname;
    const { code, out, err } = await runWith(['lsrep', 'register', draft, file]);
    expect([code, err]).toEqual([0, '']);
    const { gate } = readGate(new TextEncoder().encode(out));
    expect([gate.name, gate.trajectories.map(({ id }) => id)]).toEqual(['beam', ['life-1']]);
    expect(gate.registeredAt).toMatch(/^\d{4}-.*, version 1\.2\.3$/);
  });

  it('says what is missing', async () => {
    expect((await runWith(['lsrep', 'register'])).err).toContain('GATE is missing');
    expect((await runWith(['lsrep', 'register', '/nowhere.json', 'x.json'])).err).toContain('gate cannot be read');
  });
});
