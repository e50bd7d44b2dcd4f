import { useCallback, useEffect, useId, useState } from 'react';
import {
  type Classification,
  type Correction,
  type HeadName,
  IntentLabel,
  OperationType,
  Reliance,
  TopicLabel,
  type Trace,
  type TurnId,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { announce } from '../../ui/live.ts';
import { Failure, Select } from '../../ui/parts.tsx';
import { type Failed, toFailed } from '../failure.ts';

type Choice = {
  readonly field: HeadName;
  readonly options: readonly (readonly [string, string])[];
  readonly read: string | null;
};

/** The labels of each field in words, and what the classifier had said. */
function listChoices({ operation, reliance, topics, intents }: Classification): readonly Choice[] {
  const topic = TopicLabel.options.map((label) => [label, t(`topic.${label}`)] as const);
  const intent = IntentLabel.options.map((label) => [label, t(`intent.${label}`)] as const);
  return [
    {
      field: 'operation',
      options: OperationType.options.map((label) => [label, t(`operation.${label}`)] as const),
      read: operation,
    },
    {
      field: 'reliance',
      options: Reliance.options.map((label) => [label, t(`reliance.${label}`)] as const),
      read: reliance,
    },
    { field: 'topic', options: topic, read: topics[0] ?? null },
    { field: 'intent', options: intent, read: intents[0] ?? null },
  ];
}

/** What the user has said about a question; changes are shown when they are on disk. */
function useCorrections(turnId: TurnId) {
  const [said, setSaid] = useState<readonly Correction[]>([]);
  const [failure, setFailure] = useState<Failed | null>(null);
  const run = useCallback(
    async (task: () => Promise<{ readonly corrections: readonly Correction[] }>, word: string | null) => {
      try {
        setSaid((await task()).corrections);
        setFailure(null);
        if (word !== null) announce(word);
      } catch (error) {
        setFailure(toFailed(error));
      }
    },
    [],
  );
  useEffect(() => {
    void run(() => api.call('corrections.list', { turnId }), null);
  }, [turnId, run]);
  return { said, failure, run };
}

type FieldProps = {
  readonly choice: Choice;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly onUndo: () => void;
};

function Field({ choice: { field, options, read }, value, onChange, onUndo }: FieldProps) {
  const id = useId();
  const name = t(`correct.field.${field}`);
  const wordOf = (label: string) => options.find(([each]) => each === label)?.[1] ?? label;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <label htmlFor={id} className="w-36 text-sec text-text-3">
        {name}
      </label>
      <Select
        id={id}
        className="min-w-0 max-w-full"
        value={value ?? ''}
        onChange={({ target }) => (target.value === '' ? onUndo() : onChange(target.value))}
      >
        <option value="">
          {read === null ? t('correct.asRead.nothing') : t('correct.asRead', { value: wordOf(read) })}
        </option>
        {options.map(([label, word]) => (
          <option key={label} value={label}>
            {word}
          </option>
        ))}
      </Select>
      {value === null ? null : (
        <span className="text-sec text-text-2">
          {t('correct.said')} ·{' '}
          <TextButton aria-label={t('correct.undo.named', { field: name })} onClick={onUndo}>
            {t('correct.undo')}
          </TextButton>
        </span>
      )}
    </div>
  );
}

function Fields({ turnId, classification }: { readonly turnId: TurnId; readonly classification: Classification }) {
  const { said, failure, run } = useCorrections(turnId);
  return (
    <div className="mt-2">
      <p className="mb-1 text-sec text-text-2">{t('correct.lead')}</p>
      {failure === null ? null : <Failure>{failure.message}</Failure>}
      {listChoices(classification).map((choice) => {
        const { field, options } = choice;
        const word = (value: string) => options.find(([label]) => label === value)?.[1] ?? value;
        return (
          <Field
            key={field}
            choice={choice}
            value={said.find((each) => each.field === field)?.value ?? null}
            onChange={(value) => {
              // The list of options is that of this field.
              const correction = { field, value } as Correction;
              const done = t('correct.done', { field: t(`correct.field.${field}`), value: word(value) });
              void run(() => api.call('corrections.set', { turnId, correction }), done);
            }}
            onUndo={() => void run(() => api.call('corrections.undo', { turnId, field }), t('correct.undone'))}
          />
        );
      })}
    </div>
  );
}

/** Lets the user say what a question really was. */
export function Corrections({ trace }: { readonly trace: Trace }) {
  const { classification, questionTurnId } = trace;
  if (classification === null || questionTurnId === null || trace.replayOf !== null) return null;
  return (
    <details className="mb-4">
      <summary className="text-sec text-text-2">{t('correct.title')}</summary>
      <Fields turnId={questionTurnId} classification={classification} />
    </details>
  );
}
