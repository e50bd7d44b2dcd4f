/** What every window is made with; `window.ts` adds only the preload's path. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  // The dictionaries would be downloaded, and typed words never leave this computer.
  spellcheck: false,
  enableWebSQL: false,
} as const;

/** Chromium's own background traffic, switched off; the page itself never needs a name to be resolved. */
export const CHROMIUM_SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-quic'],
  ['disable-sync'],
  ['no-pings'],
  ['no-first-run'],
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
];
