import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoctorReport } from '../../main/contract/app.ts';
import { repository } from './open-folder.ts';

const script = join(repository, 'scripts/palimpsest.mjs');

export type CliRun = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves when the output fits; rejects when the process ends before. */
  readonly until: (fits: (run: { readonly stdout: string; readonly stderr: string }) => boolean) => Promise<void>;
};

/** One real command line in a process of its own. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): CliRun {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const note = () => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
    note();
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
    note();
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? signal ?? -1);
      note();
    });
  });
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const isOver = child.exitCode !== null || child.signalCode !== null;
          if (fits({ stdout, stderr })) resolve();
          else if (isOver) reject(new Error(`ended with ${child.exitCode ?? child.signalCode}: ${stderr.slice(-500)}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

export type CliResult = { readonly code: number | string; readonly stdout: string; readonly stderr: string };

export async function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  const run = startCli(args, env);
  const code = await run.ended;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

/** `doctor --json`, parsed; what it says on stderr is in the failure when it prints no report. */
export async function runDoctorCli(
  data: string,
  ...more: readonly string[]
): Promise<{ readonly code: number | string; readonly report: DoctorReport }> {
  const { code, stdout, stderr } = await runCli(['doctor', '--data', data, '--json', ...more]);
  if (stdout.trim() === '') throw new Error(`doctor ended with ${code} and said: ${stderr}`);
  return { code, report: JSON.parse(stdout) as DoctorReport };
}

/** The last count that an import said was on disk. */
export function ackedIn(stderr: string): number {
  const counts = [...stderr.matchAll(/^\{"acked":(\d+)\}$/gm)].map(([, n]) => Number(n));
  return counts.at(-1) ?? 0;
}

/** Processes that a process started and that still run (Linux). */
export async function listChildren(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []); // it ended meanwhile
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}
