import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationId, TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Failure, Loading } from '../../ui/parts.tsx';
import { closeLearnt, loadLearnt } from '../memory/learnt-store.ts';
import { UnsavedNote } from '../spaces/switch-line.tsx';
import { again, ask } from './ask.ts';
import { ChatHeader } from './chat-header.tsx';
import { type ChatState, selectLive, useChat } from './chat-store.ts';
import { Composer } from './composer.tsx';
import { chooseBranch, ensureTurns, openChat } from './open-chat.ts';
import { TurnList } from './turn-list.tsx';

/** The composer floats over the end of the page; the list leaves it its height. */
function Foot({ children, onHeight }: { readonly children: ReactNode; readonly onHeight: (height: number) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [onHeight]);
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 grid grid-cols-[minmax(0,1fr)_23.25rem] overflow-hidden pt-6 [scrollbar-gutter:stable] max-wide:grid-cols-1">
      <div ref={ref} className="ms-auto w-full max-w-[49.375rem] ps-11 pe-[3.375rem] max-wide:mx-auto max-mid:px-3">
        <div className="pointer-events-auto flex flex-col gap-2 bg-leaf pb-3.5 shadow-[0_-14px_22px_6px_var(--leaf)]">
          {children}
        </div>
      </div>
    </div>
  );
}

function lastTraceId(state: ChatState) {
  for (let offset = state.total - 1; offset >= Math.max(0, state.total - 6); offset -= 1) {
    const traceId = state.turns.get(offset)?.answer?.traceId;
    if (traceId) return traceId;
  }
  return null;
}

function askAgainAfterFailure(): void {
  const { total, turns } = useChat.getState();
  const last = turns.get(total - 1);
  if (last?.role === 'assistant') void again(last, total - 1);
  else if (last?.role === 'user') void ask(last.text, { turn: last, offset: total - 1 });
}

/** A question of one's own that nobody has answered, as after a crash. An imported chat may well end so. */
const isUnanswered = ({ conversation, turns, total }: ChatState): boolean =>
  conversation?.source === 'palimpsest' && turns.get(total - 1)?.role === 'user';

/** What went wrong with the last question, and what can be done about it. */
function AskTrouble({ trouble }: { readonly trouble: NonNullable<ChatState['askFailure']> }) {
  const text = `${trouble.failure.message} ${t(trouble.isSaved ? 'chat.failed.saved' : 'chat.failed.kept')}`;
  if (!trouble.isSaved || !trouble.failure.isRetryable) return <Failure>{text}</Failure>;
  return (
    <Failure actionLabel={t('common.tryAgain')} onAction={askAgainAfterFailure}>
      {text}
    </Failure>
  );
}

/** One conversation: header, turns with their margin, composer. */
export function ChatScreen({ id, turnId }: { readonly id: ConversationId; readonly turnId: TurnId | null }) {
  const state = useChat();
  const live = useChat(selectLive);
  const [composerHeight, setComposerHeight] = useState(110);
  useEffect(() => {
    void openChat(id, turnId);
  }, [id, turnId]);
  useEffect(() => {
    void loadLearnt(id);
    return closeLearnt;
  }, [id]);
  const { phase, conversation, failure, askFailure, offPath } = state;
  const isReady = phase === 'ready' && conversation !== null;
  return (
    <section aria-label={t('chat.label')} className="flex h-full flex-col">
      <ChatHeader
        title={conversation?.title || t('chat.untitled')}
        isTemporary={state.isTemporary}
        traceId={isReady ? lastTraceId(state) : null}
        {...(conversation === null ? {} : { conversation })}
      />
      {isReady && !state.isTemporary ? <UnsavedNote conversationId={conversation.id} /> : null}
      <div className="relative min-h-0 flex-1">
        {phase === 'loading' ? (
          <div className="mx-auto max-w-[43rem] px-11 pt-8">
            <Loading label={t('chat.loading')} lines={6} />
          </div>
        ) : null}
        {phase === 'failed' && failure ? (
          <div className="px-11 pt-8">
            <Failure actionLabel={t('common.tryAgain')} onAction={() => void openChat(id, turnId)}>
              {failure.message}
            </Failure>
          </div>
        ) : null}
        {isReady ? (
          <>
            <TurnList state={state} live={live} composerHeight={composerHeight} />
            <Foot onHeight={setComposerHeight}>
              {failure ? (
                <Failure
                  actionLabel={t('common.tryAgain')}
                  onAction={() => {
                    useChat.setState({ failure: null });
                    void ensureTurns(state.total - 1, state.total - 1);
                  }}
                >
                  {failure.message}
                </Failure>
              ) : null}
              {offPath ? (
                <Failure actionLabel={t('chat.otherBranch.show')} onAction={() => void chooseBranch(offPath, null)}>
                  {t('chat.otherBranch')}
                </Failure>
              ) : null}
              {askFailure ? <AskTrouble trouble={askFailure} /> : null}
              {askFailure || live || !isUnanswered(state) ? null : (
                <Failure actionLabel={t('chat.unanswered.answer')} onAction={askAgainAfterFailure}>
                  {t('chat.unanswered')}
                </Failure>
              )}
              <Composer look="foot" isFocused={turnId === null} />
            </Foot>
          </>
        ) : null}
      </div>
    </section>
  );
}
