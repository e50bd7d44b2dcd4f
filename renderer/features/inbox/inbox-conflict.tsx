import { useState } from 'react';
import type { Revision } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { voiceOf } from '../frame/names.ts';
import { settleConflict } from '../memory/change-fact.ts';
import { textOf } from '../memory/revisions.pure.ts';
import { intervalText, nameOf, whoSaid } from '../memory/words.ts';
import { loadInbox, moveBy } from './inbox-store.ts';

const tones = ['text-ink', 'text-rubric'] as const;

/** Two beliefs that neither time nor authority can order: which one is right? */
export function InboxConflict({
  revisions,
  place,
}: {
  readonly revisions: readonly Revision[];
  readonly place: string;
}) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [first] = revisions;
  const keep = async (revision: Revision) => {
    const outcome = await settleConflict(revision);
    setTrouble(outcome?.message ?? null);
    if (outcome === null) await loadInbox();
  };
  const values = revisions.map(({ object }) => textOf(object)).join(` ${t('memory.or')} `);
  return (
    <article>
      <p className="mb-2.5 text-sec text-text-2">
        {place} · {t('inbox.waits', { why: t('inbox.why.standing') })}
      </p>
      <h2 className="text-[1.3125rem] leading-[1.875rem] tracking-[-0.008em]">
        {first ? <bdi>{`${nameOf(first.subject)}, ${first.relation}. `}</bdi> : null}
        {t('inbox.ask.conflict', { values })}
      </h2>
      <ul className="my-4 border-t border-rule">
        {revisions.map((each, index) => (
          <li key={each.id} className="border-b border-rule py-3">
            <p className="text-head font-semibold">
              <a className={`act ${tones[index % 2]}`} href={hrefs.fact(each.id)}>
                <bdi>{textOf(each.object)}</bdi>
              </a>{' '}
              <span className="num text-sec font-normal text-text-2">{intervalText(each)}</span>
            </p>
            {each.evidence.map(({ quote, speaker, at, role, turnId }) => (
              <div key={`${turnId} ${quote}`}>
                <blockquote dir="auto" className={`mt-1 text-said ${voiceOf(role)}`}>
                  “{quote}”
                </blockquote>
                <p className="text-sec text-text-2">
                  {at === null
                    ? whoSaid({ role, speaker })
                    : t('fact.said', { who: whoSaid({ role, speaker }), when: formatMoment(at) })}
                </p>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {revisions.map((each) => (
          <Button key={each.id} onClick={() => void keep(each)}>
            {t('fact.settle', { value: textOf(each.object) })}
          </Button>
        ))}
        <Button variant="quiet" onClick={() => moveBy(1)}>
          {t('fact.settle.open')}
        </Button>
      </div>
      {trouble === null ? null : <p className="mt-2 text-sec text-rubric">{trouble}</p>}
    </article>
  );
}
