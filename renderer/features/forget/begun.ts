/** The number of the forget that this page began: a page that is read anew asks what became of it. No word is in it. */
const KEY = 'palimpsest.forget';

/** Keeps the number for as long as this tab lives; the first steps have none yet. */
export function keepBegun(forgetId: string): void {
  if (forgetId !== '') window.sessionStorage.setItem(KEY, forgetId);
}

/** The number of one that this tab began and has not seen the end of, or null. */
export const readBegun = (): string | null => window.sessionStorage.getItem(KEY);

/** Once its end was seen there is nothing to ask. */
export const dropBegun = (): void => window.sessionStorage.removeItem(KEY);
