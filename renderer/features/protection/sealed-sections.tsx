import { type ReactNode, useId, useState } from 'react';
import type { ProtectionStatus } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Select, Switch } from '../../ui/parts.tsx';
import { Row, Section } from '../settings/setting-row.tsx';
import { CredentialForm } from './credential-field.tsx';
import { isAgreed, NewPassphraseFields, NO_PASSPHRASE } from './new-passphrase.tsx';
import {
  changePassphrase,
  lockNow,
  makeRecoveryKey,
  removeProtection,
  rotateKeys,
  setAutoLock,
  setKeychain,
  useProtection,
} from './protection-store.ts';

const MINUTES = [1, 5, 15, 30, 60, 240] as const;
type Part = { readonly status: ProtectionStatus };

const minutesLabel = (minutes: number): string =>
  minutes === 1 ? t('protection.auto.minute') : t('protection.auto.minutes', { n: minutes });

/** When it locks. */
export function Locking({ status }: Part) {
  const { task, failure } = useProtection();
  const { lockAfterMinutes: minutes, isLockedOnSleep } = status;
  const choices = [...new Set<number>([...MINUTES, ...(minutes === null ? [] : [minutes])])].sort((a, b) => a - b);
  return (
    <Section title={t('protection.locking')}>
      <Row label={t('protection.lock')} consequence={t('protection.lock.what')}>
        {({ id, describedBy }) => (
          <Button id={id} aria-describedby={describedBy} disabled={task !== null} onClick={() => void lockNow()}>
            {t('protection.lock')}
          </Button>
        )}
      </Row>
      <Row label={t('protection.auto')} consequence={t('protection.auto.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={minutes ?? 'never'}
            onChange={({ target }) =>
              void setAutoLock(target.value === 'never' ? null : Number(target.value), isLockedOnSleep)
            }
          >
            <option value="never">{t('protection.auto.never')}</option>
            {choices.map((each) => (
              <option key={each} value={each}>
                {minutesLabel(each)}
              </option>
            ))}
          </Select>
        )}
      </Row>
      <Row label={t('protection.sleep')} consequence={t('protection.sleep.what')}>
        {({ id, describedBy }) => (
          <Switch
            id={id}
            label={t('protection.sleep')}
            describedBy={describedBy}
            isOn={isLockedOnSleep}
            onChange={(isOn) => void setAutoLock(minutes, isOn)}
          />
        )}
      </Row>
      {failure?.task === 'lock' ? <Failure>{failure.failure.message}</Failure> : null}
    </Section>
  );
}

/** Something that needs the passphrase again; it opens only when it is wanted. */
function Change({
  title,
  what,
  open,
  children,
}: {
  readonly title: string;
  readonly what: string;
  readonly open: string;
  readonly children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby={id} className="border-t border-rule py-[13px]">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-normal">
            {title}
          </h3>
          <p className="max-w-[62ch] text-sec text-text-2">{what}</p>
        </div>
        {isOpen ? (
          <TextButton onClick={() => setIsOpen(false)}>{t('common.cancel')}</TextButton>
        ) : (
          <Button aria-label={`${title}: ${open}`} onClick={() => setIsOpen(true)}>
            {open}
          </Button>
        )}
      </div>
      {isOpen ? <div className="pt-3 pb-2">{children(() => setIsOpen(false))}</div> : null}
    </section>
  );
}

function ChangePassphrase({ status, onDone }: Part & { readonly onDone: () => void }) {
  const [wanted, setWanted] = useState(NO_PASSPHRASE);
  return (
    <CredentialForm
      task="change"
      action={t('protection.change')}
      hasRecovery={status.ways.includes('recovery')}
      isReady={isAgreed(wanted)}
      onSubmit={async (by) => {
        const isDone = await changePassphrase(wanted.first, by);
        if (isDone) onDone();
        return isDone;
      }}
    >
      <NewPassphraseFields value={wanted} onChange={setWanted} />
    </CredentialForm>
  );
}

function Keychain({ status }: Part) {
  const isOn = status.ways.includes('keychain');
  const title = t('protection.keychain');
  if (status.keychain.kind !== 'safe' && !isOn)
    return (
      <section className="border-t border-rule py-[13px]">
        <h3 className="font-normal">{title}</h3>
        <p className="max-w-[62ch] text-sec text-text-2">{status.keychain.says}</p>
      </section>
    );
  return (
    <Change
      title={title}
      what={status.keychain.says}
      open={t(isOn ? 'protection.keychain.off' : 'protection.keychain.on')}
    >
      {(close) => (
        <CredentialForm
          task="keychain"
          action={t(isOn ? 'protection.keychain.off' : 'protection.keychain.on')}
          hasRecovery={status.ways.includes('recovery')}
          onSubmit={async (by) => {
            const isDone = await setKeychain(!isOn, by);
            if (isDone) close();
            return isDone;
          }}
        />
      )}
    </Change>
  );
}

/** What opens the folder. */
export function Keys({ status }: Part) {
  const hasRecovery = status.ways.includes('recovery');
  return (
    <Section title={t('protection.keys')}>
      <Change title={t('protection.passphrase')} what={t('protection.change.what')} open={t('protection.change.open')}>
        {(close) => <ChangePassphrase status={status} onDone={close} />}
      </Change>
      <Change
        title={t('protection.recoveryKey')}
        what={t(hasRecovery ? 'protection.recovery.has' : 'protection.recovery.none')}
        open={t(hasRecovery ? 'protection.recovery.renew' : 'protection.recovery.make')}
      >
        {(close) => (
          <CredentialForm
            task="recovery"
            action={t(hasRecovery ? 'protection.recovery.renew' : 'protection.recovery.make')}
            hasRecovery={hasRecovery}
            onSubmit={async (by) => {
              const isDone = await makeRecoveryKey(by);
              if (isDone) close();
              return isDone;
            }}
          />
        )}
      </Change>
      <Keychain status={status} />
      <Change title={t('protection.rotate')} what={t('protection.rotate.what')} open={t('protection.rotate.open')}>
        {(close) => (
          <>
            {hasRecovery ? <p className="mb-3 max-w-[62ch] text-sec">{t('protection.rotate.recovery')}</p> : null}
            <CredentialForm
              task="rotate"
              action={t('protection.rotate.open')}
              hasRecovery={false}
              onSubmit={async (by) => {
                const isDone = await rotateKeys(by);
                if (isDone) close();
                return isDone;
              }}
            />
          </>
        )}
      </Change>
      <Change title={t('protection.remove')} what={t('protection.remove.what')} open={t('protection.remove.open')}>
        {() => (
          <CredentialForm
            task="remove"
            action={t('protection.remove.do')}
            hasRecovery={hasRecovery}
            isDanger
            onSubmit={removeProtection}
          />
        )}
      </Change>
    </Section>
  );
}
