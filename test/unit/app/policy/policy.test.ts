import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveAsset } from '../../../../app/policy/asset.pure.ts';
import { chooseDataFolder } from '../../../../app/policy/data-folder.pure.ts';
import { buildHeaders, CONTENT_SECURITY_POLICY } from '../../../../app/policy/headers.pure.ts';
import { planNavigation } from '../../../../app/policy/navigation.pure.ts';
import { isPermissionAllowed } from '../../../../app/policy/permission.pure.ts';
import { isDownloadAllowed, isRequestAllowed } from '../../../../app/policy/request.pure.ts';
import { planRestart, WINDOW_MS } from '../../../../app/policy/restart.pure.ts';
import { isTrustedSender } from '../../../../app/policy/sender.pure.ts';
import { WEB_PREFERENCES } from '../../../../app/policy/web-preferences.pure.ts';
import { parseWindowState, planWindow } from '../../../../app/policy/window-state.pure.ts';

const outside = [
  'http://palimpsest/',
  'https://palimpsest/',
  'app://other/',
  'app://palimpsest.evil.example/',
  'app://user@palimpsest/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'chrome://gpu',
  'not a url',
];

describe('app/policy/navigation', () => {
  it('stays inside the app', () => {
    expect(planNavigation('app://palimpsest/#/chat')).toEqual({ kind: 'stay' });
  });

  it('asks with the host before an https link leaves', () => {
    expect(planNavigation('https://Example.com/a?b#c')).toEqual({
      kind: 'ask',
      url: 'https://example.com/a?b#c',
      host: 'example.com',
    });
  });

  it('shows the punycode of a look-alike host', () => {
    expect(planNavigation('https://аpple.com/')).toMatchObject({ kind: 'ask', host: 'xn--pple-43d.com' });
  });

  it.each([
    ...outside.filter((url) => url !== 'https://palimpsest/'),
    'https://bank.example@evil.example/',
    'data:text/html,x',
  ])('refuses %s', (url) => expect(planNavigation(url)).toEqual({ kind: 'refuse' }));
});

