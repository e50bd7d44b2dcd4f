import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { buildCli, makePlace, startCli } from '../engine/cli-process.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The Chromium of this machine; Playwright's own is never downloaded. */
function findChromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() ?? '');
  return found.find((path) => path !== '') ?? null;
}

const executablePath = findChromium();

/** For `describe.skipIf`: skipping is said aloud. */
export function isBrowserMissing(): boolean {
  if (executablePath === null) console.warn('SKIPPED: browser tests, because there is no Chromium on this computer.');
  return executablePath === null;
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Whatever the page might ask for, nothing but this computer can be looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The browser alone, for pages that need no engine. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? '', args: ARGS });

export type Opened = AsyncDisposable & {
  readonly page: Page;
  readonly browser: Browser;
  readonly url: string;
  readonly dataFolder: string;
  readonly folder: string;
  /** Errors of the page and of its content policy, as they come. */
  readonly complaints: string[];
  /** Addresses outside this computer that the page asked for. */
  readonly strangers: string[];
  readonly stopEngine: () => Promise<void>;
};

/** `palimpsest serve` on a fresh folder, as a user starts it, and a browser on the address it prints. */
export async function openPage(
  options: { readonly context?: BrowserContextOptions; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Opened> {
  buildCli();
  const place = await makePlace();
  const engine = startCli(['serve', '--data', place.data, '--port', '0', '--no-open', '--json'], options.env);
  const { url }: { url: string } = JSON.parse(await engine.nextLine());
  const browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options.context,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1' && !request.url().startsWith('data:'))
      strangers.push(request.url());
  });
  await page.goto(url);
  const stopEngine = async () => {
    engine.child.kill('SIGTERM');
    await engine.ended;
  };
  return {
    page,
    browser,
    url,
    dataFolder: place.data,
    folder: place.folder,
    complaints,
    strangers,
    stopEngine,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await engine[Symbol.asyncDispose]();
    },
  };
}

/** The page as someone sees it who has been here before: past the welcome; waits no longer than `patienceMs` for anything. */
export async function openPastWelcome(patienceMs: number): Promise<Awaited<ReturnType<typeof openPage>>> {
  const opened = await openPage();
  opened.page.setDefaultTimeout(patienceMs);
  await opened.page.getByRole('button', { name: 'Skip' }).click();
  return opened;
}

/** What axe finds in the page as it stands. It comes in from outside, because the page's own policy would refuse it. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await readFile(axePath, 'utf8') });
  const expression = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', '))))`;
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  await session.detach();
  return JSON.parse(String(result.value));
}

/** Names of the files under a folder that hold these bytes anywhere. */
export async function findFilesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hits = await Promise.all(files.map(async (file) => ((await readFile(file)).includes(text) ? [file] : [])));
  return hits.flat();
}
