import type { Procedure } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';

const isGeneral = ({ trigger }: Pick<Procedure, 'trigger'>): boolean => trigger === '' || trigger === 'Any answer';

export const triggerOf = (habit: Pick<Procedure, 'trigger'>): string =>
  isGeneral(habit) ? t('habits.any') : habit.trigger;

/** A habit in one line. */
export const sayHabit = (habit: Pick<Procedure, 'trigger' | 'steps'>): string =>
  `${isGeneral(habit) ? '' : `${habit.trigger}: `}${habit.steps.join('; ')}`;

export const statusOf = ({ status, why }: Procedure): string =>
  status === 'inactive' ? t(`habits.why.${why ?? 'user'}`) : t(`habits.status.${status}`);

/** How often and when it was said, and whether it was followed. */
export function historyOf({ source, evidence, reinforcements, uses, createdAt, reinforcedAt }: Procedure): string {
  const said = (evidence.length === 0 ? 0 : 1) + reinforcements - uses;
  const last = evidence.reduce((latest, { at }) => (at !== null && at > latest ? at : latest), '');
  const day = formatDay(last === '' ? reinforcedAt : last);
  const how =
    said <= 0 || (source === 'user' && evidence.length === 0)
      ? t('habits.byHand', { day: formatDay(createdAt) })
      : said === 1
        ? t('habits.said.one', { day })
        : t('habits.said.other', { n: formatNumber(said), day });
  const used =
    uses === 0
      ? t('habits.used.never')
      : uses === 1
        ? t('habits.used.one')
        : t('habits.used.other', { n: formatNumber(uses) });
  return `${how} ${used}`;
}
