import { useEffect, useRef, useState } from 'react';
import type { Conversation, ConversationId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { openForget } from '../forget/forget-store.ts';
import { askToMove, useSpaces } from '../spaces/spaces-store.ts';
import { renameConversation } from './conversations-store.ts';
import { askToRemove } from './remove-store.ts';

type RenameProps = { readonly conversation: Conversation; readonly onDone: () => void };

function Rename({ conversation, onDone }: RenameProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => ref.current?.select(), []);
  const finish = (shouldKeep: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const title = ref.current?.value.trim() ?? '';
    if (shouldKeep && title !== '' && title !== conversation.title) void renameConversation(conversation.id, title);
    onDone();
  };
  return (
    <input
      ref={ref}
      // biome-ignore lint/a11y/noAutofocus: the field replaces the row whose menu was just used
      autoFocus
      dir="auto"
      maxLength={200}
      aria-label={t('conversations.rename.label')}
      defaultValue={conversation.title}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') {
          event.stopPropagation();
          finish(false);
        }
      }}
      className="h-7 w-full rounded-ctl border border-ink bg-leaf px-2 text-[0.84375rem]"
    />
  );
}

type ConversationItemProps = {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly isRenaming: boolean;
  readonly onRename: (id: ConversationId | null) => void;
  readonly onOpen: () => void;
};

/** One line of the list; its menu appears under the pointer and for the keyboard. */
export function ConversationItem({ conversation, isCurrent, isRenaming, onRename, onOpen }: ConversationItemProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const hasSpaces = useSpaces((state) => state.spaces.length > 1);
  const title = conversation.title || t('chat.untitled');
  if (isRenaming) return <Rename conversation={conversation} onDone={() => onRename(null)} />;
  return (
    <div
      className={`group relative flex items-center rounded-ctl ${isCurrent ? 'bg-leaf shadow-[inset_2px_0_var(--ink),0_0_0_1px_var(--rule)] rtl:shadow-[inset_-2px_0_var(--ink),0_0_0_1px_var(--rule)]' : 'hover:bg-sunk'}`}
    >
      <a
        href={hrefs.chat(conversation.id)}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        onClick={onOpen}
        onDoubleClick={() => onRename(conversation.id)}
        onKeyDown={(event) => {
          if (event.key === 'F2') onRename(conversation.id);
          if (event.key === 'Delete') askToRemove(conversation);
        }}
        className={`min-w-0 flex-1 px-2.5 py-1 text-[0.84375rem] ${isCurrent ? 'text-text' : 'text-text-2'}`}
      >
        <bdi className="block truncate">{title}</bdi>
      </a>
      <Menu
        label={t('conversations.menu', { title })}
        isOpen={isMenuOpen}
        onOpenChange={setIsMenuOpen}
        trigger={<Icon name="more" />}
        triggerClassName={`absolute end-0 top-0.5 bg-sunk group-has-[a[aria-current]]:bg-leaf ${isMenuOpen ? 'opacity-100' : 'opacity-0'} group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100`}
        items={[
          { label: t('conversations.rename'), onSelect: () => onRename(conversation.id) },
          ...(hasSpaces ? [{ label: t('spaces.move'), onSelect: () => askToMove(conversation) }] : []),
          { label: t('conversations.remove'), isDanger: true, onSelect: () => askToRemove(conversation) },
          {
            label: t('forget.open.chat'),
            isDanger: true,
            onSelect: () => {
              onOpen();
              openForget({ selection: { kind: 'conversation', conversationIds: [conversation.id] }, name: title });
            },
          },
        ]}
      />
    </div>
  );
}
