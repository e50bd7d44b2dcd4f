import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errnoOf } from './files.ts';

/**
 * `startedAt` tells two processes with the same pid apart, in a form that only this system compares; `startedAtMs` is the
 * same moment by the wall clock, good to about a second. Null where the system does not say.
 */
export type ProcessState =
  | { readonly kind: 'dead' }
  | { readonly kind: 'alive'; readonly startedAt: string | null; readonly startedAtMs: number | null };

/** The unit of start times in /proc on every Linux that Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Whether a process lives, and when it was started. */
export async function findProcess(pid: number): Promise<ProcessState> {
  if (!canBeSignalled(pid)) return { kind: 'dead' };
  if (process.platform === 'linux') return await findLinuxProcess(pid);
  return { kind: 'alive', startedAt: await findStartByPs(pid), startedAtMs: null };
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else. ESRCH: there is no such process.
    return errnoOf(error) === 'EPERM';
  }
}

async function findLinuxProcess(pid: number): Promise<ProcessState> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name and may hold spaces and parentheses: count from its last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    // A killed process that its parent has not yet collected still has a pid; it will never write again.
    if (state === 'Z' || state === 'X') return { kind: 'dead' };
    const startTicks = fields[19];
    const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    if (startTicks === undefined) return { kind: 'alive', startedAt: null, startedAtMs: null };
    const bootSeconds = /^btime (\d+)$/m.exec(await readFile('/proc/stat', 'utf8'))?.[1];
    const startedAtMs =
      bootSeconds === undefined ? null : (Number(bootSeconds) + Number(startTicks) / TICKS_PER_SECOND) * 1000;
    return { kind: 'alive', startedAt: `${bootId}:${startTicks}`, startedAtMs };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ESRCH') return { kind: 'dead' };
    // Without /proc only the pid is known, and a live pid is left alone.
    return { kind: 'alive', startedAt: null, startedAtMs: null };
  }
}

async function findStartByPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || null;
  } catch {
    // No ps (Windows): the pid alone decides, which errs towards "in use".
    return null;
  }
}
