import { formatBytes, formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Bar } from '../../ui/parts.tsx';
import type { StepRow } from './steps.pure.ts';

/** "9 of 14", "41 MB of 120 MB"; only what is known. */
function amountOf(row: StepRow): string {
  if (row.state === 'done') return row.ms === null ? '' : formatMs(row.ms);
  if (row.state !== 'now' || row.total === null || row.total <= 0) return '';
  const write = row.step === 'scanning' ? formatBytes : formatNumber;
  return t('forget.of', { done: write(Math.min(row.done, row.total)), total: write(row.total) });
}

const verbs = { done: 'done', now: 'doing', next: 'do' } as const;
const marks = { done: '✓', now: '●', next: '' } as const;
const states = { done: 'forget.step.finished', now: 'forget.step.current', next: 'forget.step.waiting' } as const;

function Step({ row }: { readonly row: StepRow }) {
  const { step, state } = row;
  const text = t(`forget.${verbs[state]}.${step}`);
  const look = state === 'now' ? 'font-semibold' : state === 'next' ? 'text-text-2' : '';
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={`grid grid-cols-[1.375rem_minmax(0,1fr)_auto] border-t border-rule py-[7px] outline-none! ${look}`}
    >
      <span aria-hidden="true" className="text-ink">
        {marks[state]}
      </span>
      <span>
        {text}
        <span className="sr-only">, {t(states[state])}</span>
        {row.state === 'now' && row.total !== null && row.total > 0 ? (
          <Bar share={row.done / row.total} label={text} className="mt-[7px] max-w-[11.25rem]" />
        ) : null}
      </span>
      <span className="num text-sec font-normal text-text-2">{amountOf(row)}</span>
    </li>
  );
}

/** What is done, what is being done, and what comes. */
export function StepsList({ rows }: { readonly rows: readonly StepRow[] }) {
  return (
    <ol aria-label={t('forget.steps')} className="mt-5 list-none p-0">
      {rows.map((row) => (
        <Step key={row.step} row={row} />
      ))}
    </ol>
  );
}
