import { useId, useState } from 'react';
import type { ForgetPreview } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { useApp } from '../frame/app-store.ts';
import { speakerName } from '../frame/names.ts';
import { setWithRepeats, useForget } from './forget-store.ts';
import { isTestimony, sayFact } from './items.pure.ts';

const AT_A_GLANCE = 8;

function Kept({ stays }: Pick<ForgetPreview, 'stays'>) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? stays : stays.slice(0, AT_A_GLANCE);
  const more = stays.length - AT_A_GLANCE;
  return (
    <>
      {shown.map(({ kind, id, text, otherEvidence: n }) => (
        <li key={`${kind} ${id}`} className="border-b border-rule py-2.5">
          <bdi className="block font-semibold [overflow-wrap:anywhere]">{sayFact(text)}</bdi>
          <p className="text-sec text-text-2">
            {n === 1 ? t('forget.stays.other.one') : t('forget.stays.other.other', { n: formatNumber(n) })}
          </p>
        </li>
      ))}
      {more > 0 ? (
        <li className="border-b border-rule py-2">
          <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('forget.list.close') : t('forget.list.more', { n: formatNumber(more) })}
          </TextButton>
        </li>
      ) : null}
    </>
  );
}

/** Turns that say the same: they stay, unless they are chosen too. */
function Repeats() {
  const { repeats, isWithRepeats } = useForget();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const n = repeats.length;
  if (n === 0) return null;
  return (
    <li className="border-b border-rule py-2.5">
      <div className="flex gap-2.5">
        <input
          type="checkbox"
          id={id}
          aria-describedby={`${id}-what`}
          checked={isWithRepeats}
          onChange={(event) => setWithRepeats(event.target.checked)}
          className="mt-0.5 size-4 flex-none accent-(--ink) max-mid:size-5"
        />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-semibold">
            {n === 1 ? t('forget.repeats.one') : t('forget.repeats.other', { n: formatNumber(n) })}
          </label>
          <p id={`${id}-what`} className="text-sec text-text-2">
            {t('forget.repeats.what')}
          </p>
          <TextButton aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('forget.list.close') : t('forget.list.open', { n: formatNumber(n) })}
          </TextButton>
          <ul id={listId} hidden={!isOpen} aria-label={t('forget.repeats.list')}>
            {isOpen
              ? repeats.map((each) => (
                  <li key={each.id} className="border-t border-rule py-1.5">
                    <p
                      dir="auto"
                      className={`line-clamp-3 text-quote [overflow-wrap:anywhere] ${isTestimony(each) ? 'font-serif' : ''}`}
                    >
                      {each.text}
                    </p>
                    <p className="text-sec text-text-2">
                      {each.speaker === null ? '' : `${speakerName(each.speaker)} · `}
                      {each.at === null ? t('note.noTime') : formatDay(each.at)}
                    </p>
                  </li>
                ))
              : null}
          </ul>
        </div>
      </div>
    </li>
  );
}

function OutOfReach() {
  const mode = useApp((state) => state.status?.mode ?? null);
  const reasons = [
    t('forget.reach.copies'),
    t('forget.reach.backups'),
    t('forget.reach.disk'),
    ...(mode === 'browser' ? [t('forget.reach.browser')] : []),
  ];
  return (
    <section className="mt-6">
      <h2 className="border-b border-rule pb-[5px] text-head font-semibold">{t('forget.reach')}</h2>
      <ul className="mt-2 flex list-none flex-col gap-1.5 p-0 text-sec text-text-2">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

/** What is believed and keeps other evidence; what says the same; and what nothing here can reach. */
export function Stays({ value }: { readonly value: ForgetPreview }) {
  return (
    <div>
      <section>
        <h2 className="border-b-2 border-ink pb-[5px] text-head font-semibold">{t('forget.stays')}</h2>
        <ul className="m-0 list-none p-0">
          {value.stays.length === 0 ? (
            <li className="border-b border-rule py-2.5 text-text-2">{t('forget.stays.none')}</li>
          ) : (
            <Kept stays={value.stays} />
          )}
          <Repeats />
          <li className="border-b border-rule py-2.5">
            <b>{t('forget.stays.proof')}</b>
            <p className="text-sec text-text-2">{t('forget.stays.proof.what')}</p>
          </li>
        </ul>
      </section>
      <OutOfReach />
    </div>
  );
}
