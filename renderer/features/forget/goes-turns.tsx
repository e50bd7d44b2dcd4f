import { useId, useState } from 'react';
import type { TurnId } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { speakerName } from '../frame/names.ts';
import { keepTurn, useForget } from './forget-store.ts';
import { type ForgetItem, isTestimony } from './items.pure.ts';

/** This many are read at a glance; more are folded behind the first. */
const AT_A_GLANCE = 5;

/** Who said it, when, and why it goes. */
function metaOf({ speaker, at, why }: ForgetItem, isKept: boolean): string {
  return [
    ...(speaker === null ? [] : [speakerName(speaker)]),
    at === null ? t('note.noTime') : formatDay(at),
    isKept ? t('forget.kept') : t(`forget.why.${why}`),
  ].join(' · ');
}

function TurnLine({ item, isKept }: { readonly item: ForgetItem; readonly isKept: boolean }) {
  const id = useId();
  const isChosen = item.why === 'chosen';
  const voice = isTestimony(item) ? 'font-serif' : '';
  return (
    <li className="flex gap-2.5 border-t border-rule py-2 first:border-t-0">
      {isChosen ? (
        <input
          type="checkbox"
          id={id}
          checked={!isKept}
          // The id is that of a turn: only turns are listed here.
          onChange={(event) => keepTurn(item.id as TurnId, !event.target.checked)}
          className="mt-1 size-4 flex-none accent-(--ink) max-mid:size-5"
        />
      ) : (
        <i aria-hidden="true" className="mt-1 size-4 flex-none max-mid:size-5" />
      )}
      <div className="min-w-0 flex-1">
        <label
          htmlFor={isChosen ? id : undefined}
          dir="auto"
          className={`line-clamp-3 text-quote whitespace-pre-line [overflow-wrap:anywhere] ${voice} ${isKept ? 'text-text-2' : ''}`}
        >
          {item.text}
        </label>
        <p className="text-sec text-text-2">{metaOf(item, isKept)}</p>
      </div>
    </li>
  );
}

type GoesTurnsProps = { readonly items: readonly ForgetItem[]; readonly total: number };

/** The turns that go, each with its reason; a chosen one can be taken out again. */
export function GoesTurns({ items, total }: GoesTurnsProps) {
  const kept = useForget((state) => state.kept);
  const [isOpen, setIsOpen] = useState(items.length <= AT_A_GLANCE);
  const listId = useId();
  const first = items[0];
  if (first === undefined) return null;
  const stillGo = items.filter(({ id }) => !kept.includes(id as TurnId)).length; // ids of turns, as above
  return (
    <>
      {isOpen ? null : (
        <p
          dir="auto"
          className={`line-clamp-1 text-quote text-text-2 [overflow-wrap:anywhere] ${isTestimony(first) ? 'font-serif' : ''}`}
        >
          “{first.text}”
        </p>
      )}
      {items.length > AT_A_GLANCE ? (
        <TextButton aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('forget.list.close') : t('forget.list.open', { n: formatNumber(items.length) })}
        </TextButton>
      ) : null}
      <ul id={listId} hidden={!isOpen} aria-label={t('forget.list.label', { what: t('forget.goes.turns') })}>
        {isOpen
          ? items.map((item) => <TurnLine key={item.id} item={item} isKept={kept.includes(item.id as TurnId)} />)
          : null}
      </ul>
      {stillGo < total ? (
        <p className="text-sec text-text-2">
          {t('forget.list.cut', { shown: formatNumber(items.length), n: formatNumber(total) })}
        </p>
      ) : null}
    </>
  );
}
