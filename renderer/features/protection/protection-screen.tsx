import type { ProtectionStatus } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { loadProtection, useProtection } from './protection-store.ts';
import { Keys, Locking } from './sealed-sections.tsx';
import { SetPassphrase } from './set-passphrase.tsx';

/** What is and is not protected against whom, each said as plainly as the other. */
function Points({ points }: Pick<ProtectionStatus, 'points'>) {
  return (
    <section aria-labelledby="points">
      <h2 id="points" className="mb-1 text-[1.25rem] leading-7">
        {t('protection.points')}
      </h2>
      <ul>
        {points.map(({ against, isProtected, says }) => (
          <li key={against} className="border-t border-rule py-2.5">
            <p>{against}</p>
            <p className="text-sec text-text-2">
              <b className={isProtected ? 'text-text' : 'text-rubric'}>
                {t(isProtected ? 'protection.points.yes' : 'protection.points.no')}
              </b>{' '}
              {says}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Body({ status }: { readonly status: ProtectionStatus }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] gap-10 max-wide:grid-cols-1 max-wide:gap-7">
      <div>
        {status.kind === 'none' ? (
          <SetPassphrase />
        ) : (
          <>
            <Locking status={status} />
            <Keys status={status} />
          </>
        )}
      </div>
      <Points points={status.points} />
    </div>
  );
}

/** Who can read what is stored, and how to change that. */
export function ProtectionScreen() {
  const { status, failure } = useProtection();
  return (
    <Page title={t('protection.title')} lead={status?.says} leading={<MenuButton />}>
      {status ? <Body status={status} /> : <Loading label={t('protection.loading')} />}
      {status === null && failure ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadProtection()}>
          {failure.failure.message}
        </Failure>
      ) : null}
    </Page>
  );
}
