import { useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}

/** The margin stands beside the text from this width on. */
export const WIDE = '(min-width: 1181px)';
/** Below this width the rail is a sheet. */
export const NARROW = '(max-width: 720px)';
