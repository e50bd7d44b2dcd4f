import { type ReactNode, useEffect, useId, useState } from 'react';
import { TextField } from '../../ui/parts.tsx';

type RowProps = {
  readonly label: string;
  readonly consequence: string;
  readonly children: (ids: { readonly id: string; readonly describedBy: string }) => ReactNode;
};

/** A setting, and under it what it changes. */
export function Row({ label, consequence, children }: RowProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 gap-y-2 border-t border-rule py-[13px] max-mid:grid-cols-1">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-what`} className="max-w-[62ch] text-sec text-text-2">
          {consequence}
        </p>
      </div>
      <div className="justify-self-end max-mid:justify-self-start">{children({ id, describedBy: `${id}-what` })}</div>
    </div>
  );
}

/** Text that is kept when one leaves the field or presses Enter. */
export function KeptText({
  id,
  describedBy,
  value,
  list,
  onKeep,
}: {
  readonly id: string;
  readonly describedBy: string;
  readonly value: string;
  readonly list?: string;
  readonly onKeep: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const keep = () => {
    if (text.trim() !== value) onKeep(text.trim());
  };
  return (
    <TextField
      id={id}
      aria-describedby={describedBy}
      list={list}
      dir="auto"
      maxLength={80}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
      className="w-56"
    />
  );
}

/** A heading and its settings. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="mb-1 text-[1.25rem] leading-7">{title}</h2>
      {children}
    </section>
  );
}
