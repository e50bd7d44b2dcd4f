import { type ReactNode, useEffect } from 'react';
import { api } from '../../api.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Bar, Failure, Loading, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { backUpNow, dismissBackups, loadBackups, rewriteBackups, stopBackup, useBackups } from './backups-store.ts';
import { AskPassphrase } from './passphrase-dialogs.tsx';
import { forgetPassphrases } from './restore-store.ts';
import { sayLead, sayProgress, sayTitle, shareOf } from './words.ts';

function Actions() {
  const busy = useBackups((state) => state.busy);
  if (busy?.what === 'run' || busy?.what === 'rewrite') return <Button onClick={stopBackup}>{t('common.stop')}</Button>;
  return (
    <Button variant="primary" disabled={busy !== null} onClick={() => void backUpNow()}>
      {t('backup.run')}
    </Button>
  );
}

/** What is under way and what came of it. */
function Progress() {
  const { busy, failure, done } = useBackups();
  return (
    <>
      {busy !== null && busy.id === null && busy.what !== 'conversations' ? (
        <div className="mb-5">
          <Bar height="regular" share={shareOf(busy)} label={sayProgress(busy.progress)} />
          <p className="num mt-1.5 text-sec text-text-2">{sayProgress(busy.progress)}</p>
        </div>
      ) : null}
      {failure === null ? null : (
        <div className="mb-5">
          <Failure actionLabel={t('common.dismiss')} onAction={dismissBackups}>
            {failure.message}
          </Failure>
        </div>
      )}
      {done === null ? null : (
        <p className="mb-5 border-s-[3px] border-ink ps-4 py-1 text-text [overflow-wrap:anywhere]">{done}</p>
      )}
    </>
  );
}

/** Forgetting ends at the backups, unless they are rewritten. */
function Holding() {
  const holding = useBackups((state) => state.holding);
  const busy = useBackups((state) => state.busy);
  if (holding.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 border-s-[3px] border-rubric bg-rubric-wash/50 py-2.5 ps-4 pe-3">
      <p className="min-w-0 flex-1 basis-80">
        {t(holding.length === 1 ? 'backup.holding.one' : 'backup.holding.other', { n: formatNumber(holding.length) })}{' '}
        <span className="text-text-2">
          {t('backup.holding.what')} {t('backup.holding.copies')}
        </span>
      </p>
      <Button size="small" disabled={busy !== null} onClick={() => void rewriteBackups()}>
        {t('backup.holding.do')}
      </Button>
    </div>
  );
}

/** When the last backup was made, all there are, and how they are made. */
export function BackupsScreen() {
  const overview = useBackups((state) => state.overview);
  const busy = useBackups((state) => state.busy);
  const asking = useBackups((state) => state.asking);
  useEffect(() => {
    void loadBackups();
    const off = api.on('backups.changed', () => void loadBackups());
    return () => {
      off();
      forgetPassphrases();
    };
  }, []);
  const ready = overview.kind === 'ready' ? overview.value : null;
  return (
    <Page
      title={sayTitle(ready, busy)}
      lead={ready === null ? undefined : sayLead(ready)}
      leading={<MenuButton />}
      actions={<Actions />}
    >
      <Progress />
      <Holding />
      <Body overview={overview} />
      {asking === null ? null : <AskPassphrase asking={asking} />}
    </Page>
  );
}

function Body({ overview }: { readonly overview: ReturnType<typeof useBackups.getState>['overview'] }): ReactNode {
  if (overview.kind === 'loading') return <Loading label={t('backup.reading')} lines={6} />;
  if (overview.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadBackups()}>
        {overview.failure.message}
      </Failure>
    );
  const { problem, backups } = overview.value;
  return (
    <>
      {problem === null ? null : (
        <div className="mb-5">
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadBackups()}>
            {problem}
          </Failure>
        </div>
      )}
      <BackupList backups={backups} />
      <BackupSettings overview={overview.value} />
    </>
  );
}
