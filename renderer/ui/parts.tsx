import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** A key as it is printed on keyboards. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded-[4px] border border-rule border-b-rule-2 bg-leaf px-[5px] font-sans text-[0.6875rem] leading-4 whitespace-nowrap text-text-2">
      {children}
    </kbd>
  );
}

/** Blank ruled lines, shown only when something takes longer than a glance. */
export function Loading({ label, lines = 4 }: { readonly label: string; readonly lines?: number }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsShown(true), 200);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className="py-1">
      <p className="text-sec text-text-2">{label}</p>
      <div aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => `line ${line}`).map((line) => (
          <i key={line} className="block h-[1.375rem] border-b border-rule-2 opacity-50" />
        ))}
      </div>
    </div>
  );
}

type FailureProps = {
  readonly children: ReactNode;
  readonly actionLabel?: string;
  readonly onAction?: () => void;
};

/** What is so, then what to do. */
export function Failure({ children, actionLabel, onAction }: FailureProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-s-[3px] border-rubric bg-rubric-wash/50 py-2.5 ps-4 pe-3">
      <p className="min-w-0 flex-1 text-text">{children}</p>
      {actionLabel && onAction ? (
        <Button size="small" onClick={onAction}>
          {actionLabel}
        </Button>
      ) : null}
    </div>
  );
}

const heights = { thin: 'h-1', regular: 'h-1.5' } as const;

type BarProps = {
  readonly share: number;
  readonly label: string;
  readonly height?: keyof typeof heights;
  readonly className?: string;
};

/** Progress; `label` says the same in words. */
export function Bar({ share, label, height = 'thin', className = '' }: BarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`bar overflow-hidden rounded-[2px] bg-sunk ${heights[height]} ${className}`}
    >
      <i className="block h-full bg-ink-line" style={{ width: `${percent}%` }} />
    </div>
  );
}

const fills = {
  full: 'bg-ink',
  outline: 'border border-ink',
  dashed: 'border border-dashed border-ink',
  rubric: 'bg-rubric',
} as const;

/** A state: a small mark and its word. */
export function Badge({ fill, children }: { readonly fill: keyof typeof fills; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-lab text-text-2">
      <i aria-hidden="true" className={`h-2 w-3.5 flex-none ${fills[fill]}`} />
      {children}
    </span>
  );
}

const chips = {
  plain: 'border-rule text-text-2',
  rubric: 'border-rubric text-rubric',
  ink: 'border-ink bg-ink-wash text-ink',
} as const;

export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof chips;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sec whitespace-nowrap ${chips[tone]}`}
    >
      {children}
    </span>
  );
}

/** On or off, at once. */
export function Switch({
  isOn,
  label,
  onChange,
  describedBy,
  id,
  isDisabled = false,
}: {
  readonly isOn: boolean;
  readonly label: string;
  readonly onChange: (isOn: boolean) => void;
  readonly describedBy?: string;
  readonly id?: string;
  readonly isDisabled?: boolean;
}) {
  return (
    <button
      type="button"
      id={id}
      disabled={isDisabled}
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={() => onChange(!isOn)}
      className={`relative h-5 w-[2.125rem] flex-none rounded-full border disabled:opacity-60 ${isOn ? 'border-ink bg-ink' : 'border-rule-2 bg-sunk'}`}
    >
      <i
        aria-hidden="true"
        className={`absolute top-[3px] size-3 rounded-full transition-[inset-inline-start] duration-100 ${isOn ? 'start-[1.0625rem] bg-on-ink' : 'start-[3px] bg-rule-2'}`}
      />
    </button>
  );
}

/** One line of text to type. */
export function TextField({ className = '', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={`h-[2.125rem] rounded-ctl border border-rule-2 bg-leaf px-[11px] max-mid:h-11 ${className}`}
      {...rest}
    />
  );
}

const selects = {
  regular: 'h-8 text-ui border-rule-2 bg-leaf',
  quiet: 'h-[1.625rem] text-sec border-transparent bg-transparent hover:bg-sunk max-mid:h-9',
} as const;

/** One of a few. */
export function Select({
  look = 'regular',
  className = '',
  ...rest
}: ComponentProps<'select'> & { readonly look?: keyof typeof selects }) {
  return <select className={`rounded-ctl border px-2 text-text ${selects[look]} ${className}`} {...rest} />;
}

/** The frame of every page but the chat: inset, title, one sentence, actions. */
export function Page({
  title,
  leading,
  lead,
  beside,
  actions,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Stands after the title: other views of the same. */
  readonly beside?: ReactNode;
  /** Stands before the title, such as the way to the menu on a narrow screen. */
  readonly leading?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="h-full overflow-auto">
      <div className="max-w-[74.75rem] px-11 pt-[1.875rem] pb-10 max-mid:px-[1.125rem] max-mid:pt-5">
        <header className="mb-5 flex items-end gap-[1.125rem] max-mid:flex-wrap">
          <div className="min-w-0 flex-1 max-mid:basis-full">
            <div className="flex flex-wrap items-end gap-x-[1.625rem] gap-y-1">
              <div className="flex min-w-0 items-center gap-2">
                {leading}
                <h1 dir="auto" className="min-w-0 text-title tracking-[-0.012em] [overflow-wrap:anywhere]">
                  {title}
                </h1>
              </div>
              {beside}
            </div>
            {lead ? <div className="mt-[3px] max-w-[96ch] text-text-2">{lead}</div> : null}
          </div>
          {actions ? <div className="flex flex-none gap-2">{actions}</div> : null}
        </header>
        {children}
      </div>
    </div>
  );
}
