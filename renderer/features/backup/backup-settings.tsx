import { type FormEvent, useId, useState } from 'react';
import { BackupSchedule, type BackupsOverview } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Select, Switch, TextField } from '../../ui/parts.tsx';
import { Row } from '../settings/setting-row.tsx';
import { setFolder, setSchedule, setWithTraces } from './backups-store.ts';
import { PassphraseDialog, StopEncryptingDialog } from './passphrase-dialogs.tsx';

function FolderDialog({ overview, onClose }: { readonly overview: BackupsOverview; readonly onClose: () => void }) {
  const formId = useId();
  const [path, setPath] = useState(overview.isOwnFolder ? '' : overview.folder);
  const [failure, setFailure] = useState<string | null>(null);
  const keep = async (folder: string | null) => {
    const failed = await setFolder(folder);
    if (failed === null) onClose();
    else setFailure(failed.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') void keep(path.trim());
  };
  return (
    <Dialog label={t('backup.folder.title')} isLabelShown width="wide" onClose={onClose}>
      <DialogBody
        actions={
          <>
            {overview.isOwnFolder ? null : (
              <Button variant="quiet" onClick={() => void keep(null)}>
                {t('backup.folder.reset')}
              </Button>
            )}
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" disabled={path.trim() === ''}>
              {t('backup.folder.keep')}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
          <label htmlFor={`${formId}-path`} className="flex flex-col gap-1 text-sec">
            {t('backup.folder.label')}
            <TextField
              id={`${formId}-path`}
              value={path}
              placeholder={t('backup.folder.hint')}
              spellCheck={false}
              onChange={(event) => setPath(event.target.value)}
              className="text-ui text-text"
            />
          </label>
          {failure === null ? null : <Failure>{failure}</Failure>}
          <p className="text-sec">{t('backup.folder.what')}</p>
        </form>
      </DialogBody>
    </Dialog>
  );
}

type Open = 'folder' | 'passphrase' | 'stop' | null;

/** Where, when, how many, and under which lock. */
export function BackupSettings({ overview }: { readonly overview: BackupsOverview }) {
  const { folder, isOwnFolder, schedule, isWithTraces, isEncrypted, isKeyKnown, keep } = overview;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="backup-settings" className="mt-9">
      <h2 id="backup-settings" className="pb-1.5 text-head font-semibold">
        {t('backup.settings')}
      </h2>
      <Row label={t('backup.folder')} consequence={t(isOwnFolder ? 'backup.folder.own' : 'backup.folder.other')}>
        {(ids) => (
          <span className="flex flex-wrap items-center justify-end gap-2.5 max-mid:justify-start">
            <bdi className="font-mono text-sec break-all">{folder}</bdi>
            <Button
              id={ids.id}
              aria-label={t('backup.folder.change')}
              aria-describedby={ids.describedBy}
              size="small"
              onClick={() => setOpen('folder')}
            >
              {t('backup.folder.change')}
            </Button>
          </span>
        )}
      </Row>
      <Row label={t('backup.schedule')} consequence={t('backup.schedule.what')}>
        {(ids) => (
          <Select
            id={ids.id}
            aria-describedby={ids.describedBy}
            value={schedule}
            onChange={(event) => void setSchedule(BackupSchedule.parse(event.target.value))}
          >
            {BackupSchedule.options.map((each) => (
              <option key={each} value={each}>
                {t(`backup.schedule.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Row>
      <Row
        label={t('backup.passphrase')}
        consequence={t(isEncrypted ? 'backup.passphrase.set' : 'backup.passphrase.none')}
      >
        {(ids) => (
          <span className="flex flex-wrap gap-2">
            {isEncrypted ? (
              <Button size="small" variant="quiet" onClick={() => setOpen('stop')}>
                {t('backup.passphrase.do.stop')}
              </Button>
            ) : null}
            <Button
              id={ids.id}
              aria-label={t(isEncrypted ? 'backup.passphrase.do.change' : 'backup.passphrase.do.set')}
              aria-describedby={ids.describedBy}
              size="small"
              onClick={() => setOpen('passphrase')}
            >
              {t(isEncrypted ? 'backup.passphrase.do.change' : 'backup.passphrase.do.set')}
            </Button>
          </span>
        )}
      </Row>
      <Row label={t('backup.traces')} consequence={t('backup.traces.what')}>
        {(ids) => (
          <Switch
            id={ids.id}
            describedBy={ids.describedBy}
            label={t('backup.traces')}
            isOn={isWithTraces}
            onChange={(isOn) => void setWithTraces(isOn)}
          />
        )}
      </Row>
      <p className="border-t border-rule py-[13px]">
        {t('backup.keep')}
        <span className="block max-w-[62ch] text-sec text-text-2">{t('backup.keep.what', keep)}</span>
      </p>
      {open === 'folder' ? <FolderDialog overview={overview} onClose={close} /> : null}
      {open === 'passphrase' ? (
        <PassphraseDialog isChange={isEncrypted} isKeyKnown={isKeyKnown} onClose={close} />
      ) : null}
      {open === 'stop' ? <StopEncryptingDialog onClose={close} /> : null}
    </section>
  );
}
