import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Creates the file exclusively; a lock whose process is gone is removed first. @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  let holder = Number.NaN;
  try {
    holder = Number(readFileSync(path, 'utf8'));
  } catch {
    // Released between the two calls: the next try takes it.
    return false;
  }
  // An empty file is a lock that is being written at this moment.
  if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
  return false;
}

/**
 * Runs `body` while holding a lock file; others wait for their turn.
 * @template T
 * @param {string} path @param {() => Promise<T>} body @param {number} [timeoutMs]
 * @returns {Promise<T>}
 */
export async function withLock(path, body, timeoutMs = 180_000) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waitedMs = 0; !tryLock(path); waitedMs += POLL_MS) {
    if (waitedMs > timeoutMs) throw new Error(`another build has held ${path} for ${timeoutMs / 1000} s`);
    await wait(POLL_MS);
  }
  try {
    return await body();
  } finally {
    rmSync(path, { force: true });
  }
}
