import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether this computer runs on its battery; where nobody can tell, it does not. */
export type Power = {
  readonly isOnBattery: () => Promise<boolean>;
  /** The desktop shell knows on every system, and says so. */
  readonly note: (isOnBattery: boolean) => void;
};

const SUPPLIES = '/sys/class/power_supply';

async function readWord(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return ''; // Supplies differ in what they tell; what is not told decides nothing.
  }
}

/** Linux: a battery that discharges, and no mains that is plugged in. */
export async function readLinuxPower(folder: string = SUPPLIES): Promise<boolean> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch {
    return false; // No such folder: another system, or a machine without any battery.
  }
  let isDischarging = false;
  for (const name of names) {
    const supply = join(folder, name);
    const type = await readWord(join(supply, 'type'));
    if (type === 'Mains' && (await readWord(join(supply, 'online'))) === '1') return false;
    // A mouse has a battery too; only the computer's own counts.
    const isOwn = type === 'Battery' && (await readWord(join(supply, 'scope'))) !== 'Device';
    if (isOwn && (await readWord(join(supply, 'status'))) === 'Discharging') isDischarging = true;
  }
  return isDischarging;
}

export function createPower(read: () => Promise<boolean> = readLinuxPower): Power {
  let told: boolean | null = null;
  return {
    isOnBattery: async () => told ?? read(),
    note: (isOnBattery) => {
      told = isOnBattery;
    },
  };
}
