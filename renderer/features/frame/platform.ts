const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** "Ctrl K" or "⌘ K". */
export const modifier = (key: string): string => `${isMac ? '⌘' : 'Ctrl'} ${key}`;

/** Whether the platform's command key is down. */
export const hasModifier = (event: KeyboardEvent): boolean => (isMac ? event.metaKey : event.ctrlKey);
