import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';

const VIEWS = ['facts', 'graph', 'topics', 'habits', 'documents'] as const;
export type MemoryView = (typeof VIEWS)[number];

const hrefOf = (view: MemoryView): string => {
  switch (view) {
    case 'facts':
      return hrefs.memory();
    case 'graph':
      return hrefs.graph;
    case 'topics':
      return hrefs.topics();
    case 'habits':
      return hrefs.habits;
    case 'documents':
      return hrefs.documents();
  }
};

/** From one view of memory to the others. */
export function MemoryViews({ current }: { readonly current: MemoryView }) {
  return (
    <nav aria-label={t('memory.views')} className="inline-flex flex-wrap gap-x-[18px] border-b border-rule">
      {VIEWS.map((view) => (
        <a
          key={view}
          href={hrefOf(view)}
          aria-current={view === current ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent pt-1.5 pb-[7px] text-text-2 aria-[current]:border-ink aria-[current]:text-text"
        >
          {t(`memory.${view}`)}
        </a>
      ))}
    </nav>
  );
}
