import type { Citation, TurnId } from '../../../main/contract/index.ts';
import { formatDay, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { ForgetButton } from '../forget/forget-button.tsx';
import { useApp } from '../frame/app-store.ts';
import { speakerName, voiceOf } from '../frame/names.ts';
import { correctCitation } from '../memory/learnt-store.ts';
import { useChat } from './chat-store.ts';
import { firstPlace, markElementId, noteElementId, openCitation, openNote, toggleNote } from './note-actions.ts';

type NoteProps = { readonly turnId: TurnId; readonly citation: Citation };

/** Back to the mark the note was opened from, else to its first one. */
function backToMark(turnId: TurnId, n: number): void {
  const open = useChat.getState().openNote;
  const place = open?.turnId === turnId && open.n === n ? open.place : firstPlace(turnId, n);
  document.getElementById(markElementId(turnId, place))?.focus();
}

function NoteActions({ turnId, citation }: NoteProps) {
  const copy = async () => {
    if (await copyText(citation.quote)) announce(t('common.copied'));
  };
  return (
    <div className="mt-1 flex flex-wrap gap-x-3.5 gap-y-1">
      <TextButton onClick={() => void openCitation(citation)}>
        {t(citation.document === undefined ? 'note.openTurn' : 'document.openPage')}
      </TextButton>
      {/* A document teaches no facts that could be corrected. */}
      {citation.document === undefined ? (
        <TextButton onClick={() => void correctCitation(citation)}>{t('note.correct')}</TextButton>
      ) : null}
      <ForgetButton
        tone="ink"
        chosen={
          citation.document === undefined
            ? { selection: { kind: 'turns', turnIds: citation.turnIds.slice(0, 1) }, name: null, place: turnId }
            : { selection: { kind: 'document', documentIds: [citation.document.id] }, name: citation.document.name }
        }
        name={t('note.label', { n: citation.n, speaker: speakerName(citation.speaker) })}
      />
      <TextButton tone="quiet" onClick={copy}>
        {t('note.copyQuote')}
      </TextButton>
      <TextButton tone="quiet" onClick={() => backToMark(turnId, citation.n)}>
        {t('note.back')}
      </TextButton>
    </div>
  );
}

function NoteText({ citation }: { readonly citation: Citation }) {
  return (
    <>
      <blockquote
        dir="auto"
        className={`mt-[5px] mb-[3px] line-clamp-[20] text-quote leading-[1.3125rem] whitespace-pre-line ${voiceOf(citation.role)}`}
      >
        {citation.quote}
      </blockquote>
      {citation.turnIds.length > 1 ? (
        <p className="text-sec text-text-2">{t('note.withOthers', { n: citation.turnIds.length - 1 })}</p>
      ) : null}
    </>
  );
}

/** A note in the margin: one line and a date; open, the words themselves. */
export function MarginNote({ turnId, citation, isOpen }: NoteProps & { readonly isOpen: boolean }) {
  const { n } = citation;
  const hasSingleKeys = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  return (
    <article
      id={noteElementId(turnId, n)}
      data-note=""
      tabIndex={-1}
      aria-label={t('note.label', { n, speaker: speakerName(citation.speaker) })}
      className="relative ps-[22px]"
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
        const isSaid = citation.document === undefined;
        if (event.key.toLowerCase() === 'c' && isPlain && hasSingleKeys && isSaid) void correctCitation(citation);
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        toggleNote({ turnId, n, place: firstPlace(turnId, n) });
      }}
    >
      <span aria-hidden="true" className="num absolute start-0 top-px text-lab/[1.125rem] font-semibold text-rubric">
        {n}
      </span>
      <button
        type="button"
        aria-expanded={isOpen}
        className="block w-full text-start"
        onClick={() => (isOpen ? openNote(null) : openNote({ turnId, n, place: firstPlace(turnId, n) }))}
      >
        <span className="block truncate text-[0.8125rem] leading-[1.125rem]">
          <bdi className={isOpen ? 'font-semibold' : ''}>{speakerName(citation.speaker)}</bdi>
          <span className="text-sec text-text-2"> · {whenOf(citation, isOpen)}</span>
        </span>
        {isOpen ? null : (
          <span
            dir="auto"
            className={`block truncate text-[0.84375rem] leading-5 text-text-2 ${voiceOf(citation.role)}`}
          >
            {citation.quote}
          </span>
        )}
      </button>
      {isOpen ? (
        <>
          <NoteText citation={citation} />
          <NoteActions turnId={turnId} citation={citation} />
        </>
      ) : null}
    </article>
  );
}

function whenOf(citation: Citation, isOpen: boolean): string {
  const { document } = citation;
  if (document !== undefined)
    return document.page === null ? t('document.written') : t('document.cited', { page: document.page });
  if (citation.at === null) return t('note.noTime');
  return isOpen ? formatMoment(citation.at) : formatDay(citation.at);
}

/** The same note under its paragraph, where there is no margin. */
export function InlineNote({ turnId, citation }: NoteProps) {
  return (
    <article
      id={noteElementId(turnId, citation.n)}
      data-note=""
      tabIndex={-1}
      aria-label={t('note.label', { n: citation.n, speaker: speakerName(citation.speaker) })}
      className="my-2.5 border-s-2 border-rubric py-0.5 ps-3 text-ui"
    >
      <p>
        <b>
          <span className="num me-2 text-rubric">{citation.n}</span>
          <bdi>{speakerName(citation.speaker)}</bdi>
        </b>{' '}
        <span className="text-text-2">· {whenOf(citation, true)}</span>
      </p>
      <NoteText citation={citation} />
      <NoteActions turnId={turnId} citation={citation} />
    </article>
  );
}
