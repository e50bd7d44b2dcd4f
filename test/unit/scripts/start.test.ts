import { describe, expect, it } from 'vitest';
import { findElectron, planStart } from '../../../scripts/lib/start.mjs';

const linux = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, root: '/app', exists: () => true } as const;

describe('scripts/start', () => {
  it('opens the window where a runtime and a display exist', () => {
    expect(planStart(linux)).toEqual({
      kind: 'window',
      binary: '/app/node_modules/electron/dist/electron',
      args: ['/app'],
      line: 'Opening the desktop window.',
    });
  });

  it('says that there is no display and goes to the browser', () => {
    const plan = planStart({ ...linux, env: {} });
    expect(plan).toMatchObject({ kind: 'browser', line: expect.stringContaining('no display') });
  });

  it('takes a Wayland display as a display', () => {
    expect(planStart({ ...linux, env: { WAYLAND_DISPLAY: 'wayland-0' } }).kind).toBe('window');
  });

  it('needs no display variable on Windows and macOS', () => {
    expect(planStart({ ...linux, platform: 'win32', env: {} }).kind).toBe('window');
    expect(planStart({ ...linux, platform: 'darwin', env: {} }).kind).toBe('window');
  });

  it('says how to get the runtime instead of downloading it', () => {
    const plan = planStart({ ...linux, exists: () => false });
    expect(plan).toMatchObject({ kind: 'browser', line: expect.stringContaining('npx install-electron') });
  });

  it('tells root that the sandbox is off', () => {
    expect(planStart({ ...linux, isRoot: true })).toMatchObject({
      args: ['/app', '--no-sandbox'],
      line: expect.stringContaining('without its sandbox'),
    });
  });

  it('prefers the runtime that the environment names', () => {
    const at = { ...linux, env: { ELECTRON_OVERRIDE_DIST_PATH: '/runtime' } };
    expect(findElectron(at)).toBe('/runtime/electron');
  });
});
