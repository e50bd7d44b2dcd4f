import { useEffect, useState } from 'react';
import type { ConversationId, SpaceId, TraceId } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Bar, Chip } from '../../ui/parts.tsx';
import { openForget } from '../forget/forget-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { nameOfSpace, useSpaces } from '../spaces/spaces-store.ts';
import { SwitchLine } from '../spaces/switch-line.tsx';
import { loadTrace, useTraces } from '../trace/trace-store.ts';

/** What memory took of its allowance in the last answer, from that answer's trace. */
function MemoryShare({ traceId }: { readonly traceId: TraceId }) {
  const entry = useTraces((state) => state.traces[traceId]);
  const isUnread = entry === undefined;
  useEffect(() => {
    if (isUnread) void loadTrace(traceId);
  }, [traceId, isUnread]);
  if (entry?.kind !== 'ready') return null;
  const { budget, prompt } = entry.value;
  const used = prompt?.memoryTokens ?? budget.used;
  if (budget.tokens === null || budget.tokens === 0) return null;
  const label = t('chat.share', { used: formatNumber(used), of: formatNumber(budget.tokens) });
  return (
    <div className="flex items-center gap-3.5 max-mid:hidden">
      <span className="num text-lab text-text-3 max-wide:hidden">{label}</span>
      <Bar share={used / budget.tokens} label={label} className="w-[5.5rem]" />
    </div>
  );
}

/** Where the conversation belongs, if there is more than one place. */
function SpaceName({ id }: { readonly id: SpaceId }) {
  const spaces = useSpaces((state) => state.spaces);
  if (spaces.length < 2) return null;
  return (
    <span className="max-w-40 truncate text-sec text-text-3 max-mid:hidden">
      {t('chat.inSpace', { name: nameOfSpace(spaces, id) })}
    </span>
  );
}

/** What can be done with the whole conversation. */
function ChatMenu({ id, title }: { readonly id: ConversationId; readonly title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      label={t('chat.menu')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Icon name="more" />}
      items={[
        {
          label: t('forget.open.chat'),
          isDanger: true,
          onSelect: () => openForget({ selection: { kind: 'conversation', conversationIds: [id] }, name: title }),
        },
      ]}
    />
  );
}

type ChatHeaderProps = {
  readonly title: string;
  readonly isTemporary: boolean;
  readonly traceId: TraceId | null;
  /** Absent while the first question is on its way. */
  readonly conversation?: { readonly id: ConversationId; readonly spaceId: SpaceId };
};

/** Title, what kind of page this is, and the last answer's account. */
export function ChatHeader({ title, isTemporary, traceId, conversation }: ChatHeaderProps) {
  return (
    <header className="flex h-[3.25rem] flex-none items-center gap-3.5 border-b border-rule ps-11 pe-6 max-mid:ps-3 max-mid:pe-3">
      <MenuButton />
      <h1 dir="auto" className="min-w-0 truncate text-head leading-5 font-semibold">
        {title}
      </h1>
      {isTemporary ? <Chip tone="rubric">{t('chat.temporary')}</Chip> : null}
      {conversation ? <SpaceName id={conversation.spaceId} /> : null}
      <span className="flex-1" />
      {conversation && !isTemporary ? <SwitchLine place={{ conversationId: conversation.id }} /> : null}
      {traceId ? (
        <>
          <MemoryShare traceId={traceId} />
          <ButtonLink variant="quiet" size="small" href={hrefs.trace(traceId)} aria-keyshortcuts="Control+Shift+T">
            {t('chat.trace')}
          </ButtonLink>
        </>
      ) : null}
      {conversation && !isTemporary ? <ChatMenu id={conversation.id} title={title} /> : null}
    </header>
  );
}
