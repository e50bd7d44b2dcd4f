import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';

/** From one view of memory to the other. */
export function MemoryViews({ current }: { readonly current: 'facts' | 'graph' }) {
  const link = (view: 'facts' | 'graph', href: string) => (
    <a
      href={href}
      aria-current={view === current ? 'page' : undefined}
      className="-mb-px border-b-2 border-transparent pt-1.5 pb-[7px] text-text-2 aria-[current]:border-ink aria-[current]:text-text"
    >
      {t(`memory.${view}`)}
    </a>
  );
  return (
    <nav aria-label={t('memory.views')} className="inline-flex gap-[18px] border-b border-rule">
      {link('facts', hrefs.memory())}
      {link('graph', hrefs.graph)}
    </nav>
  );
}
