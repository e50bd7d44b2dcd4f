import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeIfPresent } from './files.ts';
import { findProcess } from './process-identity.ts';

export type LockState = {
  /** Whether the folder's lock names this process. */
  readonly isOwn: boolean;
  /** Half-taken locks of processes that live no more. */
  readonly leftovers: readonly string[];
};

const pidOf = (text: string): number => Number(/"pid":(\d{1,10})[,}]/.exec(text)?.[1] ?? 0);

/** Who holds a data folder, and what takers that were killed left in it. */
export async function readLockState(folder: string): Promise<LockState> {
  const own = await readFile(join(folder, 'lock'), 'utf8').catch(() => ''); // gone, which is what is asked
  const leftovers: string[] = [];
  for (const name of await readdir(folder)) {
    if (!/^lock\.(?:new|take)-/.test(name)) continue;
    const pid = pidOf(await readFile(join(folder, name), 'utf8').catch(() => '')); // gone meanwhile: no leftover
    if (pid > 0 && (await findProcess(pid)).kind === 'dead') leftovers.push(name);
  }
  return { isOwn: pidOf(own) === process.pid, leftovers };
}

/** Removes what dead takers left; the lock itself is not touched. */
export async function removeLockLeftovers(folder: string): Promise<number> {
  const { leftovers } = await readLockState(folder);
  for (const name of leftovers) await removeIfPresent(join(folder, name));
  return leftovers.length;
}
