export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type WindowState = { readonly bounds: Rectangle; readonly isMaximized: boolean };

export const MIN_WIDTH = 480;
export const MIN_HEIGHT = 420;
const DEFAULT_WIDTH = 1280;
const DEFAULT_HEIGHT = 820;
/** So much of the window must be on some screen that its title bar can be caught. */
const VISIBLE_PX = 80;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The state that was saved, or null when the text is not one. */
export function parseWindowState(text: string): WindowState | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A torn file only costs the window its place.
    return null;
  }
  if (!isRecord(value) || !isRecord(value.bounds)) return null;
  const { x, y, width, height } = value.bounds;
  const [left, top, wide, high] = [x, y, width, height].map((n) => (Number.isSafeInteger(n) ? Number(n) : null));
  if (left == null || top == null || wide == null || high == null) return null;
  return { bounds: { x: left, y: top, width: wide, height: high }, isMaximized: value.isMaximized === true };
}

function overlap(a: Rectangle, b: Rectangle): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}

function centre(area: Rectangle): Rectangle {
  const width = Math.min(DEFAULT_WIDTH, area.width);
  const height = Math.min(DEFAULT_HEIGHT, area.height);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

/** Where a window opens: where it was, unless that screen is gone. `areas` are the screens, the main one first. */
export function planWindow(saved: WindowState | null, areas: readonly Rectangle[]): WindowState {
  const main = areas[0] ?? { x: 0, y: 0, width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT };
  if (saved === null) return { bounds: centre(main), isMaximized: false };
  const isVisible = areas.some((area) => {
    const shared = overlap(saved.bounds, area);
    return shared.width >= VISIBLE_PX && shared.height >= VISIBLE_PX;
  });
  if (!isVisible) return { bounds: centre(main), isMaximized: saved.isMaximized };
  const width = Math.max(MIN_WIDTH, saved.bounds.width);
  const height = Math.max(MIN_HEIGHT, saved.bounds.height);
  return { bounds: { ...saved.bounds, width, height }, isMaximized: saved.isMaximized };
}
