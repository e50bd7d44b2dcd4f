import { count, t } from '../../locales/text.ts';
import { hrefs, useRouter } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { useForget } from './forget-store.ts';
import { stopForget } from './run-forget.ts';
import { secondsLeft } from './steps.pure.ts';

/** A forget that is under way while something else is looked at: what it does, and the way to stop it while it waits. */
export function ForgetLine() {
  const running = useForget((state) => state.running);
  const isHere = useRouter((state) => state.route.name === 'forget');
  if (running === null || isHere) return null;
  const { progress } = running.seen;
  const text =
    progress.step === 'waiting'
      ? t('forget.line.waiting', { seconds: count(secondsLeft(progress), 'seconds') })
      : t('forget.line.working', { step: t(`forget.doing.${progress.step}`) });
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-rule bg-leaf px-6 py-2 text-ui">
      <i aria-hidden="true" className="scrape h-3 w-8 self-center" />
      <span className="num min-w-0 flex-1">{text}</span>
      {progress.step === 'waiting' && running.isOwn ? (
        <TextButton disabled={running.isStopping} onClick={stopForget}>
          {t('forget.stop')}
        </TextButton>
      ) : null}
      <a className="act text-sec" href={hrefs.forget}>
        {t('forget.line.open')}
      </a>
    </div>
  );
}
