import { useState } from 'react';
import type { Procedure, ProcedureSource } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { ForgetButton } from '../forget/forget-button.tsx';
import { voiceOf } from '../frame/names.ts';
import { HabitHistory } from './habit-history.tsx';
import { editHabit, removeHabit, switchHabit, useHabits } from './habits-store.ts';
import { historyOf, sayHabit, statusOf, triggerOf } from './words.ts';

/** The words that taught it, and the way to where they were said. */
function Taught({ source }: { readonly source: ProcedureSource }) {
  const { quote, conversationId, turnId, at, role } = source;
  if (quote === '') return null;
  const day = at === null ? '' : formatDay(at);
  return (
    <p className="mt-1.5">
      <q dir="auto" className={`text-said text-text-2 before:content-['“'] after:content-['”'] ${voiceOf(role)}`}>
        {quote}
      </q>{' '}
      {conversationId === null ? (
        <span className="text-sec text-text-2">{t('habits.gone')}</span>
      ) : (
        <a className="act text-sec whitespace-nowrap" href={hrefs.chat(conversationId, turnId)}>
          {day}
        </a>
      )}
    </p>
  );
}

/** One habit: when, what, since when and by which words, and what can be done with it. */
export function HabitRow({ habit }: { readonly habit: Procedure }) {
  const isBusy = useHabits((state) => state.isBusy);
  const name = sayHabit(habit);
  const [isOpen, setIsOpen] = useState(false);
  const isOn = habit.status === 'active';
  const turnIds = [...new Set(habit.evidence.flatMap((each) => (each.conversationId === null ? [] : [each.turnId])))];
  const [first, ...others] = habit.evidence.filter(({ quote }) => quote !== '');
  return (
    <li className="border-b border-rule py-4">
      <div className="flex items-baseline gap-x-4 max-mid:flex-wrap">
        <h3 dir="auto" className={`min-w-0 flex-1 text-head font-semibold ${isOn ? '' : 'text-text-2'}`}>
          {triggerOf(habit)}
        </h3>
        <span className="text-sec text-text-2">{statusOf(habit)}</span>
      </div>
      <ul className={`mt-1 ${habit.steps.length > 1 ? 'list-disc ps-5' : ''} ${isOn ? '' : 'text-text-2'}`}>
        {habit.steps.map((step) => (
          <li key={step} dir="auto">
            {step}
          </li>
        ))}
      </ul>
      {first === undefined ? null : <Taught source={first} />}
      <p className="mt-1.5 text-sec text-text-2">
        {historyOf(habit)}
        {others.length === 0
          ? ''
          : ` ${others.length === 1 ? t('habits.more.one') : t('habits.more.other', { n: formatNumber(others.length) })}:`}{' '}
        {others.flatMap(({ turnId, conversationId, at }) =>
          conversationId === null || at === null
            ? []
            : [
                <a key={turnId} className="act me-2 whitespace-nowrap" href={hrefs.chat(conversationId, turnId)}>
                  {formatDay(at)}
                </a>,
              ],
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        <TextButton aria-label={t('habits.edit.named', { habit: name })} onClick={() => editHabit(habit)}>
          {t('habits.edit')}
        </TextButton>
        {isOn ? (
          <TextButton
            aria-label={t('habits.turnOff.named', { habit: name })}
            disabled={isBusy}
            onClick={() => void switchHabit(habit, false)}
          >
            {t('habits.turnOff')}
          </TextButton>
        ) : (
          <TextButton
            aria-label={t('habits.turnOn.named', { habit: name })}
            disabled={isBusy}
            onClick={() => void switchHabit(habit, true)}
          >
            {t('habits.turnOn')}
          </TextButton>
        )}
        <TextButton
          tone="quiet"
          aria-expanded={isOpen}
          aria-label={t('habits.history.named', { habit: name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('habits.history')}
        </TextButton>
        <TextButton
          tone="quiet"
          aria-label={t('habits.remove.named', { habit: name })}
          disabled={isBusy}
          onClick={() => void removeHabit(habit)}
        >
          {t('habits.remove')}
        </TextButton>
        {turnIds.length === 0 ? null : (
          <ForgetButton
            chosen={{ selection: { kind: 'turns', turnIds }, name: null }}
            name={name}
            label={t('forget.open.fact')}
          />
        )}
      </div>
      {isOpen ? <HabitHistory habit={habit} /> : null}
    </li>
  );
}
