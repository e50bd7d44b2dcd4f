import { go } from '../../router.ts';
import { stop } from '../chat/ask.ts';
import { useChat } from '../chat/chat-store.ts';
import { moveAmongNotes, openNote } from '../chat/note-actions.ts';
import { useApp } from './app-store.ts';
import { closeLayer, openLayer, useFrame } from './frame-store.ts';
import { hasModifier } from './platform.ts';

function openLastTrace(): void {
  const { turns, total } = useChat.getState();
  for (let offset = total - 1; offset >= 0; offset -= 1) {
    const traceId = turns.get(offset)?.answer?.traceId;
    if (traceId) {
      go({ name: 'trace', id: traceId });
      return;
    }
  }
}

const withShift: Readonly<Record<string, () => void>> = {
  n: () => go({ name: 'new', isTemporary: true }),
  f: () => go({ name: 'search', query: '' }),
  m: () => moveAmongNotes(1),
  t: openLastTrace,
};

const withoutShift: Readonly<Record<string, () => void>> = {
  k: () => (useFrame.getState().layer === 'palette' ? closeLayer() : openLayer('palette')),
  n: () => go({ name: 'new', isTemporary: false }),
  ',': () => go({ name: 'settings' }),
  '/': () => openLayer('shortcuts'),
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.key === 'Escape') {
    // Open dialogs take Esc themselves; here it stops the answer, else closes the note.
    if (useFrame.getState().layer !== 'none' || document.querySelector('dialog[open]')) return;
    if (!stop()) openNote(null);
    return;
  }
  if (event.altKey && !event.ctrlKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    moveAmongNotes(event.key === 'ArrowDown' ? 1 : -1);
    return;
  }
  if (!hasModifier(event)) {
    const isAllowed = useApp.getState().settings?.hasSingleKeyShortcuts ?? false;
    if (event.key === '?' && isAllowed && !isTyping(event.target)) openLayer('shortcuts');
    return;
  }
  const action = (event.shiftKey ? withShift : withoutShift)[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Listens for the app's keys for as long as the page lives. */
export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
