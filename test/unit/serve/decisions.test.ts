import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../../main/lib/clock.ts';
import { countingIds } from '../../../main/lib/ids.ts';
import { resolveAsset } from '../../../main/serve/asset.pure.ts';
import { decideUpgrade, isOwnHost, isSameSecret } from '../../../main/serve/guard.pure.ts';
import { buildHeaders } from '../../../main/serve/headers.pure.ts';
import { createInvitations } from '../../../main/serve/invitations.ts';
import { planBrowser } from '../../../main/serve/open-browser.ts';

const own = { port: 4567, token: 'secret-token' };
const good = {
  url: '/rpc',
  host: '127.0.0.1:4567',
  origin: 'http://127.0.0.1:4567',
  protocols: 'palimpsest.secret-token',
};

describe('serve/guard', () => {
  it('lets in our own page, by either name of this computer', () => {
    expect(decideUpgrade(good, own)).toEqual({ kind: 'accepted', protocol: good.protocols });
    expect(decideUpgrade({ ...good, host: 'localhost:4567', origin: 'http://localhost:4567' }, own).kind).toBe(
      'accepted',
    );
  });

  it.each([
    ['path', { url: '/' }],
    ['path', { url: '/rpc/' }],
    ['path', { url: '/rpc?token=secret-token' }],
    ['path', { url: undefined }],
    ['host', { host: undefined }],
    ['host', { host: 'evil.example:4567' }],
    ['host', { host: '127.0.0.1' }],
    ['host', { host: '127.0.0.1:4568' }],
    ['host', { host: '127.0.0.1:4567.evil.example' }],
    ['host', { host: '[::1]:4567' }],
    ['origin', { origin: undefined }],
    ['origin', { origin: 'null' }],
    ['origin', { origin: 'http://evil.example' }],
    ['origin', { origin: 'https://127.0.0.1:4567' }],
    ['origin', { origin: 'http://127.0.0.1:4568' }],
    ['origin', { origin: 'http://127.0.0.1:4567.evil.example' }],
    ['token', { protocols: undefined }],
    ['token', { protocols: 'palimpsest.' }],
    ['token', { protocols: 'secret-token' }],
    ['token', { protocols: 'palimpsest.secret-toke' }],
    ['token', { protocols: 'palimpsest.secret-tokenn' }],
    ['token', { protocols: 'Palimpsest.secret-token' }],
  ])('refuses a wrong %s: %j', (reason, change) => {
    expect(decideUpgrade({ ...good, ...change }, own)).toEqual({ kind: 'refused', reason });
  });

  it('knows its own names and no other', () => {
    expect([isOwnHost('localhost:1', 1), isOwnHost('LOCALHOST:1', 1), isOwnHost('0.0.0.0:1', 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes a secret for the same exactly when it is', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSameSecret(a, b) === (a === b)));
  });
});

describe('serve/asset', () => {
  const root = '/app/out/renderer';

  it('finds the page, its parts and their types', () => {
    expect(resolveAsset(root, '/')).toEqual({
      path: `${root}/index.html`,
      mimeType: 'text/html; charset=utf-8',
      isHashed: false,
    });
    expect(resolveAsset(root, '/assets/index-Ab12Cd34.js?x#y')).toEqual({
      path: `${root}/assets/index-Ab12Cd34.js`,
      mimeType: 'text/javascript; charset=utf-8',
      isHashed: true,
    });
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/%5c..%5cpackage.json',
    '/assets/../../package.json',
    '//../package.json',
    '/%00index.html',
    '/%zz.html',
    '/index',
    '/program.exe',
    'index.html',
    'http://127.0.0.1/index.html',
    '',
  ])('gives nothing for %s', (target) => {
    expect(resolveAsset(root, target)).toBeNull();
  });

  it('never leaves its folder, whatever is asked for', () => {
    const part = fc.constantFrom('..', '.', '%2e%2e', '%2f', '/', '\\', 'a', 'index.html', '%00', '%', '~');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const asset = resolveAsset(root, `/${parts.join('')}/x.html`);
        return asset === null || asset.path.startsWith(`${root}/`);
      }),
    );
  });
});

describe('serve/headers', () => {
  it('lets the page run and load only what is its own', () => {
    expect(buildHeaders({ port: 4567, mimeType: 'text/html' })).toMatchObject({
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://127.0.0.1:4567 ws://localhost:4567; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    });
  });
});

describe('serve/invitations', () => {
  it('lets one visitor in, once', () => {
    const invitations = createInvitations({ ids: countingIds(), clock: fixedClock(new Date(0)) });
    const path = invitations.create();
    expect([invitations.accept(`${path}x`), invitations.accept(path), invitations.accept(path)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('ends after a minute, and before the first one there is none', () => {
    const clock = fixedClock(new Date(0));
    const invitations = createInvitations({ ids: countingIds(), clock });
    expect(invitations.accept('/open/')).toBe(false);
    const path = invitations.create();
    clock.advance(60_001);
    expect(invitations.accept(path)).toBe(false);
  });
});

describe('serve/open-browser', () => {
  const url = 'http://127.0.0.1:1/open/x';

  it('knows how each system opens an address', () => {
    expect(planBrowser({ platform: 'linux', env: { DISPLAY: ':0' } }, url)).toEqual(['xdg-open', url]);
    expect(planBrowser({ platform: 'darwin', env: {} }, url)).toEqual(['open', url]);
    expect(planBrowser({ platform: 'win32', env: {} }, url)?.slice(0, 3)).toEqual(['cmd', '/c', 'start']);
  });

  it('opens nothing where no display could show it', () => {
    expect(planBrowser({ platform: 'linux', env: {} }, url)).toBeNull();
  });
});
