import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { PAGE_MIME_TYPES } from '../../main/contract/page-files.ts';
import { isAppUrl, parseUrl } from './origin.pure.ts';

export type Asset = { readonly path: string; readonly mimeType: string };

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A malformed escape is a wrong address, which the caller answers with 404.
    return null;
  }
}

/** The file that an app URL names, or null when it lies outside `root` or has no known type. */
export function resolveAsset(root: string, target: string): Asset | null {
  if (!isAppUrl(target)) return null;
  const pathname = decodePath(parseUrl(target)?.pathname ?? '');
  if (pathname === null || pathname.includes('\0') || pathname.includes('\\')) return null;
  const path = resolve(root, `.${pathname.endsWith('/') ? `${pathname}index.html` : pathname}`);
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  const mimeType = PAGE_MIME_TYPES[extname(path).toLowerCase()];
  return mimeType === undefined ? null : { path, mimeType };
}
