import { isAppUrl, parseUrl } from './origin.pure.ts';

export type NavigationPlan =
  | { readonly kind: 'stay' }
  | { readonly kind: 'refuse' }
  /** Not in this window; the user may open it in their own browser after seeing the host. */
  | { readonly kind: 'ask'; readonly url: string; readonly host: string };

/** What happens when the page wants to go to `target`, as a link, a redirect or a new window. */
export function planNavigation(target: string): NavigationPlan {
  if (isAppUrl(target)) return { kind: 'stay' };
  const url = parseUrl(target);
  if (url === null || url.protocol !== 'https:' || url.host === '') return { kind: 'refuse' };
  // `https://bank.example@evil.example` reads as the wrong host, and no real link needs it.
  if (url.username !== '' || url.password !== '') return { kind: 'refuse' };
  return { kind: 'ask', url: url.href, host: url.host };
}
