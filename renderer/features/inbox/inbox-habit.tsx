import { Fragment } from 'react';
import type { Procedure } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { voiceOf } from '../frame/names.ts';
import { historyOf, sayHabit, triggerOf } from '../habits/words.ts';
import { whoSaid } from '../memory/words.ts';
import { decideHabit, edit, useInbox } from './inbox-store.ts';

function Key({ children }: { readonly children: string }) {
  const isOn = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  return isOn ? (
    <span aria-hidden="true" className="max-mid:hidden">
      <Kbd>{children}</Kbd>
    </span>
  ) : null;
}

/** The words that taught it, each with the way to its turn. */
function Words({ habit }: { readonly habit: Procedure }) {
  return habit.evidence
    .filter(({ quote }) => quote !== '')
    .map(({ turnId, conversationId, quote, speaker, role, at }) => {
      const said = `${whoSaid({ role, speaker })}${at === null ? '' : `, ${formatMoment(at)}`}`;
      return (
        <Fragment key={`${turnId} ${quote}`}>
          <p className="text-sec text-text-2">
            {conversationId === null ? (
              said
            ) : (
              <a className="act" href={hrefs.chat(conversationId, turnId)}>
                {said}
              </a>
            )}
          </p>
          <blockquote
            dir="auto"
            className={`mt-1.5 mb-4 text-[1.1875rem] leading-[1.9375rem] whitespace-pre-line ${voiceOf(role)}`}
          >
            {quote}
          </blockquote>
        </Fragment>
      );
    });
}

function Details({ habit }: { readonly habit: Procedure }) {
  return (
    <dl className="my-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-[18px] gap-y-[5px] text-[0.8125rem] leading-5">
      <dt className="text-text-3">{t('inbox.habit.when')}</dt>
      <dd dir="auto">{triggerOf(habit)}</dd>
      <dt className="text-text-3">{t('inbox.habit.steps')}</dt>
      <dd>
        {habit.steps.map((step) => (
          <span key={step} dir="auto" className="block">
            {step}
          </span>
        ))}
      </dd>
      <dt className="text-text-3">{t('inbox.habit.said')}</dt>
      <dd>{historyOf(habit)}</dd>
      {habit.contradicts.length === 0 ? null : (
        <>
          <dt className="text-text-3">{t('inbox.habit.replaces')}</dt>
          <dd>
            {habit.contradicts.map((other) => (
              <a key={other.id} className="act block" href={hrefs.habits}>
                <bdi>{sayHabit(other)}</bdi>
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

/** How the user seems to want something done: its words, one question, and the answers. */
export function InboxHabit({ habit, place }: { readonly habit: Procedure; readonly place: string }) {
  const isBusy = useInbox((state) => state.isBusy);
  return (
    <article>
      <p className="mb-2.5 text-sec text-text-2">
        {place} · {t('inbox.waits', { why: t('inbox.habit.why') })}
      </p>
      <Words habit={habit} />
      <h2 dir="auto" className="text-[1.3125rem] leading-[1.875rem] tracking-[-0.008em]">
        {t('inbox.habit.ask', { habit: sayHabit(habit) })}
      </h2>
      <Details habit={habit} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => void decideHabit(habit, 'accept')}>
          {t('inbox.habit.keep')} <Key>A</Key>
        </Button>
        <Button disabled={isBusy} onClick={() => edit(habit.id)}>
          {t('inbox.edit')} <Key>E</Key>
        </Button>
        <Button disabled={isBusy} onClick={() => void decideHabit(habit, 'reject')}>
          {t('inbox.no')} <Key>R</Key>
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => void decideHabit(habit, 'reject-always')}>
          {t('inbox.never')} <Key>Shift R</Key>
        </Button>
      </div>
    </article>
  );
}
