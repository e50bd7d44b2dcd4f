import type { Trace } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { sayHabit } from '../habits/words.ts';

/** What the answer was asked to follow of how the user likes things done. */
export function Wishes({ wishes }: { readonly wishes: Trace['wishes'] }) {
  if (wishes.length === 0) return null;
  return (
    <section aria-label={t('trace.wishes')} className="mt-6">
      <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('trace.wishes')}</h2>
      <ul>
        {wishes.map((wish) => (
          <li key={wish.id} className="border-b border-rule py-1.5">
            <a className="act" href={hrefs.habits}>
              <bdi>{sayHabit(wish)}</bdi>
            </a>{' '}
            <span className="text-sec text-text-2">{t(`trace.wishes.${wish.by}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
