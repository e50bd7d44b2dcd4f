import { useEffect, useRef } from 'react';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Kbd, Select } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { AnsweredBy } from '../models/answered-by.tsx';
import { ScopeChip } from '../topics/scope-chip.tsx';
import { setScope, useScopes } from '../topics/scope-store.ts';
import { ask, stop } from './ask.ts';
import { type BudgetChoice, liveKey, selectLive, useChat } from './chat-store.ts';
import { isForgotten } from './forgotten-turn.tsx';
import { useDraft } from './use-draft.ts';

const BUDGETS = [768, 2048, 7000] as const;

function toChoice(value: string): BudgetChoice {
  if (value === 'none' || value === 'automatic' || value === 'settings') return value;
  return Number(value);
}

/** How much memory an answer may use; the choice of the settings unless changed here. */
function BudgetSelect() {
  const budget = useChat((state) => state.budget);
  const byDefault = useApp((state) => state.settings?.budgetTokens ?? null);
  const chosen = budget === 'settings' ? (byDefault ?? 'automatic') : budget;
  const known: readonly number[] = BUDGETS;
  const own = typeof chosen === 'number' && !known.includes(chosen) ? [chosen] : [];
  return (
    <Select
      look="quiet"
      aria-label={t('composer.budget')}
      value={String(chosen)}
      onChange={(event) => useChat.setState({ budget: toChoice(event.target.value) })}
    >
      <option value="automatic">{t('composer.budget.automatic')}</option>
      {[...BUDGETS, ...own].map((tokens) => (
        <option key={tokens} value={tokens}>
          {t('composer.budget.tokens', { n: tokens.toLocaleString('en') })}
        </option>
      ))}
      <option value="none">{t('composer.budget.none')}</option>
    </Select>
  );
}

/** The topic that questions here are asked within, if there is one. */
function TopicScope() {
  const key = useChat((state) => liveKey(state.conversation?.id ?? null));
  const scope = useScopes((state) => state.scopes[key]);
  if (scope === undefined) return null;
  return (
    <div className="mb-1.5">
      <ScopeChip scope={scope} onClear={() => setScope(key, null)} />
    </div>
  );
}

function editLast(): void {
  const { turns, total } = useChat.getState();
  for (let offset = total - 1; offset >= 0; offset -= 1) {
    const turn = turns.get(offset);
    if (turn?.role === 'user' && !isForgotten(turn)) {
      useChat.setState({ editing: turn.id });
      return;
    }
  }
}

/** Who answers: to be changed where there is a conversation and a choice, else a way to the models. */
function Answerer({ look }: Pick<ComposerProps, 'look'>) {
  const id = useChat((state) => state.conversation?.id ?? null);
  const total = useChat((state) => state.total);
  const model = useApp((state) => state.status?.chatModel ?? null);
  const plain = (
    <ButtonLink
      variant="quiet"
      size="small"
      href={hrefs.models}
      className="max-w-56 max-mid:hidden"
      title={t('composer.model.title')}
    >
      <span className="truncate">{model ? model.name : t('composer.model.none')}</span>
    </ButtonLink>
  );
  if (id === null || look === 'page') return plain;
  return (
    <AnsweredBy id={id} turns={total}>
      {plain}
    </AnsweredBy>
  );
}

type ComposerProps = { readonly isFocused: boolean; readonly look: 'foot' | 'page' };

/** Where one writes. Enter sends, Shift Enter is a line; an input method that is composing keeps both to itself. */
export function Composer({ isFocused, look }: ComposerProps) {
  const conversation = useChat((state) => state.conversation);
  const isTemporary = useChat((state) => state.isTemporary);
  const live = useChat(selectLive);
  const returned = useChat((state) => state.returnedText);
  const [text, setText] = useDraft(isTemporary ? null : conversation ? `chat:${conversation.id}` : 'chat:new');
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (isFocused) field.current?.focus({ preventScroll: true });
  }, [isFocused]);

  useEffect(() => {
    if (returned === null) return;
    setText(returned);
    useChat.setState({ returnedText: null });
  }, [returned, setText]);

  const send = () => {
    if (text.trim() === '' || live) return;
    setText('');
    void ask(text.trim());
  };

  return (
    <div
      className={`rounded-box border border-rule-2 bg-leaf px-3 pt-2.5 pb-2 ps-4 focus-within:border-ink ${look === 'page' ? 'shadow-over' : ''}`}
    >
      <TopicScope />
      <textarea
        ref={field}
        id="composer"
        dir="auto"
        rows={1}
        value={text}
        placeholder={isTemporary ? t('composer.placeholder.temporary') : t('composer.placeholder')}
        aria-label={t('composer.label')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          } else if (event.key === 'ArrowUp' && text === '') {
            event.preventDefault();
            editLast();
          }
        }}
        className={`field-sizing-content block max-h-[38vh] w-full resize-none bg-transparent font-serif text-[1.03125rem] leading-[1.5625rem] outline-none ${look === 'page' ? 'min-h-[3.25rem]' : ''}`}
      />
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <Answerer look={look} />
        <BudgetSelect />
        <span className="flex-1" />
        {live ? (
          <Button size="small" onClick={stop} disabled={live.isStopping}>
            {t('composer.stop')} <Kbd>Esc</Kbd>
          </Button>
        ) : (
          <>
            <span className="max-mid:hidden">
              <Kbd>Enter</Kbd>
            </span>
            <Button variant="primary" size="small" onClick={send} disabled={text.trim() === ''}>
              {t('composer.send')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
