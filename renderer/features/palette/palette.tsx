import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SearchHit } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import type { Route } from '../../route.pure.ts';
import { go } from '../../router.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/parts.tsx';
import { forgetEverything, openForgetAbout, openForgetForm } from '../forget/forget-store.ts';
import { useConversations } from '../frame/conversations-store.ts';
import { speakerName, voiceOf } from '../frame/names.ts';
import { modifier } from '../frame/platform.ts';
import { lockNow, useProtection } from '../protection/protection-store.ts';
import { findHits } from './find-hits.ts';
import { buildPaletteItems, type PaletteAction, type PaletteItem } from './palette-items.pure.ts';

/** Pages whose action is called like their address. */
type PlainPage = Extract<
  Route['name'],
  | ('forgotten' | 'habits' | 'inbox' | 'import' | 'models' | 'health' | 'settings')
  | ('your-data' | 'backups' | 'protection' | 'check-up')
>;

const LOCK: PaletteAction = { id: 'lock', label: t('protection.lock'), keys: null };

function actionsFor(query: string): readonly PaletteAction[] {
  const search = query.trim() === '' ? t('palette.do.search') : t('palette.do.searchFor', { query: query.trim() });
  // Whoever types "forget" looks for the action, and not for what says so.
  const isAsking = t('palette.do.forgetAbout').toLowerCase().includes(query.trim().toLowerCase());
  const about = isAsking ? t('palette.do.forgetAbout') : t('forget.open.says', { words: query.trim() });
  return [
    { id: 'search', label: search, keys: modifier('Shift F') },
    { id: 'new', label: t('palette.do.new'), keys: modifier('N') },
    { id: 'temporary', label: t('palette.do.temporary'), keys: modifier('Shift N') },
    { id: 'memory', label: t('palette.do.memory'), keys: null },
    { id: 'topics', label: t('palette.do.topics'), keys: null },
    { id: 'habits', label: t('palette.do.habits'), keys: null },
    { id: 'documents', label: t('palette.do.documents'), keys: null },
    { id: 'inbox', label: t('palette.do.inbox'), keys: null },
    { id: 'import', label: t('palette.do.import'), keys: null },
    { id: 'models', label: t('palette.do.models'), keys: null },
    { id: 'health', label: t('palette.do.health'), keys: null },
    { id: 'check-up', label: t('palette.do.check-up'), keys: null },
    { id: 'your-data', label: t('palette.do.your-data'), keys: null },
    { id: 'backups', label: t('palette.do.backups'), keys: null },
    { id: 'protection', label: t('palette.do.protection'), keys: null },
    ...(useProtection.getState().status?.kind === 'sealed' ? [LOCK] : []),
    { id: 'settings', label: t('palette.do.settings'), keys: modifier(',') },
    { id: 'forgetAbout', label: about, keys: null },
    { id: 'forgetTime', label: t('palette.do.forgetTime'), keys: null },
    { id: 'forgetAll', label: t('palette.do.forgetAll'), keys: null },
    { id: 'forgotten', label: t('palette.do.forgotten'), keys: null },
  ];
}

function run(item: PaletteItem, query: string): void {
  if (item.kind === 'chat') go({ name: 'chat', id: item.id, turnId: null });
  else if (item.kind === 'said') go({ name: 'chat', id: item.hit.conversationId, turnId: item.hit.turnId });
  else if (item.action.id === 'search') go({ name: 'search', query: query.trim() });
  else if (item.action.id === 'new') go({ name: 'new', isTemporary: false });
  else if (item.action.id === 'temporary') go({ name: 'new', isTemporary: true });
  else if (item.action.id === 'memory') go({ name: 'memory', subject: null, trueOn: null, knownOn: null });
  else if (item.action.id === 'topics') go({ name: 'topics', id: null });
  else if (item.action.id === 'documents') go({ name: 'documents', id: null, passage: null });
  else if (item.action.label === t('palette.do.forgetAbout')) openForgetForm({ kind: 'about', words: '' });
  else if (item.action.id === 'forgetAbout') openForgetAbout(query);
  else if (item.action.id === 'forgetTime') openForgetForm({ kind: 'time' });
  else if (item.action.id === 'forgetAll') forgetEverything();
  else if (item.action.id === 'lock') void lockNow();
  else go({ name: item.action.id as PlainPage });
}

