import { create } from 'zustand';

/** The address a reader has clicked and not yet decided about. */
export const useLink = create<{ readonly address: string | null }>(() => ({ address: null }));

/** Links lead out of the app, so they ask first, with the host in words. */
export function askToOpen(address: string): void {
  useLink.setState({ address });
}

export const forgetLink = (): void => useLink.setState({ address: null });

/** Where an address leads, for a question to the reader. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address; // Not a full address: shown as it stands.
  }
}
