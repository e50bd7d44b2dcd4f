import { useState } from 'react';
import type { Backup } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Bar } from '../../ui/parts.tsx';
import { removeBackup, stopBackup, useBackups, verifyBackup } from './backups-store.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { nameOf, sayDetails, sayProgress, shareOf } from './words.ts';

function RemoveDialog({ backup, onClose }: { readonly backup: Backup; readonly onClose: () => void }) {
  return (
    <Dialog label={t('backup.remove.title')} isLabelShown onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                onClose();
                void removeBackup(backup);
              }}
            >
              {t('backup.remove.do')}
            </Button>
          </>
        }
      >
        <p>{t('backup.remove.body', { at: nameOf(backup) })}</p>
      </DialogBody>
    </Dialog>
  );
}

function Row({ backup }: { readonly backup: Backup }) {
  const busy = useBackups((state) => state.busy);
  const [open, setOpen] = useState<'remove' | 'restore' | null>(null);
  const at = nameOf(backup);
  const isMine = busy !== null && busy.id === backup.id;
  const isSound = backup.state === 'verified';
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="num min-w-0 flex-1 basis-56">{at}</h3>
        {isMine ? (
          <TextButton onClick={stopBackup}>{t('common.stop')}</TextButton>
        ) : (
          <>
            {backup.state === 'newer' ? null : (
              <TextButton
                disabled={busy !== null}
                aria-label={t('backup.verify.named', { at })}
                onClick={() => void verifyBackup(backup)}
              >
                {t('backup.verify')}
              </TextButton>
            )}
            {isSound ? (
              <TextButton
                disabled={busy !== null}
                aria-label={t('backup.restore.named', { at })}
                onClick={() => setOpen('restore')}
              >
                {t('backup.restore')}
              </TextButton>
            ) : null}
            <TextButton
              tone="quiet"
              disabled={busy !== null}
              aria-label={t('backup.remove.named', { at })}
              onClick={() => setOpen('remove')}
            >
              {t('backup.remove')}
            </TextButton>
          </>
        )}
      </div>
      <p className="num mt-0.5 text-sec text-text-2">{sayDetails(backup).join(' · ')}</p>
      {backup.state === 'damaged' ? <p className="mt-0.5 text-sec text-rubric">{t('backup.row.damaged')}</p> : null}
      {isMine ? (
        <div className="mt-2">
          <Bar share={shareOf(busy)} label={sayProgress(busy.progress)} />
          <p className="num mt-1 text-sec text-text-2">{sayProgress(busy.progress)}</p>
        </div>
      ) : null}
      {open === 'remove' ? <RemoveDialog backup={backup} onClose={() => setOpen(null)} /> : null}
      {open === 'restore' ? <RestoreDialog backup={backup} onClose={() => setOpen(null)} /> : null}
    </li>
  );
}

/** Every backup that is known, newest first. */
export function BackupList({ backups }: { readonly backups: readonly Backup[] }) {
  return (
    <section aria-labelledby="backup-list">
      <h2 id="backup-list" className="border-b border-rule pb-1.5 text-head font-semibold">
        {t('backup.list')}
      </h2>
      {backups.length === 0 ? <p className="py-3 text-text-2">{t('backup.list.empty')}</p> : null}
      <ul>
        {backups.map((backup) => (
          <Row key={`${backup.folder} ${backup.id}`} backup={backup} />
        ))}
      </ul>
    </section>
  );
}
