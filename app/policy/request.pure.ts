import { APP_ORIGIN, isAppUrl, parseUrl } from './origin.pure.ts';

/** Whether the page may load `target`. Nothing outside the app is reachable from a window, whatever it renders. */
export function isRequestAllowed(target: string, options: { readonly hasDevTools: boolean }): boolean {
  if (isAppUrl(target)) return true;
  const url = parseUrl(target);
  if (url === null) return false;
  if (url.protocol === 'blob:') return target.startsWith(`blob:${APP_ORIGIN}/`);
  if (url.protocol === 'data:') return true;
  return options.hasDevTools && url.protocol === 'devtools:';
}

/** A page may save what it made itself (a `blob:` of ours), and nothing else. */
export function isDownloadAllowed(target: string): boolean {
  return target.startsWith(`blob:${APP_ORIGIN}/`);
}
