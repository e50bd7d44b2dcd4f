import { type ReactNode, useEffect } from 'react';
import { api, useConnection } from './api.ts';
import { AuditScreen } from './features/audit/audit-screen.tsx';
import { BackupsScreen } from './features/backup/backups-screen.tsx';
import { ChatScreen } from './features/chat/chat-screen.tsx';
import { NewChatScreen } from './features/chat/new-chat-screen.tsx';
import { reloadChat } from './features/chat/open-chat.ts';
import { CheckUpScreen } from './features/check-up/check-up-screen.tsx';
import { DocumentScreen } from './features/documents/document-screen.tsx';
import { DocumentsScreen } from './features/documents/documents-screen.tsx';
import { ForgetLine } from './features/forget/forget-line.tsx';
import { ForgetScreen } from './features/forget/forget-screen.tsx';
import { ForgottenScreen } from './features/forget/forgotten-screen.tsx';
import { useErasures } from './features/forget/refresh-after.ts';
import { followForget, heardOfForget } from './features/forget/run-forget.ts';
import { loadApp, refreshStatus, useApp } from './features/frame/app-store.ts';
import { Banner } from './features/frame/banner.tsx';
import { ConnectionsDialog } from './features/frame/connections-dialog.tsx';
import { refreshConversations } from './features/frame/conversations-store.ts';
import { closeLayer, useFrame } from './features/frame/frame-store.ts';
import { Rail } from './features/frame/rail.tsx';
import { RemoveDialog } from './features/frame/remove-dialog.tsx';
import { listenForShortcuts } from './features/frame/shortcuts.ts';
import { ShortcutsDialog } from './features/frame/shortcuts-dialog.tsx';
import { StatusLine } from './features/frame/status-line.tsx';
import { GraphScreen } from './features/graph/graph-screen.tsx';
import { HabitsScreen } from './features/habits/habits-screen.tsx';
import { refreshFindings } from './features/health/findings-store.ts';
import { HealthScreen } from './features/health/health-screen.tsx';
import { refreshWork } from './features/health/work-store.ts';
import { ImportScreen } from './features/import/import-screen.tsx';
import { InboxScreen } from './features/inbox/inbox-screen.tsx';
import { LinkDialog } from './features/links/link-dialog.tsx';
import { AddDialog } from './features/memory/add-dialog.tsx';
import { FactScreen } from './features/memory/fact-screen.tsx';
import { MemoryScreen } from './features/memory/memory-screen.tsx';
import { refreshCodex } from './features/memory/refresh.ts';
import { ModelsScreen } from './features/models/models-screen.tsx';
import { loadModels } from './features/models/models-store.ts';
import { Palette } from './features/palette/palette.tsx';
import { ProtectionScreen } from './features/protection/protection-screen.tsx';
import { SearchScreen } from './features/search/search-screen.tsx';
import { SettingsScreen } from './features/settings/settings-screen.tsx';
import { loadSlots } from './features/slots/slots-store.ts';
import { MoveDialog } from './features/spaces/move-dialog.tsx';
import { SpacesDialog } from './features/spaces/spaces-dialog.tsx';
import { refreshSpaces } from './features/spaces/spaces-store.ts';
import { TopicScreen } from './features/topics/topic-screen.tsx';
import { TopicsScreen } from './features/topics/topics-screen.tsx';
import { TraceScreen } from './features/trace/trace-screen.tsx';
import { WelcomeScreen } from './features/welcome/welcome-screen.tsx';
import { YourDataScreen } from './features/your-data/your-data-screen.tsx';
import { t } from './locales/text.ts';
import { type Route, routeToHash } from './route.pure.ts';
import { useRouter } from './router.ts';
import { useSpace } from './space.ts';
import { Dialog } from './ui/dialog.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { useLayout } from './ui/layout.ts';
import { useLive } from './ui/live.ts';
import { Failure } from './ui/parts.tsx';

/** Reads again what an event says has changed, and everything at each new connection. */
function useEngine(): void {
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    const off = [
      api.on('app.changed', () => void refreshStatus()),
      api.on('spaces.changed', () => void refreshSpaces()),
      api.on('slots.changed', () => void Promise.all([loadSlots(), loadApp()])),
      api.on('codex.changed', () => void refreshCodex()),
      api.on('procedures.changed', () => void refreshCodex()),
      api.on('forget.changed', ({ current }) => void heardOfForget(current)),
      api.on('health.changed', () => void refreshFindings()),
      api.on('workers.changed', () => void refreshWork()),
      api.on('models.changed', () => void Promise.all([loadModels(), refreshStatus()])),
      api.on('conversations.changed', () => void Promise.all([refreshConversations(), reloadChat(), refreshStatus()])),
    ];
    return () => {
      for (const each of off) each();
    };
  }, []);
  useEffect(() => {
    if (epoch === 0) return;
    // Nobody waits for it; without a chosen model nothing is loaded.
    api.call('models.warmUp', { conversationId: null }).catch(() => undefined);
    // Which space is shown is known first: everything else is read for it.
    void loadApp().then(() =>
      Promise.all([
        ...[refreshSpaces(), refreshConversations(), reloadChat(), refreshCodex()],
        ...[refreshFindings(), refreshWork(), followForget()],
      ]),
    );
  }, [epoch]);
  const spaceId = useSpace((state) => state.spaceId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another space has other conversations and facts
  useEffect(() => {
    if (epoch > 0) void Promise.all([refreshConversations(), refreshCodex()]);
  }, [spaceId]);
}

