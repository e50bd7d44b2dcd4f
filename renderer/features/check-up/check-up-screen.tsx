import { type ReactNode, useEffect } from 'react';
import type { CheckUpQuestions } from '../../../main/contract/index.ts';
import { useConnection } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { useSpace } from '../../space.ts';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { lookForQuestions, useCheckUp } from './check-up-store.ts';
import { Progress } from './progress.tsx';
import { Result } from './result.tsx';
import { SetupForm } from './setup-form.tsx';

type NothingProps = { readonly title: string; readonly what: string; readonly children: ReactNode };

function Nothing({ title, what, children }: NothingProps) {
  return (
    <div className="max-w-[74ch] border-t border-rule pt-4">
      <p className="text-lead">{title}</p>
      <p className="text-text-2">{what}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">{children}</p>
    </div>
  );
}

function Ready({ found }: { readonly found: CheckUpQuestions }) {
  const result = useCheckUp((state) => state.result);
  if (found.isUsingOff)
    return (
      <Nothing title={t('checkUp.off.title')} what={t('checkUp.off.what')}>
        <a className="act" href={hrefs.settings}>
          {t('checkUp.off.settings')}
        </a>
      </Nothing>
    );
  if (found.asked.count + found.imported.count === 0)
    return (
      <Nothing title={t('checkUp.empty.title')} what={t('checkUp.empty.what')}>
        <a className="act" href={hrefs.newChat}>
          {t('checkUp.empty.chat')}
        </a>
        <a className="act" href={hrefs.import}>
          {t('checkUp.empty.import')}
        </a>
      </Nothing>
    );
  return (
    <>
      <SetupForm found={found} />
      {result === null ? null : <Progress result={result} />}
      {result === null ? null : <Result result={result} />}
    </>
  );
}

/** One's own questions asked again: what would have been found with a change, and what is no longer so. */
export function CheckUpScreen() {
  const found = useCheckUp((state) => state.found);
  const epoch = useConnection((state) => state.epoch);
  const spaceId = useSpace((state) => state.spaceId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another space has other questions
  useEffect(() => {
    if (epoch > 0) void lookForQuestions();
  }, [epoch, spaceId]);
  return (
    <section aria-label={t('checkUp.title')} className="h-full">
      <Page title={t('checkUp.title')} lead={t('checkUp.lead')} leading={<MenuButton />}>
        {found.kind === 'loading' ? <Loading label={t('checkUp.looking')} /> : null}
        {found.kind === 'failed' ? (
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void lookForQuestions()}>
            {t('checkUp.failed', { why: found.failure.message })}
          </Failure>
        ) : null}
        {found.kind === 'ready' ? <Ready found={found.value} /> : null}
      </Page>
    </section>
  );
}
