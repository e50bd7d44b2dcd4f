/** The one origin that Palimpsest's page has in the desktop window. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'palimpsest';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Parsed, or null: everything that decides about a URL starts here. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Custom schemes have an opaque `URL.origin` in Node, so scheme and host are compared instead. */
export function isAppUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '';
}
