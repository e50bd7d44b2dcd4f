import { useEffect } from 'react';
import { formatMonth } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { go, hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { Chip, Failure, Kbd } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { useConversations } from '../frame/conversations-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { modifier } from '../frame/platform.ts';
import { NewChatPlace } from '../spaces/new-chat-place.tsx';
import { selectLive, showNewChat, useChat } from './chat-store.ts';
import { Composer } from './composer.tsx';
import { ChatScreenLive } from './new-chat-live.tsx';

/** What lies under the new page, in one sentence. */
function Beneath() {
  const turns = useApp((state) => state.status?.index.turns ?? null);
  const hasModel = useApp((state) => (state.status ? state.status.chatModel !== null : true));
  const items = useConversations((state) => state.items);
  const total = useConversations((state) => state.total);
  const earliest =
    items.length === total
      ? items.reduce<string | null>((min, { startedAt }) => (min === null || startedAt < min ? startedAt : min), null)
      : null;
  if (turns === null) return null;
  return (
    <>
      {turns === 0 ? (
        <p className="text-lead text-text-2">
          {t('new.nothing')}{' '}
          <a className="act" href={hrefs.import}>
            {t('new.import')}
          </a>
        </p>
      ) : (
        <p className="text-lead text-text-2">
          {earliest
            ? t('new.beneathSince', { turns: count(turns, 'turns'), month: formatMonth(earliest) })
            : t('new.beneath', { turns: count(turns, 'turns') })}
        </p>
      )}
      {hasModel ? null : (
        <p className="text-ui text-text-2">
          {t('new.noModel')}{' '}
          <a className="act" href={hrefs.models}>
            {t('new.chooseModel')}
          </a>
        </p>
      )}
    </>
  );
}

function Hints({ isTemporary }: { readonly isTemporary: boolean }) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2 text-sec text-text-2">
      <span className="max-mid:hidden">
        <Kbd>{modifier('K')}</Kbd> {t('new.hint.find')}
      </span>
      {isTemporary ? (
        <TextButton onClick={() => go({ name: 'new', isTemporary: false })}>{t('new.ordinary')}</TextButton>
      ) : (
        <TextButton onClick={() => go({ name: 'new', isTemporary: true })}>{t('new.temporary')}</TextButton>
      )}
    </div>
  );
}

/** A clean page, over the earlier ones. */
export function NewChatScreen({ isTemporary }: { readonly isTemporary: boolean }) {
  const live = useChat(selectLive);
  const trouble = useChat((state) => state.askFailure);
  const hasConversation = useChat((state) => state.conversation !== null);
  useEffect(() => showNewChat(isTemporary), [isTemporary]);
  if (live && !hasConversation) return <ChatScreenLive live={live} isTemporary={isTemporary} />;
  return (
    <section aria-label={t('new.label')} className="relative h-full overflow-auto">
      <div
        aria-hidden="true"
        data-under={t('undertext.page')}
        className="undertext absolute top-0 right-0 rtl:right-auto rtl:left-0 h-full w-[18.75rem] max-mid:hidden"
      />
      <div className="absolute start-3 top-2.5">
        <MenuButton />
      </div>
      <div className="relative mx-auto flex min-h-full max-w-[46rem] flex-col gap-7 px-10 pt-[16vh] pb-10 max-mid:px-4 wide:me-[22rem] wide:ms-auto">
        <div className="flex flex-col gap-1.5">
          <h1 className="flex flex-wrap items-center gap-3 text-[2.125rem] leading-[2.625rem] tracking-[-0.012em]">
            {isTemporary ? t('new.title.temporary') : t('new.title')}
            {isTemporary ? <Chip tone="rubric">{t('chat.temporary')}</Chip> : null}
          </h1>
          {isTemporary ? <p className="text-lead text-text-2">{t('new.temporary.lead')}</p> : <Beneath />}
        </div>
        <div className={isTemporary ? 'rounded-box outline-1 outline-offset-4 outline-rubric outline-dashed' : ''}>
          <Composer look="page" isFocused />
        </div>
        {isTemporary ? null : <NewChatPlace />}
        {trouble ? <Failure>{`${trouble.failure.message} ${t('chat.failed.kept')}`}</Failure> : null}
        <Hints isTemporary={isTemporary} />
      </div>
    </section>
  );
}
