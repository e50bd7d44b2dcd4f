import { createHash, timingSafeEqual } from 'node:crypto';

const PROTOCOL_PREFIX = 'palimpsest.';

export type UpgradeRequest = {
  readonly url: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The `Sec-WebSocket-Protocol` header. */
  readonly protocols: string | undefined;
};

export type UpgradeDecision =
  | { readonly kind: 'accepted'; readonly protocol: string }
  | { readonly kind: 'refused'; readonly reason: 'path' | 'host' | 'origin' | 'token' };

const namesOf = (port: number) => [`127.0.0.1:${port}`, `localhost:${port}`];

/** A page of another site can make its own name point here (DNS rebinding), but not change the name it sends. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && namesOf(port).includes(host);
}

/** Lets in only our own page with the token of this process; every other page in the browser can reach this port too. */
export function decideUpgrade(request: UpgradeRequest, own: { port: number; token: string }): UpgradeDecision {
  if (request.url !== '/rpc') return { kind: 'refused', reason: 'path' };
  if (!isOwnHost(request.host, own.port)) return { kind: 'refused', reason: 'host' };
  const origins = namesOf(own.port).map((name) => `http://${name}`);
  if (request.origin === undefined || !origins.includes(request.origin)) return { kind: 'refused', reason: 'origin' };
  const protocol = (request.protocols ?? '')
    .split(',')
    .map((part) => part.trim())
    .find((part) => part.startsWith(PROTOCOL_PREFIX));
  const given = protocol?.slice(PROTOCOL_PREFIX.length) ?? '';
  if (protocol === undefined || !isSameSecret(given, own.token)) return { kind: 'refused', reason: 'token' };
  return { kind: 'accepted', protocol };
}

/** Compares digests, which are equally long whatever was sent, so that the time taken says nothing. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
