import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';

/** A draft is on disk within this time of a key press, however fast one types. */
const SAVE_WITHIN_MS = 700;

/**
 * Text that outlives a crash. With `key` null (a temporary chat) it lives in this page only and nothing is written.
 */
export function useDraft(key: string | null): readonly [string, (text: string) => void] {
  const [text, setText] = useState('');
  const pending = useRef<{ readonly key: string; text: string; readonly timer: number } | null>(null);

  const save = useCallback(() => {
    const draft = pending.current;
    pending.current = null;
    if (!draft) return;
    window.clearTimeout(draft.timer);
    // A draft that cannot be kept now is kept at the next key press; the banner tells of a lost engine.
    api.call('drafts.set', { key: draft.key, text: draft.text }).catch(() => undefined);
  }, []);

  useEffect(() => {
    setText('');
    if (key === null) return;
    let isCurrent = true;
    api.call('drafts.get', { key }).then(
      (draft) => {
        // What was typed while it loaded is newer.
        if (isCurrent && pending.current === null) setText(draft.text);
      },
      () => undefined, // No draft to be had is an empty page, not an error worth words.
    );
    return () => {
      isCurrent = false;
      save();
    };
  }, [key, save]);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [save]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      if (key === null) return;
      if (pending.current) pending.current.text = next;
      else pending.current = { key, text: next, timer: window.setTimeout(save, SAVE_WITHIN_MS) };
    },
    [key, save],
  );
  return [text, change];
}
