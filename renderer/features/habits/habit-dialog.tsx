import { useState } from 'react';
import type { Procedure } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { TextField } from '../../ui/parts.tsx';
import type { Failed } from '../failure.ts';
import { Field, FormDialog, fieldLook } from '../memory/form.tsx';
import { saveHabit } from './habits-store.ts';

/** What the contract takes; a person is told before the engine would refuse. */
const MAX_STEPS = 20;
const MAX_STEP_CHARS = 600;

/** What is wrong with the lines of a habit, in words; null when nothing is. */
function troubleOf(steps: readonly string[]): string | null {
  if (steps.length === 0) return t('habits.field.steps.missing');
  if (steps.length > MAX_STEPS) return t('habits.field.steps.many', { n: formatNumber(MAX_STEPS) });
  const long = steps.findIndex((step) => step.length > MAX_STEP_CHARS);
  if (long < 0) return null;
  return t('habits.field.steps.long', { line: formatNumber(long + 1), n: formatNumber(MAX_STEP_CHARS) });
}

type HabitDialogProps = {
  /** Null: a new one. */
  readonly habit: Procedure | null;
  /** After it was kept. */
  readonly onKept?: () => Promise<void>;
  readonly onClose: () => void;
};

/** When something holds and what is to be done then, in the user's words. */
export function HabitDialog({ habit, onKept, onClose }: HabitDialogProps) {
  const [trigger, setTrigger] = useState(habit === null || habit.trigger === 'Any answer' ? '' : habit.trigger);
  const [text, setText] = useState(habit?.steps.join('\n') ?? '');
  const [isAsked, setIsAsked] = useState(false);
  const steps = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const trouble = troubleOf(steps);
  const submit = (): Promise<Failed | null> | null => {
    setIsAsked(true);
    if (trouble !== null) return null;
    return saveHabit(habit, { trigger: trigger.trim(), steps }).then(async (failed) => {
      if (failed === null) await onKept?.();
      return failed;
    });
  };
  const first = habit?.evidence.find(({ quote }) => quote !== '');
  return (
    <FormDialog
      title={t(habit === null ? 'habits.addTitle' : 'habits.editTitle')}
      submitLabel={t('habits.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      {first === undefined ? null : (
        <blockquote dir="auto" className="border-s-2 border-rule ps-3 font-serif text-quote text-text">
          “{first.quote}”
        </blockquote>
      )}
      <Field label={t('habits.field.trigger')} hint={t('habits.field.trigger.hint')}>
        {(ids) => (
          <TextField
            {...ids}
            dir="auto"
            value={trigger}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => setTrigger(event.target.value)}
            className={fieldLook}
          />
        )}
      </Field>
      <Field label={t('habits.field.steps')} hint={t('habits.field.steps.hint')} trouble={isAsked ? trouble : null}>
        {(ids) => (
          <textarea
            {...ids}
            dir="auto"
            rows={4}
            value={text}
            maxLength={6_000}
            onChange={(event) => setText(event.target.value)}
            className="w-full resize-y rounded-ctl border border-rule-2 bg-leaf px-[11px] py-1.5 text-text aria-invalid:border-rubric"
          />
        )}
      </Field>
    </FormDialog>
  );
}
