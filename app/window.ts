import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { APP_ORIGIN } from './policy/origin.pure.ts';
import { WEB_PREFERENCES } from './policy/web-preferences.pure.ts';
import { MIN_HEIGHT, MIN_WIDTH, parseWindowState, planWindow, type WindowState } from './policy/window-state.pure.ts';

// The page's own paper colours, so that nothing flashes before its first paint.
const PAPER = { light: '#F3EDE1', dark: '#14110D' } as const;

const stateFile = () => join(app.getPath('userData'), 'window.json');

function readState(): WindowState | null {
  try {
    return parseWindowState(readFileSync(stateFile(), 'utf8'));
  } catch {
    // The first start has no file; any other reason only costs the window its place.
    return null;
  }
}

function saveState(window: BrowserWindow): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    writeFileSync(`${stateFile()}.new`, JSON.stringify(state));
    renameSync(`${stateFile()}.new`, stateFile());
  } catch {
    // A full or read-only disk must not keep a window from closing; only its place is forgotten.
    return;
  }
}

/** The only place that makes a window. */
export function createWindow(preloadPath: string): BrowserWindow {
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea);
  const state = planWindow(readState(), areas);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Palimpsest',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: { ...WEB_PREFERENCES, preload: preloadPath, devTools: !app.isPackaged },
  });
  window.once('ready-to-show', () => {
    if (state.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => saveState(window));
  window
    .loadURL(`${APP_ORIGIN}/`)
    .catch(() => console.error('The page could not be loaded. Run `npm run build`, then start Palimpsest again.'));
  return window;
}
