import type { CSSProperties } from 'react';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import type { Lifeline, Mark, MarkKind } from './lifeline.pure.ts';

const looks: Readonly<Record<MarkKind, string>> = {
  current: 'h-2 bg-ink-line',
  ended: 'h-2 bg-ink-line',
  past: 'h-[5px] bg-ghost-ink',
  corrected: 'h-2 border border-rule-2 struck',
  retracted: 'h-1.5 border border-rule-2',
  conflict: 'h-[5px] bg-ink-line',
  otherConflict: 'h-[5px] bg-rubric',
  pending: 'h-2 border-[1.5px] border-dashed border-ink',
  dormant: 'h-[3px] dotted-line',
};

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A bar is never thinner than a mark one can see. */
const place = (from: number, to: number, topPx: number): CSSProperties => ({
  insetInlineStart: percent(from),
  width: `max(3px, ${percent(to - from)})`,
  top: topPx,
});

function Bar({ mark }: { readonly mark: Mark }) {
  const { kind, from, to, isRagged, isOpen, topPx, isDeeper } = mark;
  const look = `bar absolute rounded-[1px] ${looks[kind]} ${isDeeper ? 'h-1 opacity-80' : ''}`;
  // A candidate is nothing but expected, so it does not fade.
  const knownTo = kind === 'pending' ? to : Math.min(to, Math.max(from, mark.knownTo));
  return (
    <>
      {knownTo > from || to === from ? (
        <i className={`${look} ${isRagged ? 'ragged' : ''}`} style={place(from, knownTo, topPx)} />
      ) : null}
      {to > knownTo ? (
        <i className={`${look} opacity-40 ${isOpen ? 'fade-out' : ''}`} style={place(knownTo, to, topPx)} />
      ) : null}
      {kind === 'ended' ? (
        <i className="absolute h-3 w-0.5 bg-text" style={{ insetInlineStart: percent(to), top: topPx - 2 }} />
      ) : null}
    </>
  );
}

const labelTones: Readonly<Partial<Record<MarkKind, string>>> = {
  conflict: 'text-ink',
  otherConflict: 'text-rubric',
  current: 'text-text-2',
  pending: 'text-text-2',
};

/** Under this share of the axis a name would be a letter and three dots. */
const LEAST_ROOM = 0.05;

function Label({ mark }: { readonly mark: Mark }) {
  const { label, from, to, kind, topPx } = mark;
  if (label.text === '') return null;
  const room = kind === 'past' || kind === 'ended' ? to - from : 1 - from;
  if (label.side === 'under' && room < LEAST_ROOM) return null;
  const style: CSSProperties =
    label.side === 'under'
      ? {
          insetInlineStart: percent(from),
          maxWidth: percent(room),
          top: topPx + (looks[kind].startsWith('h-[5px]') ? 6 : 10),
          paddingInlineStart: 4,
        }
      : label.side === 'before'
        ? { insetInlineEnd: percent(1 - from), maxWidth: percent(from), top: topPx - 3, paddingInlineEnd: 6 }
        : { insetInlineStart: percent(to), maxWidth: percent(1 - to), top: topPx - 3, paddingInlineStart: 5 };
  return (
    <span className={`absolute truncate text-bar ${labelTones[kind] ?? 'text-text-3'}`} style={style}>
      <bdi>
        {label.until === null
          ? label.text
          : t('line.believedUntil', { value: label.text, day: formatDay(label.until) })}
      </bdi>
    </span>
  );
}

type LifelineBarsProps = { readonly line: Lifeline; readonly name: string; readonly hasLabels?: boolean };

/** Bars of one row on the shared axis; to people who listen it is one sentence. */
export function LifelineBars({ line, name, hasLabels = true }: LifelineBarsProps) {
  return (
    <div role="img" aria-label={name} className="relative overflow-hidden" style={{ height: line.heightPx }}>
      <div aria-hidden="true">
        {line.marks.map((mark) => (
          <Bar key={mark.key} mark={mark} />
        ))}
        {hasLabels ? line.marks.map((mark) => <Label key={mark.key} mark={mark} />) : null}
      </div>
    </div>
  );
}
