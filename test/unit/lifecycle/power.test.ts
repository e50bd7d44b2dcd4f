import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPower, readLinuxPower } from '../../../main/lifecycle/power.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-power-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function supply(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, name));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, name, file), `${text}\n`);
}

describe('power', () => {
  it('is the battery where that discharges and no mains is plugged in', async () => {
    await supply('AC', { type: 'Mains', online: '0' });
    await supply('BAT0', { type: 'Battery', status: 'Discharging' });
    expect(await readLinuxPower(folder)).toBe(true);
  });

  it('is the mains where that is plugged in, whatever the battery says', async () => {
    await supply('BAT0', { type: 'Battery', status: 'Discharging' });
    await supply('AC', { type: 'Mains', online: '1' });
    expect(await readLinuxPower(folder)).toBe(false);
  });

  it('is not decided by the battery of a mouse', async () => {
    await supply('mouse', { type: 'Battery', scope: 'Device', status: 'Discharging' });
    expect(await readLinuxPower(folder)).toBe(false);
  });

  it('is the mains where nobody can tell', async () => {
    expect(await readLinuxPower(join(folder, 'absent'))).toBe(false);
  });

  it('is what the shell says, once it has said something', async () => {
    const power = createPower(async () => false);
    expect(await power.isOnBattery()).toBe(false);
    power.note(true);
    expect(await power.isOnBattery()).toBe(true);
  });
});
