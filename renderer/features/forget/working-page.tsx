import { useEffect, useRef } from 'react';
import { useConnection } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Bar, Failure, Kbd } from '../../ui/parts.tsx';
import { ErasingPicture } from './erasing-picture.tsx';
import type { Running } from './forget-store.ts';
import { Head } from './parts.tsx';
import { stopForget } from './run-forget.ts';
import { erasedShare, listSteps, secondsLeft } from './steps.pure.ts';
import { StepsList } from './steps-list.tsx';

/** The seconds in which it can still be stopped. Only the page that began it can do so. */
function Waiting({ running }: { readonly running: Running }) {
  const stop = useRef<HTMLButtonElement>(null);
  const { progress } = running.seen;
  const seconds = secondsLeft(progress);
  useEffect(() => stop.current?.focus(), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      stopForget();
    };
    // Before the app's own keys: here Esc stops this, and not an answer.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  const title =
    seconds > 0 ? t('forget.waiting.title', { seconds: count(seconds, 'seconds') }) : t('forget.waiting.now');
  const share = progress.total === null || progress.total === 0 ? 1 : progress.done / progress.total;
  return (
    <>
      <Head label={t('forget.step.work')} title={title} lead={t('forget.waiting.lead')} hasFocus={false} />
      <Bar share={share} label={title} height="regular" className="max-w-[20rem]" />
      {running.isOwn ? (
        <Button ref={stop} variant="primary" className="mt-4" disabled={running.isStopping} onClick={stopForget}>
          {t('forget.stop')} <Kbd>Esc</Kbd>
        </Button>
      ) : null}
    </>
  );
}

function Working() {
  return <Head label={t('forget.step.work')} title={t('forget.working.title')} lead={t('forget.working.lead')} />;
}

/** A forget under way: first the seconds of grace, then its steps as they happen. */
export function WorkingPage({ running }: { readonly running: Running }) {
  const isLost = useConnection((state) => state.state === 'lost');
  const { progress } = running.seen;
  return (
    <div className="h-full overflow-auto">
      <div className="grid max-w-[74.75rem] grid-cols-[20.625rem_minmax(0,1fr)] gap-x-[3.75rem] gap-y-8 px-11 pt-[1.875rem] pb-10 max-wide:grid-cols-1 max-mid:px-[1.125rem] max-mid:pt-5">
        <div className="max-w-[36rem]">
          {progress.step === 'waiting' ? <Waiting running={running} /> : <Working />}
          {isLost ? (
            <div className="mt-4">
              <Failure>{t('forget.lost')}</Failure>
            </div>
          ) : null}
          <StepsList rows={listSteps(running.seen, null)} />
          <p className="mt-3.5 text-sec text-text-2">{t('forget.steps.after')}</p>
        </div>
        <div className="max-w-[41rem] pt-16 max-wide:pt-0">
          <ErasingPicture share={erasedShare(progress)} />
          <p className="mt-[1.375rem] border-t border-rule pt-2.5 text-sec text-text-2">{t('forget.picture')}</p>
        </div>
      </div>
    </div>
  );
}
