import { type FormEvent, useId, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, TextField } from '../../ui/parts.tsx';
import { type Asking, setPassphrase, stopAsking, stopEncrypting } from './backups-store.ts';
import { judgePassphrase } from './strength.pure.ts';

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly isShown: boolean;
  readonly isNew: boolean;
  readonly describedBy?: string;
  readonly onChange: (value: string) => void;
};

function PassphraseField({ label, value, isShown, isNew, describedBy, onChange }: FieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex flex-col gap-1 text-sec">
      {label}
      <TextField
        id={id}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        spellCheck={false}
        value={value}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        onChange={(event) => onChange(event.target.value)}
        className="text-ui text-text"
      />
    </label>
  );
}

function Show({ isShown, onChange }: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void }) {
  return (
    <label className="flex items-center gap-2 text-sec">
      <input type="checkbox" checked={isShown} onChange={() => onChange(!isShown)} className="accent-ink" />
      {t('backup.passphrase.show')}
    </label>
  );
}

type SetProps = { readonly isChange: boolean; readonly isKeyKnown: boolean; readonly onClose: () => void };

/** A first passphrase, or another one. */
export function PassphraseDialog({ isChange, isKeyKnown, onClose }: SetProps) {
  const formId = useId();
  const [current, setCurrent] = useState('');
  const [text, setText] = useState('');
  const [again, setAgain] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const needsCurrent = isChange && !isKeyKnown;
  const strength = judgePassphrase(text);
  const isDifferent = again !== '' && again !== text;
  const isReady = strength !== 'short' && again === text && (!needsCurrent || current !== '') && !isSaving;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setIsSaving(true);
    const failed = await setPassphrase(text, needsCurrent ? current : null);
    setIsSaving(false);
    if (failed === null) onClose();
    else setFailure(failed.message);
  };
  return (
    <Dialog label={t('backup.passphrase.title')} isLabelShown onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
              {t('backup.passphrase.save')}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
          <p className="text-text">{t('backup.passphrase.lost')}</p>
          {needsCurrent ? (
            <PassphraseField
              label={t('backup.passphrase.current')}
              value={current}
              isShown={isShown}
              isNew={false}
              onChange={setCurrent}
            />
          ) : null}
          <PassphraseField
            label={t('backup.passphrase.new')}
            value={text}
            isShown={isShown}
            isNew
            describedBy={`${formId}-strength`}
            onChange={setText}
          />
          <p id={`${formId}-strength`} role="status" className="-mt-1.5 text-sec">
            {t(`backup.passphrase.${text === '' ? 'short' : strength}`)}
          </p>
          <PassphraseField
            label={t('backup.passphrase.again')}
            value={again}
            isShown={isShown}
            isNew
            onChange={setAgain}
          />
          {isDifferent ? <p className="-mt-1.5 text-sec text-rubric">{t('backup.passphrase.differ')}</p> : null}
          <Show isShown={isShown} onChange={setIsShown} />
          {failure === null ? null : <Failure>{failure}</Failure>}
          <p className="text-sec">{t('backup.passphrase.known')}</p>
          <p className="text-sec">{t('backup.passphrase.earlier')}</p>
        </form>
      </DialogBody>
    </Dialog>
  );
}

export function StopEncryptingDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label={t('backup.passphrase.stop.title')} isLabelShown onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                onClose();
                void stopEncrypting();
              }}
            >
              {t('backup.passphrase.stop.do')}
            </Button>
          </>
        }
      >
        <p>{t('backup.passphrase.stop.body')}</p>
      </DialogBody>
    </Dialog>
  );
}

/** Asked when a backup is opened whose key is not here. */
export function AskPassphrase({ asking }: { readonly asking: Asking }) {
  const formId = useId();
  const [text, setText] = useState('');
  const [isShown, setIsShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text !== '') void asking.go(text);
  };
  return (
    <Dialog label={t('backup.ask.title')} isLabelShown onClose={stopAsking}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={stopAsking}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" disabled={text === ''}>
              {t('backup.ask.do')}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
          <p>{t('backup.ask.what')}</p>
          <PassphraseField
            label={t('backup.passphrase')}
            value={text}
            isShown={isShown}
            isNew={false}
            onChange={setText}
          />
          <Show isShown={isShown} onChange={setIsShown} />
          {asking.isWrong ? <Failure>{t('backup.ask.wrong')}</Failure> : null}
        </form>
      </DialogBody>
    </Dialog>
  );
}
