import { isAppUrl } from './origin.pure.ts';

/** Everything is denied to everyone, except that our own page may put text on the clipboard after a click. */
export function isPermissionAllowed(permission: string, requestingUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && isAppUrl(requestingUrl);
}
