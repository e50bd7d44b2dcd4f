import { create } from 'zustand';

type Live = { readonly text: string };

/** What the page's one polite live region says. Never tokens of a running answer. */
export const useLive = create<Live>(() => ({ text: '' }));

/** Says a sentence to people who listen; the same sentence twice is said twice. */
export function announce(text: string): void {
  useLive.setState((before) => ({ text: before.text === text ? `${text}\u00a0` : text }));
}
