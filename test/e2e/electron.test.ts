import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../app/policy/headers.pure.ts';
import { openDisplay } from '../builders/display.ts';
import { buildArguments, findRuntime, isRuntimeMissing, launchShell, type Shell } from '../builders/shell.ts';

const isSkipped = isRuntimeMissing();

/** Answers native dialogs with the button `response`, and keeps what they said. */
async function answerDialogs(app: ElectronApplication, response: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog, shell }, button) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = async (...args: unknown[]) => {
      said.push((args.at(-1) as { message: string }).message);
      return { response: button, checkboxChecked: false };
    };
    // A real browser would keep the test's pipes open for ever.
    shell.openExternal = async (url: string) => void said.push(`opened ${url}`);
  }, response);
  return () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0));
}

const pidOf = (app: ElectronApplication, name: string) =>
  app.evaluate(
    ({ app: electron }, wanted) => electron.getAppMetrics().find((each) => each.name === wanted)?.pid ?? null,
    name,
  );

describe.skipIf(isSkipped)('the desktop shell in a real Electron', () => {
  let shell: Shell;
  let page: Page;
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    shell = await launchShell();
    page = await shell.firstPage();
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    await page.waitForLoadState('load');
  });
  afterAll(() => shell[Symbol.asyncDispose]());

  it('boots over its own scheme and reaches the engine', async () => {
    expect(page.url()).toMatch(/^app:\/\/palimpsest\//);
    await page.getByText(shell.dataFolder).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('adds nothing to the page: no object of the preload, no Node', async () => {
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).sort());
    const bare = await shell.app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
      await window.loadURL('app://palimpsest/');
      const found: string[] = await window.webContents.executeJavaScript('Object.getOwnPropertyNames(window).sort()');
      window.destroy();
      return found;
    });
    const added = (await names()).filter((name) => !bare.includes(name) && !name.startsWith('__'));
    expect(added).toEqual([]);
    expect(
      await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
    ).toEqual([]);
  });

  it('keeps every window sandboxed and isolated', async () => {
    const preferences = await shell.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        // Not in the published types; it is what Electron really applied.
        const real = (
          contents as unknown as { getLastWebPreferences: () => Record<string, unknown> }
        ).getLastWebPreferences();
        return [real.sandbox, real.contextIsolation, real.nodeIntegration, real.webSecurity, real.webviewTag];
      }),
    );
    expect(preferences).toEqual([[true, true, false, true, false]]);
  });

  it('sends the content policy, and Chromium obeys it', async () => {
    const sent = await page.evaluate(async () => {
      const { headers } = await fetch(location.href);
      return [
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
        headers.get('content-type'),
      ];
    });
    expect(sent).toEqual([CONTENT_SECURITY_POLICY, 'nosniff', 'text/html; charset=utf-8']);
    const blocked = await page.evaluate(async () => {
      const seen: string[] = [];
      addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      document.body.append(script);
      script.remove();
      const image = new Image();
      image.src = 'https://example.com/a.png';
      await new Promise((resolve) => image.addEventListener('error', resolve, { once: true }));
      return { seen: seen.sort(), wasRun: 'wasRun' in window };
    });
    expect(blocked).toEqual({ seen: ['img-src', 'script-src-elem'], wasRun: false });
  });

  it('serves nothing outside its own folder', async () => {
    const statuses = await page.evaluate(async () => {
      const paths = [
        '/..%2fmain/shell.js',
        '/%2e%2e/preload/preload.cjs',
        '/no-such-file.js',
        '/..%5c..%5cpackage.json',
      ];
      return Promise.all(paths.map(async (path) => (await fetch(path)).status));
    });
    expect(statuses).toEqual([404, 404, 404, 404]);
  });

  it('denies permissions and devices', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[];
      const found = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      );
      return [...found, await Notification.requestPermission(), media];
    });
    expect(new Set(states.slice(0, -1))).toEqual(new Set(['denied']));
    expect(states.at(-1)).not.toBe('granted');
  });

  it('restarts an engine that was killed, and the page goes on', async () => {
    const before = await pidOf(shell.app, 'Palimpsest engine');
    if (before === null) throw new Error('there is no engine process');
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => pidOf(shell.app, 'Palimpsest engine'), { timeout: 15_000 })
      .toSatisfy((pid) => pid !== null && pid !== before);
    const status = await shell.request('app.status', {});
    expect(status).toMatchObject({ mode: 'desktop', dataFolder: shell.dataFolder });
  });

  it('goes nowhere, and shows the host before a link leaves for the browser', async () => {
    const before = page.url();
    const readSaid = await answerDialogs(shell.app, 1);
    await page.evaluate(() => {
      location.href = 'https://example.com/path';
    });
    await expect.poll(readSaid).toEqual(['Open example.com in your browser?']);
    const opened = await page.evaluate(() => [window.open('https://example.org/'), window.open('file:///etc/passwd')]);
    expect(opened).toEqual([null, null]);
    await expect.poll(readSaid).toEqual(['Open example.org in your browser?']);
    expect(page.url()).toBe(before);
    expect(shell.app.windows().length).toBe(1);
  });

  it('opens a link in the browser only after yes', async () => {
    const readSaid = await answerDialogs(shell.app, 0);
    await page.evaluate(() => void window.open('https://example.org/a'));
    await expect.poll(readSaid).toEqual(['Open example.org in your browser?', 'opened https://example.org/a']);
  });

  it('lets the page reach no host, even past the content policy', async () => {
    const result = await shell.app.evaluate(async ({ session }) => {
      try {
        await session.defaultSession.fetch('https://example.com/');
        return 'reached';
      } catch (error) {
        return String(error);
      }
    });
    expect(result).toMatch(/ERR_BLOCKED_BY_CLIENT|ERR_NAME_NOT_RESOLVED/);
  });

  it('ends a second instance and says where the first one is', async () => {
    const runtime = findRuntime();
    if ('missing' in runtime) throw new Error(runtime.missing);
    const readSaid = await answerDialogs(shell.app, 0);
    await using display = await openDisplay();
    const start = (dataFolder: string) =>
      new Promise<{ code: number | null; output: string }>((resolve) => {
        const child = spawn(runtime.binary, buildArguments({ folder: shell.folder, dataFolder }), {
          env: { ...process.env, DISPLAY: display.name, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
        });
        let output = '';
        child.stderr.on('data', (chunk) => {
          output += String(chunk);
        });
        child.on('close', (code) => resolve({ code, output }));
      });
    const same = await start(shell.dataFolder);
    expect(same.code).toBe(0);
    expect(same.output).toContain('already running');
    expect(await readSaid()).toEqual([]);
    await start(join(shell.folder, 'other'));
    await expect.poll(readSaid).toEqual(['Palimpsest is already open with another data folder.']);
    expect(existsSync(join(shell.folder, 'other'))).toBe(false);
  });
});

