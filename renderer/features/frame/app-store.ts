import { create } from 'zustand';
import type { AppStatus, Settings } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { useSpace } from '../../space.ts';
import { setTextScale } from '../../ui/layout.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

type AppState = {
  readonly status: AppStatus | null;
  readonly settings: Settings | null;
  readonly failure: Failed | null;
};

export const useApp = create<AppState>(() => ({ status: null, settings: null, failure: null }));

const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');

function applyAppearance(): void {
  const settings = useApp.getState().settings;
  const theme = settings?.theme ?? 'system';
  const isDark = theme === 'dark' || (theme === 'system' && darkScheme.matches);
  const root = document.documentElement;
  root.dataset.theme = isDark ? 'dark' : 'light';
  setTextScale((settings?.textScale ?? 100) / 100);
}

function applySpace(): void {
  const spaceId = useApp.getState().settings?.currentSpaceId;
  if (spaceId !== undefined && spaceId !== useSpace.getState().spaceId) useSpace.setState({ spaceId });
}

darkScheme.addEventListener('change', applyAppearance);
applyAppearance();

/** Reads status and settings; called at every connection and whenever the engine says something changed. */
export async function loadApp(): Promise<void> {
  try {
    const [status, settings] = await Promise.all([api.call('app.status', {}), api.call('settings.get', {})]);
    useApp.setState({ status, settings, failure: null });
    applyAppearance();
    applySpace();
  } catch (error) {
    useApp.setState({ failure: toFailed(error) });
  }
}

let isStale = false;
let isReading = false;

/** Reads the status again; bursts of changes cost one read at a time. */
export async function refreshStatus(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isStale) {
      isStale = false;
      useApp.setState({ status: await api.call('app.status', {}) });
    }
  } catch {
    // The engine went away; the banner says so and the next connection reads everything again.
  } finally {
    isReading = false;
  }
}

/** Changes some settings; what is shown is what the engine says is kept. */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  try {
    useApp.setState({ settings: await api.call('settings.set', patch), failure: null });
  } catch (error) {
    const failure = toFailed(error);
    useApp.setState({ failure });
    announce(failure.message);
  }
  applyAppearance();
  applySpace();
}
