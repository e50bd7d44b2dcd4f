import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { TimePoint } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { Button, type ButtonVariant, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, TextField } from '../../ui/parts.tsx';
import type { Outcome } from './change-fact.ts';
import { type ReadDate, readDate } from './read-date.pure.ts';
import { dateTrouble } from './words.ts';

type FieldIds = { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean };

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly trouble?: string | null;
  readonly children: (ids: FieldIds) => ReactNode;
};

/** A label, what it labels, and under it what is wrong or what to write. */
export function Field({ label, hint, trouble = null, children }: FieldProps) {
  const id = useId();
  const note = trouble ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sec text-text">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': trouble !== null })}
      <p id={`${id}-note`} className={`text-sec ${trouble === null ? 'text-text-3' : 'text-rubric'} empty:hidden`}>
        {note}
      </p>
    </div>
  );
}

export const fieldLook = 'w-full text-text aria-invalid:border-rubric';

type DateFieldProps = {
  readonly label: string;
  readonly text: string;
  readonly hint?: string;
  readonly trouble?: string | null;
  readonly hasFocus?: boolean;
  readonly onChange: (text: string) => void;
};

/** A date in the reader's own words. A day that does not exist, or that can be read in two ways, is asked about. */
export function DateField({ label, text, hint, trouble = null, hasFocus = false, onChange }: DateFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const date = readDate(text, now().getTime());
  const isUnfinished = date.kind === 'unreadable' || date.kind === 'noYear';
  const own = isUnfinished && !isLeft ? null : dateTrouble(date);
  return (
    <div>
      <Field label={label} hint={hint} trouble={own ?? trouble}>
        {(ids) => (
          <TextField
            {...ids}
            value={text}
            autoComplete="off"
            autoFocus={hasFocus}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => setIsLeft(true)}
            className={fieldLook}
          />
        )}
      </Field>
      {date.kind === 'twoWays' ? (
        <span className="mt-1 flex gap-3.5">
          {date.choices.map((choice) => (
            <TextButton key={choice} onClick={() => onChange(choice)}>
              {choice}
            </TextButton>
          ))}
        </span>
      ) : null}
    </div>
  );
}

/** The point in time of a field: null for none, undefined while it cannot be read. */
export function pointOf(date: ReadDate): TimePoint | null | undefined {
  return date.kind === 'ok' ? date.point : date.kind === 'empty' ? null : undefined;
}

export const readField = (text: string): ReadDate => readDate(text, now().getTime());

type FormDialogProps = {
  readonly title: string;
  readonly submitLabel: string;
  readonly variant?: ButtonVariant;
  readonly width?: 'narrow' | 'wide';
  /** Null: it was not sent, because a field says what is missing. */
  readonly onSubmit: () => Promise<Outcome> | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A question with fields: it closes when it was done, and says why where it was not. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, variant = 'primary', width = 'narrow', onSubmit, onClose, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Outcome>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const doing = onSubmit();
    if (doing === null || isBusy) return;
    setIsBusy(true);
    const outcome = await doing;
    setIsBusy(false);
    setFailure(outcome);
    if (outcome === null) onClose();
  };
  return (
    <Dialog label={title} isLabelShown width={width} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogBody
          actions={
            <>
              <Button variant="quiet" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" variant={variant} disabled={isBusy}>
                {submitLabel}
              </Button>
            </>
          }
        >
          {children}
          {failure ? <Failure>{failure.message}</Failure> : null}
        </DialogBody>
      </form>
    </Dialog>
  );
}
