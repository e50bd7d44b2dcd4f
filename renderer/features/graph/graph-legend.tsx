import { t } from '../../locales/text.ts';
import type { LinkState } from './model.pure.ts';

const LINES: readonly { readonly state: LinkState; readonly look: string; readonly dash?: string }[] = [
  { state: 'holds', look: 'stroke-ink-line' },
  { state: 'past', look: 'stroke-ghost-ink' },
  { state: 'dormant', look: 'stroke-ink-line', dash: '1.5 4.5' },
  { state: 'conflict', look: 'stroke-rubric' },
];

/** What each kind of line means; what each mark means stands on the filters. */
export function GraphLegend() {
  return (
    <ul aria-label={t('graph.lines')} className="flex flex-wrap gap-x-5 gap-y-1 text-lab text-text-2">
      {LINES.map(({ state, look, dash }) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 24 8" className={`h-2 w-6 ${look}`}>
            <path d="M1 4H23" strokeWidth={state === 'past' ? 1 : 1.8} strokeLinecap="round" strokeDasharray={dash} />
          </svg>
          {t(`graph.state.${state}`)}
        </li>
      ))}
    </ul>
  );
}
