import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { systemClock } from '../lib/clock.ts';
import { scanFolders } from './scan.ts';
import { keyringOf } from './scan-keys.ts';
import { createUnderKey } from './under-key.ts';

/** Entry of the scanning thread: its input comes with its start, and it ends with its report. */
const Input = z.strictObject({
  folders: z.array(z.string()),
  needles: z.array(z.string()),
  leaveOut: z.array(z.string()).optional(),
  keys: z.strictObject({ generation: z.int(), shared: z.instanceof(SharedArrayBuffer) }).nullable(),
});

const PROGRESS_MS = 100;

function main(): void {
  // Thousands of tries to unpack fail, and nobody looks at where.
  Error.stackTraceLimit = 0;
  if (parentPort === null) throw new Error('bug: started as a process of its own');
  const { leaveOut = [], keys, ...input } = Input.parse(workerData);
  const under = keys === null ? null : createUnderKey(keyringOf(keys));
  try {
    const parts = scanFolders({ ...input, leaveOut }, under);
    let toldMs = systemClock.monotonicMs();
    let part = parts.next();
    for (; part.done !== true; part = parts.next()) {
      const nowMs = systemClock.monotonicMs();
      if (nowMs - toldMs < PROGRESS_MS) continue;
      toldMs = nowMs;
      parentPort.postMessage({ kind: 'progress', ...part.value });
    }
    parentPort.postMessage({ kind: 'done', report: part.value });
  } finally {
    under?.wipe();
  }
}

main();
