import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { resolveAsset } from './policy/asset.pure.ts';
import { buildHeaders } from './policy/headers.pure.ts';
import { APP_SCHEME } from './policy/origin.pure.ts';

/** Must run before the app is ready; afterwards Chromium has already fixed what each scheme may do. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

const refuse = (status: number) => new Response(null, { status, headers: buildHeaders('text/plain; charset=utf-8') });

/** Serves the built page. A file on disk never gets a `file:` URL, because those carry no policy header. */
export function serveApp(session: Session, rendererFolder: string): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET') return refuse(405);
    const asset = resolveAsset(rendererFolder, request.url);
    if (asset === null) return refuse(404);
    try {
      return new Response(await readFile(asset.path), { headers: buildHeaders(asset.mimeType) });
    } catch {
      // Absent or unreadable: to the page both are simply not there.
      return refuse(404);
    }
  });
}
