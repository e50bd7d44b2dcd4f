import { memo, useEffect, useRef, useState } from 'react';
import type { Attachment, Turn } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { Kbd } from '../../ui/parts.tsx';
import { ForgetTurn } from '../forget/forget-turn.tsx';
import { useSelected } from '../forget/use-selected.ts';
import { LearntLine } from '../memory/learnt-line.tsx';
import { ask } from './ask.ts';
import { useChat } from './chat-store.ts';
import { Versions, Who } from './turn-parts.tsx';

/** A pasted book is shown from its beginning; the rest is one click away and never slows the page. */
const SHOWN_CHARS = 6_000;

function Attachments({ items }: { readonly items: readonly Attachment[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-1.5 text-sec text-text-2">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no id and never change their order
        <li key={index}>
          {t(`attachment.${item.kind}`)}
          {item.name ? `: ${item.name}` : ''}
          {item.caption ? ` (${item.caption})` : ''}
        </li>
      ))}
    </ul>
  );
}

function Editor({ turn, offset }: { readonly turn: Turn; readonly offset: number }) {
  const [text, setText] = useState(turn.text);
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = ref.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const close = () => useChat.setState({ editing: null });
  const send = () => {
    if (text.trim() !== '') void ask(text, { turn, offset });
  };
  return (
    <div className="rounded-box border border-rule-2 p-3">
      <textarea
        ref={ref}
        aria-label={t('turn.edit.label')}
        dir="auto"
        value={text}
        rows={3}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          }
        }}
        className="field-sizing-content max-h-[40vh] w-full resize-none bg-transparent font-serif text-chat outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-sec text-text-2">{t('turn.edit.consequence')}</span>
        <Button size="small" variant="quiet" onClick={close}>
          {t('common.cancel')} <Kbd>Esc</Kbd>
        </Button>
        <Button size="small" variant="primary" onClick={send} disabled={text.trim() === ''}>
          {t('turn.edit.send')}
        </Button>
      </div>
    </div>
  );
}

type SaidTurnProps = {
  readonly turn: Turn;
  readonly offset: number;
  readonly isEditing: boolean;
  readonly isHighlighted: boolean;
  readonly isBusy: boolean;
};

/** What a person said: serif, verbatim, without a bubble. */
export const SaidTurn = memo(function SaidTurn({ turn, offset, isEditing, isHighlighted, isBusy }: SaidTurnProps) {
  const [isWhole, setIsWhole] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const selected = useSelected(words, turn.text);
  // Nothing of a temporary chat is kept, so there is nothing to forget.
  const isTemporary = useChat((state) => state.isTemporary);
  const isCut = turn.text.length > SHOWN_CHARS && !isWhole;
  const copy = async () => {
    if (await copyText(turn.text)) announce(t('common.copied'));
  };
  const isOwn = turn.role === 'user';
  const name = isOwn ? t('turn.you') : turn.role === 'system' ? t('turn.system') : turn.speaker;
  const hasVersions = turn.siblings.length > 1;
  return (
    <article
      data-turn={turn.id}
      aria-label={t('turn.saidBy', { name })}
      className={`group relative mt-1 mb-5 min-h-9 ps-[3.375rem] max-mid:ps-0 ${isHighlighted ? 'bg-rubric-wash shadow-[0_0_0_8px_var(--rubric-wash)]' : ''}`}
    >
      <Who name={name} turn={turn} />
      {isEditing ? (
        <Editor turn={turn} offset={offset} />
      ) : (
        <p
          ref={words}
          dir="auto"
          className={`font-serif text-chat whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext] max-mid:text-[1.03125rem] max-mid:leading-[1.625rem] ${turn.role === 'system' ? 'text-text-2' : ''}`}
        >
          {isCut ? `${turn.text.slice(0, SHOWN_CHARS)}…` : turn.text}
        </p>
      )}
      {isCut ? (
        <TextButton onClick={() => setIsWhole(true)}>
          {t('turn.showAll', { n: formatNumber(turn.text.length) })}
        </TextButton>
      ) : null}
      <Attachments items={turn.attachments} />
      {isEditing ? null : <LearntLine turnId={turn.id} />}
      {isEditing ? null : (
        <div
          className={`flex items-center gap-3.5 ${hasVersions ? 'mt-1' : 'absolute start-[3.375rem] top-full max-mid:start-0'}`}
        >
          <Versions turn={turn} offset={offset} isBusy={isBusy} />
          <span
            className={`flex flex-wrap gap-x-3.5 transition-opacity duration-100 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100 ${selected === null ? 'opacity-0' : ''}`}
          >
            <TextButton tone="quiet" onClick={copy}>
              {t('common.copy')}
            </TextButton>
            {isOwn ? (
              <TextButton tone="quiet" disabled={isBusy} onClick={() => useChat.setState({ editing: turn.id })}>
                {t('turn.edit')}
              </TextButton>
            ) : null}
            {isTemporary ? null : <ForgetTurn turnId={turn.id} name={t('turn.saidBy', { name })} selected={selected} />}
          </span>
        </div>
      )}
    </article>
  );
});
