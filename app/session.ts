import type { Session } from 'electron';
import { isPermissionAllowed } from './policy/permission.pure.ts';
import { isDownloadAllowed, isRequestAllowed } from './policy/request.pure.ts';

/** Takes every ability away from the page that it does not need: network, devices, permissions, dictionaries. */
export function hardenSession(session: Session, options: { readonly hasDevTools: boolean }): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isPermissionAllowed(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => isPermissionAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // No language before anything else: switching the checker off does not stop Chromium from fetching a dictionary from
  // a Google host as soon as a fresh profile exists (seen in its network log).
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isRequestAllowed(details.url, options) });
  });
  session.on('will-download', (event, item) => {
    if (!isDownloadAllowed(item.getURL())) event.preventDefault();
  });
}
