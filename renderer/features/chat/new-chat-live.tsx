import { t } from '../../locales/text.ts';
import { ChatHeader } from './chat-header.tsx';
import { type LiveAnswer, useChat } from './chat-store.ts';
import { TurnList } from './turn-list.tsx';

/** The moment between sending the first question and its being on disk, when the page has no address yet. */
export function ChatScreenLive({ live, isTemporary }: { readonly live: LiveAnswer; readonly isTemporary: boolean }) {
  const state = useChat();
  return (
    <section aria-label={t('chat.label')} className="flex h-full flex-col">
      <ChatHeader title={t('chat.untitled')} isTemporary={isTemporary} traceId={null} />
      <div className="relative min-h-0 flex-1">
        <TurnList state={state} live={live} composerHeight={110} />
      </div>
    </section>
  );
}
