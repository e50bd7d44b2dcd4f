import { spawn } from 'node:child_process';
import { join } from 'node:path';
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
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const endpoint = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no window after ${START_TIMEOUT_MS / 1000} s\n${output}`)),
      START_TIMEOUT_MS,
    );
    child.once('exit', (code) => reject(new Error(`it ended with ${code}\n${output}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const found = /DevTools listening on (ws:\S+)/.exec(output);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1]);
      });
  });
  const browser = await chromium.connectOverCDP(/** @type {string} */ (endpoint));
  const context = browser.contexts()[0];
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('the app has no page');
  await page.waitForURL('app://palimpsest/**');
  await page.waitForLoadState('load');
  await openQuietPage(page);
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
}
