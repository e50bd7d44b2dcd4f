import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Summary, Topic, TopicId, TopicTurn } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatDay, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Loading, Page, TextField } from '../../ui/parts.tsx';
import { ForgetButton } from '../forget/forget-button.tsx';
import { openForget } from '../forget/forget-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { speakerName, voiceOf } from '../frame/names.ts';
import { groupSittings } from './group-sittings.pure.ts';
import { Sitting } from './months-section.tsx';
import {
  closeTopic,
  listTopicTurns,
  type OpenTopic,
  openTopic,
  refreshTopic,
  showMoreOfTopic,
  useTopic,
} from './topic-store.ts';
import { TopicsSaid } from './topics-screen.tsx';
import { renameTopic, setHidden } from './topics-store.ts';
import { askWithin, searchWithin, topicName, topicSize, topicSpan } from './words.ts';

function RenameForm({ topic, onDone }: { readonly topic: Topic; readonly onDone: () => void }) {
  const [text, setText] = useState(topic.name);
  const save = async (name: string | null): Promise<void> => {
    // A name that was refused stays to be changed.
    if ((await renameTopic(topic, name)) !== null) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void save(text.trim());
  };
  return (
    <form onSubmit={submit} className="mb-4 flex flex-wrap items-center gap-2.5">
      <TextField
        autoFocus
        dir="auto"
        maxLength={80}
        aria-label={t('topics.rename.label')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
        className="min-w-64"
      />
      <Button type="submit" variant="primary" disabled={text.trim() === ''}>
        {t('topics.rename.save')}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {t('topics.rename.cancel')}
      </Button>
      {topic.isRenamed && topic.label !== '' ? (
        <TextButton onClick={() => void save(null)}>{t('topics.rename.back', { label: topic.label })}</TextButton>
      ) : null}
    </form>
  );
}

/** All of its turns, those too that were not read on the page. */
async function forgetTurns(id: TopicId): Promise<void> {
  const turnIds = await listTopicTurns(id);
  if (turnIds.length > 0) openForget({ selection: { kind: 'turns', turnIds }, name: null });
}

type ActionsProps = {
  readonly topic: Topic;
  readonly onRename: () => void;
  readonly renameRef: RefObject<HTMLButtonElement | null>;
};

function Actions({ topic, onRename, renameRef }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => askWithin(topic)}>
        {t('topics.ask')}
      </Button>
      <Button onClick={() => searchWithin(topic)}>{t('topics.search')}</Button>
      <Button ref={renameRef} onClick={onRename}>
        {t('topics.rename')}
      </Button>
      <Button variant="quiet" onClick={() => void setHidden(topic, !topic.isHidden)}>
        {t(topic.isHidden ? 'topics.show' : 'topics.hide')}
      </Button>
      <Button variant="dangerOutline" onClick={() => void forgetTurns(topic.id)}>
        {t('forget.open.turns')}
      </Button>
    </div>
  );
}

function TurnItem({ turn }: { readonly turn: TopicTurn }) {
  const { turnId, conversationId, speaker, role, text, at } = turn;
  return (
    <li className="border-t border-rule py-3">
      <p className="text-sec text-text-2">
        <bdi className="font-semibold text-text">{speakerName(speaker)}</bdi>
        {' · '}
        {at === null ? t('note.noTime') : formatMoment(at)}
        {' · '}
        <a className="act" href={hrefs.chat(conversationId, turnId)}>
          {t('topics.openTurn')}
        </a>
        {' · '}
        <ForgetButton
          chosen={{ selection: { kind: 'turns', turnIds: [turnId] }, name: null }}
          name={t('turn.saidBy', { name: speakerName(speaker) })}
        />
      </p>
      <blockquote
        dir="auto"
        className={`mt-1 line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere] ${role === 'assistant' ? 'text-reply' : `${voiceOf(role)} text-said`}`}
      >
        {text}
      </blockquote>
    </li>
  );
}

function Sittings({ value }: { readonly value: OpenTopic }) {
  const { topic, turns, summaries } = value;
  const failure = useTopic((state) => state.failure);
  return (
    <div className="max-w-[52rem]">
      {groupSittings(turns, summaries).map((group) => (
        <section
          key={group.turns[0]?.turnId}
          className="mb-6"
          aria-label={group.at === null ? t('topics.noTime') : formatDay(group.at)}
        >
          <h2 className="num text-ui font-semibold">{group.at === null ? t('topics.noTime') : formatDay(group.at)}</h2>
          {group.summary === null ? null : <SittingSummary summary={group.summary} />}
          <ol aria-label={t('topics.turns')}>
            {group.turns.map((turn) => (
              <TurnItem key={turn.turnId} turn={turn} />
            ))}
          </ol>
        </section>
      ))}
      {failure === null ? null : (
        <div className="mb-3">
          <Failure>{failure.message}</Failure>
        </div>
      )}
      {turns.length < topic.turns ? <Button onClick={() => void showMoreOfTopic()}>{t('topics.more')}</Button> : null}
    </div>
  );
}

function SittingSummary({ summary }: { readonly summary: Summary }) {
  return (
    <div className="text-sec">
      <Sitting summary={{ ...summary, title: t('topics.said'), conversationTitle: null }} />
    </div>
  );
}

/** One topic: its turns in the order in which they were said. */
export function TopicScreen({ id }: { readonly id: TopicId }) {
  const open = useTopic((state) => state.open);
  const [isRenaming, setIsRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setIsRenaming(false);
    void openTopic(id);
    const off = api.on('topics.changed', () => void refreshTopic(id));
    return () => {
      off();
      closeTopic();
    };
  }, [id]);
  const leaveName = (): void => {
    setIsRenaming(false);
    renameButton.current?.focus();
  };
  const value = open.kind === 'ready' ? open.value : null;
  const topic = value?.topic ?? null;
  return (
    <Page
      title={topic === null ? t('topics.title') : topicName(topic)}
      leading={<MenuButton />}
      lead={
        <span className="num">
          <a className="act" href={hrefs.topics()}>
            {t('topics.all')}
          </a>
          {topic === null ? '' : ` · ${topicSize(topic)} · ${topicSpan(topic)}`}
          {topic?.isHidden ? ` · ${t('topics.hidden')}` : ''}
        </span>
      }
      actions={
        topic === null ? null : <Actions topic={topic} onRename={() => setIsRenaming(true)} renameRef={renameButton} />
      }
    >
      <TopicsSaid />
      {topic !== null && isRenaming ? <RenameForm topic={topic} onDone={leaveName} /> : null}
      {open.kind === 'loading' ? <Loading label={t('topics.loading')} lines={8} /> : null}
      {open.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void openTopic(id)}>
          {open.failure.message}
        </Failure>
      ) : null}
      {value === null ? null : <Sittings value={value} />}
    </Page>
  );
}