function Excerpt({ hit }: { readonly hit: SearchHit }) {
  return (
    <span dir="auto" className={`line-clamp-2 text-quote ${voiceOf(hit.role)}`}>
      {hit.excerpt.slice(0, hit.from)}
      <b>{hit.excerpt.slice(hit.from, hit.to)}</b>
      {hit.excerpt.slice(hit.to)}
    </span>
  );
}

function parts(item: PaletteItem): readonly [string, ReactNode, ReactNode] {
  if (item.kind === 'chat')
    return [
      t('palette.chat'),
      <bdi key="t">{item.title || t('chat.untitled')}</bdi>,
      item.at ? formatDay(item.at) : '',
    ];
  if (item.kind === 'said')
    return [
      item.hit.speaker === null ? t('palette.said') : speakerName(item.hit.speaker),
      <Excerpt key="e" hit={item.hit} />,
      item.hit.at ? formatDay(item.hit.at) : '',
    ];
  return [t('palette.do'), item.action.label, item.action.keys ? <Kbd key="k">{item.action.keys}</Kbd> : ''];
}

const keyOf = (item: PaletteItem): string =>
  item.kind === 'chat' ? `chat ${item.id}` : item.kind === 'said' ? `said ${item.hit.turnId}` : `do ${item.action.id}`;

/** Finds chats, turns and actions while one types. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ readonly hits: readonly SearchHit[]; readonly failure: string | null }>({
    hits: [],
    failure: null,
  });
  const [selected, setSelected] = useState(0);
  const recent = useConversations((state) => state.items);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const controller = new AbortController();
    const timer = window.setTimeout(async () => {
      const result = await findHits(query, controller.signal);
      if (!controller.signal.aborted) setFound(result);
    }, 90);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  const items = useMemo(
    () => buildPaletteItems({ query, recent, hits: found.hits, actions: actionsFor(query) }),
    [query, recent, found.hits],
  );
  const active = Math.min(selected, items.length - 1);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    run(item, query);
  };

  return (
    <Dialog label={t('palette.label')} width="wide" place="top" onClose={onClose}>
      <div className="flex items-baseline gap-3 border-b border-rule px-[1.125rem] py-3">
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={`${listId}-${active}`}
          autoFocus
          dir="auto"
          value={query}
          placeholder={t('palette.placeholder')}
          onChange={(event) => {
            setQuery(event.target.value);
            setSelected(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              setSelected((active + (event.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length);
            } else if (event.key === 'Enter') choose(items[active]);
          }}
          className="min-w-0 flex-1 bg-transparent text-[1.0625rem] leading-6 outline-none"
        />
        <span className="text-sec text-text-3 max-mid:hidden">{t('palette.what')}</span>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={t('palette.results')} className="overflow-y-auto py-1.5">
        {items.map((item, index) => {
          const [kind, body, aside] = parts(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field above, as in every combobox
            <div
              key={keyOf(item)}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              onClick={() => choose(item)}
              onMouseMove={() => setSelected(index)}
              className={`grid cursor-pointer grid-cols-[4.625rem_minmax(0,1fr)_auto] items-baseline gap-3.5 px-[1.125rem] py-[7px] ${index === active ? 'bg-ink-wash shadow-[inset_2px_0_var(--ink)]' : ''}`}
            >
              <span dir="auto" className="truncate text-lab text-text-3">
                {kind}
              </span>
              <span className="min-w-0">{body}</span>
              <span className="num text-sec text-text-3">{aside}</span>
            </div>
          );
        })}
      </div>
      <p className="border-t border-rule px-[1.125rem] py-2 text-sec text-text-3">
        {found.failure ??
          t('palette.found', { turns: count(found.hits.filter(({ turnId }) => turnId !== null).length, 'turns') })}
      </p>
    </Dialog>
  );
}