describe.skipIf(isSkipped)('starting and ending the desktop app', () => {
  it('waits for the journal when it quits, and finds everything again', async () => {
    await using first = await launchShell();
    await first.request('drafts.set', { key: 'chat:new', text: 'half a thought' });
    const engine = await pidOf(first.app, 'Palimpsest engine');
    await first.app.close();
    expect(existsSync(join(first.dataFolder, 'lock'))).toBe(false);
    expect(engine).not.toBeNull();
    // A process that ended but was not waited for by its new parent has an empty command line.
    expect(await readFile(`/proc/${engine}/cmdline`, 'utf8').catch(() => '')).toBe('');
    await using second = await launchShell({ folder: first.folder });
    expect(await second.request('drafts.get', { key: 'chat:new' })).toEqual({ text: 'half a thought' });
    const report = await second.request('doctor.run', { shouldRebuild: false, shouldRepair: false });
    expect(report).toMatchObject({ ok: true, problems: [] });
  });

  it('says in one sentence that the data folder is in use by another Palimpsest', async () => {
    await using first = await launchShell();
    await first.request('app.status', {});
    await using second = await launchShell({ dataFolder: first.dataFolder });
    await expect.poll(second.readOutput, { timeout: 15_000 }).toContain('cannot open its data folder');
  });

  it('makes no outgoing connection by itself', async () => {
    await using shell = await launchShell({ shouldLogNetwork: true });
    await (await shell.firstPage()).getByText(shell.dataFolder).waitFor();
    await shell.app.close();
    const log = JSON.parse(await readFile(join(shell.folder, 'network.json'), 'utf8'));
    const names = ['URL_REQUEST_START_JOB', 'HOST_RESOLVER_MANAGER_REQUEST', 'TCP_CONNECT_ATTEMPT', 'UDP_CONNECT'];
    const wanted = names.map((name) => log.constants.logEventTypes[name]);
    expect(wanted).not.toContain(undefined);
    const tried = log.events.filter((event: { type: number }) => wanted.includes(event.type));
    expect(tried).toEqual([]);
  });
});
