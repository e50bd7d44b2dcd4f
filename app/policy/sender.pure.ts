import { isAppUrl } from './origin.pure.ts';

export type Sender = { readonly url: string; readonly isTopFrame: boolean } | null;

/** Compared on every message from a page: our origin, in the top frame. A frame that is gone is not trusted. */
export function isTrustedSender(sender: Sender): boolean {
  return sender?.isTopFrame === true && isAppUrl(sender.url);
}
