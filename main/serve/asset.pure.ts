import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { PAGE_MIME_TYPES } from '../contract/page-files.ts';

export type Asset = { readonly path: string; readonly mimeType: string; readonly isHashed: boolean };

/** The file of the page that a request names, or null when it lies outside `root` or has no known type. */
export function resolveAsset(root: string, requestTarget: string): Asset | null {
  const pathname = decodePath(requestTarget.replace(/[?#].*$/s, ''));
  if (!pathname?.startsWith('/') || pathname.includes('\0') || pathname.includes('\\')) return null;
  const path = resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`);
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  const mimeType = PAGE_MIME_TYPES[extname(path).toLowerCase()];
  // Vite names these files after their content, so a browser may keep them for good.
  const isHashed = inside.startsWith(`assets${sep}`) && /-[\w-]{8,}\.\w+$/.test(inside);
  return mimeType === undefined ? null : { path, mimeType, isHashed };
}

function decodePath(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed escape is a wrong address, which the caller answers with 404.
    return null;
  }
}
