import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { openQuietPage, requestInPage } from './request-in-page.mjs';

/**
 * @typedef {object} PackedApp
 * @property {import('playwright').Page} page
 * @property {(key: string, input: object) => Promise<any>} request one request over a port of the page's own
 * @property {() => string} readOutput
 * @property {() => Promise<void>} close
 */

const START_TIMEOUT_MS = 60_000;

/**
 * Starts the packed app. Its inspect fuse is off, so Playwright speaks to its Chromium and not to its main process.
 * @param {{ folder: string, profile: string, models: string }} where @returns {Promise<PackedApp>}
 */
export async function launchPacked({ folder, profile, models }) {
  const isRoot = process.getuid?.() === 0;
  const args = [
    ...(isRoot ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(profile, 'profile')}`,
    `--data=${join(profile, 'data')}`,
    '--remote-debugging-port=0',
    '--disable-gpu',
    '--password-store=basic',
  ];
  const env = { ...process.env, PALIMPSEST_MODELS: models, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const binary = join(folder, 'palimpsest');
  const [file, words] = process.env.DISPLAY
    ? [binary, args]
    : ['xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24', binary, ...args]];
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const { browser, page } = await connect(() => output);
    return {
      page,
      request: (key, input) => page.evaluate(requestInPage, { key, input }),
      readOutput: () => output,
      close: async () => {
        await page.close();
        await browser.close();
        await exited;
      },
    };
  } catch (error) {
    // With its display: xvfb-run and the app are one process group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`);
  }
}

/**
 * Attaches to the page once it is there. Attaching while it loads makes Playwright wait for an event that has passed.
 * @param {() => string} readOutput
 */
async function connect(readOutput) {
  const port = await poll(async () => /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(readOutput())?.[1]);
  await poll(async () => {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    return targets.some(
      (/** @type {{ url: string, title: string }} */ { url, title }) => url.startsWith('app://') && title,
    );
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the app has no page');
  await page.waitForLoadState('load');
  await openQuietPage(page);
  return { browser, page };
}

/** @template T @param {() => Promise<T>} find @returns {Promise<NonNullable<T>>} */
async function poll(find) {
  const endMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < endMs) {
    const found = await find();
    if (found) return found;
    await wait(200);
  }
  throw new Error(`no window after ${START_TIMEOUT_MS / 1000} s`);
}
