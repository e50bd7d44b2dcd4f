import type { ReactNode } from 'react';
import { useConnection } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { Brand } from '../../ui/icon.tsx';
import { useLive } from '../../ui/live.ts';

/** A page with nothing else on it: nothing of the user's stands beside it. */
export function WholePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const live = useLive((state) => state.text);
  const isLost = useConnection((state) => state.state === 'lost');
  return (
    <div className="h-full overflow-auto bg-leaf">
      <main className="mx-auto flex max-w-[40rem] flex-col gap-4 px-8 pt-[15vh] pb-16 max-mid:px-[1.125rem] max-mid:pt-10">
        <Brand />
        <h1 className="mt-4 text-title tracking-[-0.012em]">{title}</h1>
        {isLost ? <p className="text-rubric">{t('protection.away')}</p> : null}
        {children}
      </main>
      <div role="status" aria-live="polite" className="sr-only">
        {live}
      </div>
    </div>
  );
}