function Screen({ route }: { readonly route: Route }): ReactNode {
  switch (route.name) {
    case 'new':
      return <NewChatScreen isTemporary={route.isTemporary} />;
    case 'chat':
      return <ChatScreen id={route.id} turnId={route.turnId} />;
    case 'trace':
      return <TraceScreen id={route.id} withId={route.withId ?? null} />;
    case 'memory':
      return <MemoryScreen subject={route.subject} trueOn={route.trueOn} knownOn={route.knownOn} />;
    case 'fact':
      return <FactScreen id={route.id} />;
    case 'forget':
      return <ForgetScreen />;
    case 'forgotten':
      return <ForgottenScreen />;
    case 'habits':
      return <HabitsScreen />;
    case 'audit':
      return <AuditScreen />;
    case 'backups':
      return <BackupsScreen />;
    case 'check-up':
      return <CheckUpScreen />;
    case 'inbox':
      return <InboxScreen />;
    case 'search':
      return <SearchScreen query={route.query} />;
    case 'graph':
      return <GraphScreen trueOn={route.trueOn} knownOn={route.knownOn} />;
    case 'documents':
      return route.id === null ? <DocumentsScreen /> : <DocumentScreen id={route.id} passage={route.passage} />;
    case 'topics':
      return route.id === null ? <TopicsScreen /> : <TopicScreen id={route.id} />;
    case 'import':
      return <ImportScreen />;
    case 'models':
      return <ModelsScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'health':
      return <HealthScreen />;
    case 'your-data':
      return <YourDataScreen />;
    case 'protection':
      return <ProtectionScreen />;
  }
}

function Fault({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className="p-11">
      <h1 className="mb-4 text-title">{t('error.title')}</h1>
      <Failure actionLabel={t('common.tryAgain')} onAction={onAgain}>
        {t('error.page')}
      </Failure>
    </div>
  );
}

function Layers() {
  const layer = useFrame((state) => state.layer);
  const status = useApp((state) => state.status);
  const isNarrow = useLayout() === 'narrow';
  return (
    <>
      {layer === 'palette' ? <Palette onClose={closeLayer} /> : null}
      {layer === 'shortcuts' ? <ShortcutsDialog mode={status?.mode ?? null} onClose={closeLayer} /> : null}
      {layer === 'connections' && status ? <ConnectionsDialog status={status} onClose={closeLayer} /> : null}
      {layer === 'rail' && isNarrow ? (
        <Dialog label={t('rail.label')} width="sheet" place="start" onClose={closeLayer}>
          <Rail onOpen={closeLayer} />
        </Dialog>
      ) : null}
      {layer === 'spaces' ? <SpacesDialog onClose={closeLayer} /> : null}
      <RemoveDialog />
      <MoveDialog />
      <AddDialog />
      <LinkDialog />
    </>
  );
}

/** The one polite live region. */
function LiveRegion() {
  const text = useLive((state) => state.text);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

/** The frame: rail, page, status line, and what lies over them. */
export function App() {
  useEngine();
  useEffect(listenForShortcuts, []);
  const route = useRouter((state) => state.route);
  const status = useApp((state) => state.status);
  const isFirstRun = useApp((state) => state.settings !== null && !state.settings.isWelcomed);
  const spaceId = useSpace((state) => state.spaceId);
  const erasures = useErasures((state) => state.epoch);
  const isNarrow = useLayout() === 'narrow';
  const hasRail = !isNarrow && !isFirstRun;
  return (
    <div
      className={`grid h-full grid-rows-[auto_minmax(0,1fr)_auto] ${hasRail ? 'grid-cols-[15.25rem_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]'}`}
    >
      <div className="col-span-full">
        <Banner />
        <ForgetLine />
      </div>
      {hasRail ? (
        <aside aria-label={t('rail.label')} className="min-h-0 border-e border-rule bg-paper">
          <Rail onOpen={closeLayer} />
        </aside>
      ) : null}
      <main className="relative min-w-0 overflow-hidden bg-leaf">
        <ErrorBoundary resetKey={routeToHash(route)} fallback={(reset) => <Fault onAgain={reset} />}>
          {isFirstRun && route.name !== 'import' ? (
            <WelcomeScreen status={status} />
          ) : (
            <Screen key={`${spaceId} ${erasures}`} route={route} />
          )}
        </ErrorBoundary>
      </main>
      <div className="col-span-full">
        <StatusLine status={status} isFirstRun={isFirstRun} />
      </div>
      <Layers />
      <LiveRegion />
    </div>
  );
}
