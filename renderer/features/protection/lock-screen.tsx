import type { ProtectionStatus } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { CredentialForm } from './credential-field.tsx';
import { unlock, useProtection } from './protection-store.ts';
import { WholePage } from './whole-page.tsx';

/** All that a locked folder shows. */
export function LockScreen({ status }: { readonly status: ProtectionStatus }) {
  const isBusy = useProtection((state) => state.task !== null);
  const canAskKeychain = status.ways.includes('keychain') && status.keychain.kind === 'safe';
  return (
    <WholePage title={t('protection.locked')}>
      <p className="max-w-[62ch] text-text-2">
        {t(status.isUnfinished ? 'protection.locked.unfinished' : 'protection.locked.what')}
      </p>
      <CredentialForm
        task="unlock"
        action={t('protection.unlock')}
        hasRecovery={status.ways.includes('recovery')}
        hasFocus
        onSubmit={unlock}
      />
      {canAskKeychain ? (
        <p>
          <Button disabled={isBusy} onClick={() => void unlock({ kind: 'keychain' })}>
            {t('protection.unlock.keychain')}
          </Button>
        </p>
      ) : null}
      <p className="max-w-[62ch] text-sec text-text-2">
        {t(status.ways.includes('recovery') ? 'protection.locked.lost' : 'protection.locked.lostForGood')}
      </p>
    </WholePage>
  );
}
