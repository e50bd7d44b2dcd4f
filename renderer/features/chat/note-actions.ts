import type { Citation, ConversationId, TurnId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { go } from '../../router.ts';
import { type Failed, toFailed } from '../failure.ts';
import { type OpenNote, useChat } from './chat-store.ts';

export const noteKey = (turnId: TurnId, n: number): string => `${turnId}:${n}`;
export const noteElementId = (turnId: TurnId, n: number): string => `note-${noteKey(turnId, n)}`;
export const markElementId = (turnId: TurnId, place: number): string => `mark-${turnId}:${place}`;

/** Where in a reply a number stands first; 0 when it stands nowhere on the page. */
export function firstPlace(turnId: TurnId, n: number): number {
  const mark = document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(noteKey(turnId, n))}"]`);
  return Number(mark?.dataset.place ?? 0);
}

/** Opens one note and closes the one before; the same again closes it. */
export function toggleNote(note: OpenNote): void {
  useChat.setState(({ openNote }) => ({
    openNote: openNote?.turnId === note.turnId && openNote.place === note.place ? null : note,
  }));
}

export const openNote = (note: OpenNote | null): void => useChat.setState({ openNote: note });

/** Goes to the turn that a note quotes, in its own conversation; else says why it cannot be opened. */
export async function openSource(turnId: TurnId, conversationId: ConversationId | null): Promise<Failed | null> {
  try {
    const id = conversationId ?? (await api.call('turns.get', { id: turnId, around: 0 })).turn.conversationId;
    go({ name: 'chat', id, turnId });
    return null;
  } catch (error) {
    const failure = toFailed(error);
    useChat.setState({ failure });
    return failure;
  }
}

/** Opens the turn behind a citation, or the document at its passage; one without either leads nowhere. */
export async function openCitation(citation: Citation): Promise<void> {
  const { document } = citation;
  if (document !== undefined) return go({ name: 'documents', id: document.id, passage: document.index });
  const turnId = citation.turnIds[0];
  if (turnId !== undefined) await openSource(turnId, citation.conversationId);
}

/** Moves focus among all notes on the page, in reading order. */
export function moveAmongNotes(step: 1 | -1): void {
  const notes = [...document.querySelectorAll<HTMLElement>('[data-note]')];
  if (notes.length === 0) return;
  const here = notes.findIndex((note) => note.contains(document.activeElement));
  const next = here === -1 ? (step === 1 ? 0 : notes.length - 1) : (here + step + notes.length) % notes.length;
  notes[next]?.focus();
}
