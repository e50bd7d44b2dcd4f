import { formatMonth } from '../../locales/format.pure.ts';
import type { Tick } from './scale.pure.ts';

const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const at = (share: number) => ({ insetInlineStart: `${(share * 100).toFixed(2)}%` });

/** "2024", "Mar", and at the beginning of a year "Jan 2025". */
function labelText({ kind, ms }: NonNullable<Tick['label']>): string {
  const date = new Date(ms);
  if (kind === 'year') return String(date.getFullYear());
  return date.getMonth() === 0
    ? formatMonth(date.toISOString()).replace(/^(\p{L}{3})\p{L}*/u, '$1')
    : shortMonth.format(date);
}

type AxisTicksProps = {
  readonly ticks: readonly Tick[];
  readonly hasLabels: boolean;
  readonly hasMarks?: boolean;
};

/** Marks of the time axis; `hasLabels` writes the years over them. */
export function AxisTicks({ ticks, hasLabels, hasMarks = true }: AxisTicksProps) {
  return (
    <div aria-hidden="true">
      {ticks.map(({ share, label }) => (
        <span key={share}>
          {hasMarks && share > 0 ? (
            <i className="absolute top-[15px] h-[9px] border-s border-rule-2" style={at(share)} />
          ) : null}
          {hasLabels && label ? (
            <span
              className={`num absolute -top-px text-bar whitespace-nowrap text-text-3 ${label.kind === 'year' ? '-translate-x-1/2 rtl:translate-x-1/2' : 'ps-1'}`}
              style={at(label.share)}
            >
              {labelText(label)}
            </span>
          ) : null}
        </span>
      ))}
    </div>
  );
}