describe('app/policy/permission and sender', () => {
  it('allows one permission to one origin', () => {
    const permissions = [
      'clipboard-sanitized-write',
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
    ];
    const allowed = permissions.filter((name) => isPermissionAllowed(name, 'app://palimpsest/'));
    expect(allowed).toEqual(['clipboard-sanitized-write']);
    expect(isPermissionAllowed('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  });

  it('trusts our page in the top frame only', () => {
    expect(isTrustedSender({ url: 'app://palimpsest/', isTopFrame: true })).toBe(true);
    expect(isTrustedSender({ url: 'app://palimpsest/', isTopFrame: false })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
    for (const url of outside) expect(isTrustedSender({ url, isTopFrame: true })).toBe(false);
  });
});

describe('app/policy/request', () => {
  it.each(outside)('lets no page load %s', (url) => {
    expect(isRequestAllowed(url, { hasDevTools: true })).toBe(false);
  });

  it('lets the page load itself, what it made, and inline images', () => {
    for (const url of ['app://palimpsest/assets/a.js', 'blob:app://palimpsest/1', 'data:image/png;base64,AA'])
      expect(isRequestAllowed(url, { hasDevTools: false })).toBe(true);
  });

  it('lets developer tools load only where they exist', () => {
    expect(isRequestAllowed('devtools://devtools/a.js', { hasDevTools: true })).toBe(true);
    expect(isRequestAllowed('devtools://devtools/a.js', { hasDevTools: false })).toBe(false);
  });

  it('lets the page save only what it made itself', () => {
    expect(isDownloadAllowed('blob:app://palimpsest/1')).toBe(true);
    expect(isDownloadAllowed('blob:https://evil.example/1')).toBe(false);
    expect(isDownloadAllowed('https://evil.example/a.zip')).toBe(false);
  });
});

describe('app/policy/asset', () => {
  const root = '/app/out/renderer';

  it('maps an address to a file and its type', () => {
    expect(resolveAsset(root, 'app://palimpsest/')).toEqual({
      path: '/app/out/renderer/index.html',
      mimeType: 'text/html; charset=utf-8',
    });
    expect(resolveAsset(root, 'app://palimpsest/assets/a%20b.woff2?v=1#x')).toEqual({
      path: '/app/out/renderer/assets/a b.woff2',
      mimeType: 'font/woff2',
    });
  });

  it.each([
    'app://palimpsest/../main/shell.js',
    'app://palimpsest/%2e%2e/main/shell.js',
    'app://palimpsest/..%2fmain/shell.js',
    'app://palimpsest/%2e%2e%2f%2e%2e%2fpackage.json',
    'app://palimpsest/..%5c..%5cpackage.json',
    'app://palimpsest/a%00.html',
    'app://palimpsest/%ff.html',
    'app://palimpsest/secret',
    'app://other/index.html',
  ])('does not serve %s', (url) => {
    const asset = resolveAsset(root, url);
    expect(asset === null || asset.path.startsWith(`${root}/`)).toBe(true);
  });

  it('never leaves its folder, whatever the address', () => {
    const piece = fc.constantFrom('..', '.', '%2e%2e', '/', '%2f', '\\', '%5c', 'a', 'index.html', '%00', '//');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const asset = resolveAsset(root, `app://palimpsest/${pieces.join('')}`);
        return asset === null || asset.path.startsWith(`${root}/`);
      }),
    );
  });
});

describe('app/policy/headers', () => {
  it('sends the whole content policy and forbids guessing of types', () => {
    expect(CONTENT_SECURITY_POLICY).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(buildHeaders('text/css')).toMatchObject({
      'Content-Type': 'text/css',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  });
});

describe('app/policy/restart', () => {
  it('waits twice as long after each death and gives up after the sixth within a minute', () => {
    const plans = [1, 2, 3, 4, 5, 6].map((n) => planRestart(Array.from({ length: n }, (_, i) => i * 1_000)));
    expect(plans).toEqual([
      { kind: 'restart', delayMs: 250 },
      { kind: 'restart', delayMs: 500 },
      { kind: 'restart', delayMs: 1_000 },
      { kind: 'restart', delayMs: 2_000 },
      { kind: 'restart', delayMs: 4_000 },
      { kind: 'give-up' },
    ]);
  });

  it('forgets deaths that are a minute old', () => {
    expect(planRestart([0, 1, 2, 3, 4, 5, WINDOW_MS + 6])).toEqual({ kind: 'restart', delayMs: 250 });
  });
});

describe('app/policy/data-folder', () => {
  const at = { argv: [], fromEnv: undefined, cwd: '/home/a', platform: 'linux', env: {}, homeFolder: '/home/a' };

  it('prefers the flag, then the environment, then the app’s own folder', () => {
    expect(chooseDataFolder(at)).toBe('/home/a/.local/share/palimpsest');
    expect(chooseDataFolder({ ...at, fromEnv: '/mnt/vault' })).toBe('/mnt/vault');
    expect(chooseDataFolder({ ...at, argv: ['x', '--data', 'mine'], fromEnv: '/mnt/vault' })).toBe('/home/a/mine');
    expect(chooseDataFolder({ ...at, argv: ['--data=/with space/ü'] })).toBe('/with space/ü');
  });

  it('ignores a flag without a value', () => {
    expect(chooseDataFolder({ ...at, argv: ['--data'] })).toBe('/home/a/.local/share/palimpsest');
  });
});

describe('app/policy/window-state', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const saved = { bounds: { x: 100, y: 80, width: 900, height: 700 }, isMaximized: true };

  it('comes back where it was', () => {
    expect(parseWindowState(JSON.stringify(saved))).toEqual(saved);
    expect(planWindow(saved, [screen])).toEqual(saved);
  });

  it('opens in the middle the first time, no larger than the screen', () => {
    expect(planWindow(null, [screen]).bounds).toEqual({ x: 320, y: 130, width: 1280, height: 820 });
    expect(planWindow(null, [{ x: 0, y: 0, width: 1024, height: 600 }]).bounds).toEqual({
      x: 0,
      y: 0,
      width: 1024,
      height: 600,
    });
  });

  it('moves back when its screen is gone', () => {
    const lost = { ...saved, bounds: { ...saved.bounds, x: 5_000 } };
    expect(planWindow(lost, [screen])).toEqual({ bounds: planWindow(null, [screen]).bounds, isMaximized: true });
  });

  it.each(['', '{', '[]', 'null', '{"bounds":{"x":1}}', '{"bounds":{"x":1,"y":2,"width":"3","height":4}}'])(
    'takes %j for no state at all',
    (text) => expect(parseWindowState(text)).toBeNull(),
  );
});

describe('app/policy as a whole', () => {
  const app = fileURLToPath(new URL('../../../../app/', import.meta.url));
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

  it('keeps the page apart from Node in every window', () => {
    expect(WEB_PREFERENCES).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    });
  });

  it('makes windows in one place only', () => {
    const makers = files.filter((name) => readFileSync(`${app}${name}`, 'utf8').includes('new BrowserWindow'));
    expect(makers).toEqual(['window.ts']);
  });

  it('decides without Electron', () => {
    const impure = files.filter(
      (name) => name.endsWith('.pure.ts') && /from 'electron'/.test(readFileSync(`${app}${name}`, 'utf8')),
    );
    expect(impure).toEqual([]);
  });

  it('keeps the preload short and without an exposed object', () => {
    const preload = readFileSync(`${app}preload.ts`, 'utf8');
    expect(preload.split('\n').length).toBeLessThanOrEqual(40);
    expect(preload).not.toContain('contextBridge');
  });
});
