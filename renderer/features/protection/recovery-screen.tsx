import { useId, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { leaveRecoveryKey } from './protection-store.ts';
import { WholePage } from './whole-page.tsx';

async function copyKey(recoveryKey: string): Promise<void> {
  if (await copyText(recoveryKey)) announce(t('protection.recovery.copied'));
}

type RecoveryProps = { readonly recoveryKey: string; readonly isAnother: boolean };

/** The recovery key, this once; it goes only when somebody says that it is written down. */
export function RecoveryScreen({ recoveryKey, isAnother }: RecoveryProps) {
  const id = useId();
  const [isKept, setIsKept] = useState(false);
  return (
    <WholePage title={t('protection.recovery.title')}>
      <div data-print-only="" className="flex flex-col gap-3">
        <p className="max-w-[62ch]">{t('protection.recovery.what')}</p>
        <p
          dir="ltr"
          data-recovery-key=""
          className="num border-y border-rule-2 py-4 font-mono text-[1.0625rem] leading-8 tracking-[0.04em] break-words"
        >
          {recoveryKey}
        </p>
        <p className="max-w-[62ch] text-sec text-text-2">
          {t('protection.recovery.care')} {isAnother ? t('protection.recovery.before') : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyKey(recoveryKey)}>{t('common.copy')}</Button>
        <Button onClick={() => window.print()}>{t('protection.recovery.print')}</Button>
      </div>
      <p className="max-w-[62ch] text-sec text-text-2">{t('protection.recovery.clipboard')}</p>
      <div className="flex items-baseline gap-2.5">
        <input
          id={id}
          type="checkbox"
          checked={isKept}
          onChange={(event) => setIsKept(event.target.checked)}
          className="size-3.5 flex-none accent-ink"
        />
        <label htmlFor={id}>{t('protection.recovery.kept')}</label>
      </div>
      <div>
        <Button variant="primary" disabled={!isKept} onClick={leaveRecoveryKey}>
          {t('protection.recovery.done')}
        </Button>
      </div>
    </WholePage>
  );
}
