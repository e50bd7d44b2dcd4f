import { type ComponentProps, createContext, useContext } from 'react';
import type { Citation, TurnId } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { useLayout } from '../../ui/layout.ts';
import { speakerName } from '../frame/names.ts';
import { useChat } from './chat-store.ts';
import { InlineNote } from './note.tsx';
import { markElementId, noteElementId, noteKey, toggleNote } from './note-actions.ts';

/** Whose marks these are. Without it, as while an answer is still being written, a mark is only a number. */
export const EvidenceContext = createContext<{
  readonly turnId: TurnId;
  readonly citations: readonly Citation[];
} | null>(null);

const useIsOpen = (turnId: TurnId | undefined, n: number): boolean =>
  useChat((state) => state.openNote !== null && state.openNote.turnId === turnId && state.openNote.n === n);

/** Who and when, as one name for a mark or note. */
export function nameOf(citation: Citation): string {
  return citation.at === null
    ? speakerName(citation.speaker)
    : `${speakerName(citation.speaker)}, ${formatDay(citation.at)}`;
}

/** The rubric number: opens its note. */
export function CitationMark({
  children,
  'data-n': raw,
  'data-place': place,
}: ComponentProps<'sup'> & { readonly 'data-n'?: string; readonly 'data-place'?: string }) {
  const evidence = useContext(EvidenceContext);
  const n = Number(raw);
  const isOpen = useIsOpen(evidence?.turnId, n);
  const citation = evidence?.citations.find((each) => each.n === n);
  if (raw === undefined) return <sup>{children}</sup>;
  const look = 'align-super ps-0.5 text-[0.6875rem]/none font-semibold text-rubric num';
  if (!evidence || !citation) return <span className={look}>{raw}</span>;
  return (
    <button
      type="button"
      id={markElementId(evidence.turnId, Number(place))}
      data-mark={noteKey(evidence.turnId, n)}
      data-place={place}
      className={`${look} px-0.5 hover:underline`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? noteElementId(evidence.turnId, n) : undefined}
      aria-label={t('note.mark', { n, name: nameOf(citation) })}
      onClick={() => toggleNote({ turnId: evidence.turnId, n, place: Number(place) })}
    >
      {raw}
    </button>
  );
}

/** The words a mark speaks for. */
export function CitedPhrase({ children, 'data-n': raw }: ComponentProps<'mark'> & { readonly 'data-n'?: string }) {
  const evidence = useContext(EvidenceContext);
  const isOpen = useIsOpen(evidence?.turnId, Number(raw));
  const look = isOpen ? 'bg-rubric-wash border-rubric' : 'border-rubric/40';
  return <span className={`border-b pb-px transition-colors duration-200 ${look}`}>{children}</span>;
}

/** Where the margin has no room, the open note stands under the block that used it. */
export function NotesBelow({ 'data-notes': raw }: ComponentProps<'aside'> & { readonly 'data-notes'?: string }) {
  const evidence = useContext(EvidenceContext);
  const isWide = useLayout() === 'wide';
  const open = useChat((state) => state.openNote);
  if (!evidence || isWide || open?.turnId !== evidence.turnId) return null;
  if (!raw?.split(' ').includes(`${open.n}:${open.place}`)) return null;
  const citation = evidence.citations.find((each) => each.n === open.n);
  return citation ? <InlineNote turnId={evidence.turnId} citation={citation} /> : null;
}
