import type {
  CheckedFragment,
  CheckUpChange,
  CheckUpQuestions,
  CheckUpSource,
  CheckUpSummary,
} from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { speakerName } from '../frame/names.ts';
import { settingValueName } from '../trace/names.ts';
import { SETTING_NAMES } from '../trace/settings.pure.ts';
import { isChanging } from './wish.pure.ts';

/** What is changed: "without graph; packing: best first". */
export function changeText({ noLegs, settings = {}, k, budgetTokens }: CheckUpChange): string {
  const parts = [
    ...(noLegs === undefined ? [] : [t('compare.without', { legs: noLegs.map((leg) => t(`leg.${leg}`)).join(', ') })]),
    ...SETTING_NAMES.flatMap((name) => {
      const value = name === 'rewrites' ? undefined : settings[name];
      return value === undefined ? [] : [`${t(`setting.${name}`)}: ${settingValueName(name, value)}`];
    }),
    ...(k === undefined ? [] : [t('checkUp.atMost', { n: count(k, 'memories') })]),
    ...(budgetTokens === undefined ? [] : [t('checkUp.atMost', { n: count(budgetTokens, 'tokens') })]),
  ];
  return parts.join('; ');
}

/** The result in one or two sentences. */
export function headline(summary: CheckUpSummary, change: CheckUpChange): string {
  const { questions, stale } = summary;
  if (questions === 0) return t('checkUp.none.left');
  const first = isChanging(change)
    ? differenceText(summary)
    : t('checkUp.head.asIs', { all: count(questions, 'questions') });
  return `${first} ${stale === 0 ? t('checkUp.head.noneStale') : count(stale, 'staleAnswers')}`;
}

const DIFFERENT = ['other', 'more', 'less', 'order'] as const;

/** What the change would have done, with what it did to none left out. */
function differenceText({ questions, differences }: CheckUpSummary): string {
  const all = count(questions, 'questions');
  const parts = DIFFERENT.filter((each) => differences[each] > 0).map((each) =>
    t(`checkUp.head.${each}`, { n: formatNumber(differences[each]) }),
  );
  return parts.length === 0
    ? t('checkUp.head.same', { all })
    : t('checkUp.head.change', { all, what: new Intl.ListFormat('en').format(parts) });
}

/** How many there are, and of what time. */
export function foundText(found: CheckUpQuestions, source: CheckUpSource): string {
  const { count: n, from, to } = found[source];
  const all = count(n, source === 'asked' ? 'askedQuestions' : 'importedQuestions');
  if (from === null || to === null) return all;
  const [first, last] = [formatDay(from), formatDay(to)];
  return first === last
    ? t('checkUp.found.day', { all, day: first })
    : t('checkUp.found', { all, from: first, to: last });
}

/** What is asked where nobody chooses: what was asked here goes first. */
export const usualSource = (found: CheckUpQuestions): CheckUpSource => (found.asked.count > 0 ? 'asked' : 'imported');

/** Who said it and when; of a document what it is called. */
export function whoText({ kind, speaker, at, title, role }: CheckedFragment): string {
  const who = kind === 'turn' ? (role === 'user' ? t('turn.you') : speakerName(speaker)) : t(`kind.${kind}`);
  const named = kind === 'document' ? title : who;
  return `${named}, ${at === null ? t('note.noTime') : formatDay(at)}`;
}
