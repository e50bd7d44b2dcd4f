import type { ConversationId } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { hrefs, useRouter } from '../../router.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Brand, Icon, type IconName } from '../../ui/icon.tsx';
import { Failure } from '../../ui/parts.tsx';
import { useFindings } from '../health/findings-store.ts';
import { progressOf } from '../import/import-progress.pure.ts';
import { useImport } from '../import/import-store.ts';
import { useInbox } from '../inbox/inbox-store.ts';
import { SpaceMenu } from '../spaces/space-menu.tsx';
import { useApp } from './app-store.ts';
import { ConversationList } from './conversation-list.tsx';
import {
  dismissConversationsFailure,
  dismissRemoval,
  loadMoreConversations,
  undoRemoval,
  useConversations,
} from './conversations-store.ts';
import { openLayer } from './frame-store.ts';
import { modifier } from './platform.ts';

type Entry = {
  readonly icon: IconName;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly aside?: string;
  readonly isTrouble?: boolean;
  readonly onOpen: () => void;
};

function NavLink({ icon, label, href, isCurrent, aside, isTrouble, onOpen }: Entry) {
  const look = isCurrent ? 'bg-leaf shadow-[inset_2px_0_var(--ink),0_0_0_1px_var(--rule)]' : 'hover:bg-sunk';
  return (
    <a
      href={href}
      onClick={onOpen}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex items-center gap-2.5 rounded-ctl px-2.5 py-[5px] max-mid:py-2.5 ${look}`}
    >
      <Icon name={icon} className="text-text-3" />
      {label}
      {aside ? (
        <span className={`num ms-auto text-lab ${isTrouble ? 'text-rubric' : 'text-text-2'}`}>{aside}</span>
      ) : null}
    </a>
  );
}

/** The last removal, and the way back from it. */
function Removed() {
  const removed = useConversations((state) => state.removed);
  const failure = useConversations((state) => state.failure);
  return (
    <>
      {failure ? (
        <div className="py-2 text-sec">
          <Failure actionLabel={t('common.dismiss')} onAction={dismissConversationsFailure}>
            {failure.message}
          </Failure>
        </div>
      ) : null}
      {removed ? (
        <div className="flex items-baseline gap-2.5 border-t border-rule px-2.5 py-2 text-sec text-text-2">
          <span className="min-w-0 flex-1">
            {t('conversations.removed.short')} <bdi className="text-text">{removed.title}</bdi>
          </span>
          <TextButton onClick={() => void undoRemoval()}>{t('common.undo')}</TextButton>
          <button type="button" aria-label={t('common.dismiss')} className="self-center" onClick={dismissRemoval}>
            <Icon name="close" className="size-3" />
          </button>
        </div>
      ) : null}
    </>
  );
}

/** Where everything is reached from. `onOpen` lets the sheet close itself. */
export function Rail({ onOpen }: { readonly onOpen: () => void }) {
  const route = useRouter((state) => state.route);
  const items = useConversations((state) => state.items);
  const total = useConversations((state) => state.total);
  const job = useImport((state) => state.job);
  const isBroken = useApp((state) => state.status?.history.state === 'broken');
  const waiting = useInbox((state) => state.waiting);
  const open = useFindings((state) => state.findings).filter(({ isDismissed }) => !isDismissed);
  const isTrouble = isBroken || open.some(({ severity }) => severity === 'problem');
  const progress = job ? progressOf(job) : null;
  const currentId: ConversationId | null = route.name === 'chat' ? route.id : null;
  const link = (
    icon: IconName,
    name: 'memory' | 'inbox' | 'search' | 'import' | 'models' | 'health' | 'your-data' | 'settings',
    more: { aside?: string; isTrouble?: boolean } = {},
  ) => (
    <NavLink
      icon={icon}
      label={t(`nav.${name}`)}
      href={name === 'memory' ? hrefs.memory() : hrefs[name]}
      isCurrent={
        route.name === name ||
        (name === 'health' && route.name === 'check-up') ||
        (name === 'your-data' && ['protection', 'backups', 'audit', 'forgotten'].includes(route.name)) ||
        (name === 'memory' && ['fact', 'graph', 'topics', 'habits', 'documents'].includes(route.name))
      }
      onOpen={onOpen}
      {...more}
    />
  );
  return (
    <div className="flex h-full min-h-0 flex-col px-3.5 pt-[1.125rem] pb-3">
      <a href={hrefs.newChat} onClick={onOpen} className="px-2.5" aria-label="Palimpsest">
        <Brand />
      </a>
      <SpaceMenu />
      <div className="mt-3.5 flex gap-1.5 px-0.5 pb-2.5">
        <ButtonLink size="small" href={hrefs.newChat} onClick={onOpen} className="flex-1 justify-start">
          <Icon name="write" />
          {t('nav.newChat')}
        </ButtonLink>
        <Button
          size="small"
          aria-label={t('nav.find')}
          onClick={() => {
            onOpen();
            openLayer('palette');
          }}
        >
          <Icon name="find" />
          <span className="text-text-3">{modifier('K')}</span>
        </Button>
      </div>
      <nav aria-label={t('nav.main')} className="flex flex-col gap-px">
        {link('memory', 'memory')}
        {link('inbox', 'inbox', waiting ? { aside: formatNumber(waiting) } : {})}
        {link('find', 'search')}
        {link('import', 'import', progress?.isRunning ? { aside: `${Math.round(progress.share * 100)}%` } : {})}
      </nav>
      <ConversationList
        items={items}
        total={total}
        currentId={currentId}
        onNearEnd={loadMoreConversations}
        onOpen={onOpen}
      />
      <Removed />
      <nav aria-label={t('nav.application')} className="flex flex-col gap-px border-t border-rule pt-2">
        {link('models', 'models')}
        {link(
          'health',
          'health',
          open.length > 0 || isBroken ? { aside: formatNumber(Math.max(1, open.length)), isTrouble } : {},
        )}
        {link('data', 'your-data')}
        {link('settings', 'settings')}
      </nav>
    </div>
  );
}
