import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Credential } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, TextField } from '../../ui/parts.tsx';
import { type Task, useProtection } from './protection-store.ts';

/** A line that is not shown while it is typed, unless one asks. */
export function SecretField({
  label,
  value,
  onChange,
  autoComplete,
  hasFocus = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly hasFocus?: boolean;
}) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex max-w-[28rem] flex-col gap-1">
      <label htmlFor={id} className="text-sec text-text-2">
        {label}
      </label>
      <div className="flex items-center gap-3">
        <TextField
          id={id}
          type={isShown ? 'text' : 'password'}
          dir="auto"
          autoComplete={autoComplete}
          spellCheck={false}
          autoFocus={hasFocus}
          maxLength={1024}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1"
        />
        <TextButton
          aria-pressed={isShown}
          aria-label={t('protection.show.of', { label })}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'protection.hide' : 'protection.show')}
        </TextButton>
      </div>
    </div>
  );
}

type Way = 'passphrase' | 'recovery';

/** Who asks shows that the folder is theirs: by the passphrase, or by the recovery key where that was lost. */
export function CredentialForm({
  task,
  action,
  hasRecovery,
  hasFocus = false,
  isDanger = false,
  isReady = true,
  onSubmit,
  children,
}: {
  readonly task: Task;
  readonly action: string;
  readonly hasRecovery: boolean;
  readonly hasFocus?: boolean;
  readonly isDanger?: boolean;
  /** False while something else of the form is missing. */
  readonly isReady?: boolean;
  readonly onSubmit: (by: Credential) => Promise<boolean>;
  readonly children?: ReactNode;
}) {
  const [way, setWay] = useState<Way>('passphrase');
  const [secret, setSecret] = useState('');
  const busy = useProtection((state) => state.task);
  const failed = useProtection((state) => state.failure);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const by: Credential =
      way === 'passphrase' ? { kind: 'passphrase', passphrase: secret } : { kind: 'recovery', recoveryKey: secret };
    if (await onSubmit(by)) setSecret('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <SecretField
        key={way}
        label={t(
          way === 'recovery'
            ? 'protection.recoveryKey'
            : task === 'unlock'
              ? 'protection.passphrase'
              : 'protection.current',
        )}
        value={secret}
        onChange={setSecret}
        autoComplete={way === 'passphrase' ? 'current-password' : 'off'}
        hasFocus={hasFocus}
      />
      {hasRecovery ? (
        <p>
          <TextButton
            onClick={() => {
              setWay(way === 'passphrase' ? 'recovery' : 'passphrase');
              setSecret('');
            }}
          >
            {t(way === 'passphrase' ? 'protection.useRecovery' : 'protection.usePassphrase')}
          </TextButton>
        </p>
      ) : null}
      {children}
      {failed?.task === task ? (
        // The form may stand at the very end of the page, and its answer below what is seen.
        <div ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
          <Failure>{failed.failure.message}</Failure>
        </div>
      ) : null}
      <div>
        <Button
          type="submit"
          variant={isDanger ? 'dangerOutline' : 'primary'}
          disabled={busy !== null || secret === '' || !isReady}
        >
          {busy === task ? t('protection.working') : action}
        </Button>
      </div>
    </form>
  );
}
