import { type ReactNode, useMemo } from 'react';
import { type InboxItem, ME } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { formatDay, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { voiceOf } from '../frame/names.ts';
import { useMemory } from '../memory/memory-store.ts';
import { factText, pointText, whoSaid } from '../memory/words.ts';
import { itemFact, surenessOf, toPending } from './entries.pure.ts';
import { InboxLines } from './inbox-lines.tsx';
import { chooseMeant, decide, edit, useInbox } from './inbox-store.ts';

/** The turn, with the words in question underlined. */
function InItsTurn({ item }: { readonly item: InboxItem }) {
  const { evidence, context } = item;
  const said = `${whoSaid(evidence)}${evidence.at === null ? '' : `, ${formatMoment(evidence.at)}`}`;
  return (
    <>
      <p className="text-sec text-text-2">
        {evidence.conversationId === null ? (
          said
        ) : (
          <a className="act" href={hrefs.chat(evidence.conversationId, evidence.turnId)}>
            {said}
          </a>
        )}
      </p>
      <blockquote
        dir="auto"
        className={`mt-1.5 mb-5 max-h-[18.6rem] overflow-auto text-[1.1875rem] leading-[1.9375rem] whitespace-pre-line text-text-2 ${voiceOf(evidence.role)}`}
      >
        {context.text.slice(0, context.from)}
        <mark className="border-b-2 border-ink bg-transparent text-text">
          {context.text.slice(context.from, context.to)}
        </mark>
        {context.text.slice(context.to)}
      </blockquote>
    </>
  );
}

const MIDDLE = '\u0000';

/** One question, with what it is about in bold. */
function Question({ item }: { readonly item: InboxItem }) {
  const fact = MIDDLE;
  const text =
    item.act !== 'state'
      ? t(`inbox.ask.${item.act}`, { fact })
      : item.subject.id === ME
        ? t('inbox.ask.you', { fact })
        : t('inbox.ask.other', { fact, name: item.subject.name });
  const [before, after] = text.split(MIDDLE);
  return (
    <h2 className="text-[1.3125rem] leading-[1.875rem] tracking-[-0.008em]">
      {before}
      <b>
        <bdi>{itemFact(item)}</bdi>
      </b>
      {after}
    </h2>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Details({ item }: { readonly item: InboxItem }) {
  const { validFrom, validTo, current, confidence } = item;
  return (
    <dl className="mb-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-[18px] gap-y-[5px] text-[0.8125rem] leading-5">
      <Row name={t('inbox.from')}>
        {validFrom === null ? t('inbox.from.unsaid') : pointText(validFrom.at, validFrom.precision)}
      </Row>
      {validTo === null ? null : <Row name={t('inbox.to')}>{pointText(validTo.at, validTo.precision)}</Row>}
      {current.length === 0 ? null : (
        <Row name={t('inbox.replaces')}>
          {current.map((each) => (
            <span key={each.id} className="block">
              <a className="act" href={hrefs.fact(each.id)}>
                <bdi>{factText(each)}</bdi>
              </a>
              <span className="text-text-2">, {t('fact.knownSince', { day: formatDay(each.knownFrom) })}</span>
            </span>
          ))}
        </Row>
      )}
      <Row name={t('inbox.sure')}>{t(`inbox.sure.${surenessOf(confidence)}`, { n: confidence.toFixed(2) })}</Row>
    </dl>
  );
}

/** Whom it could mean: one of them has to be chosen before it can be kept. */
function WhoIsMeant({ item }: { readonly item: InboxItem }) {
  const meant = useInbox((state) => state.meant[item.id]);
  if (item.candidates.length === 0) return null;
  return (
    <fieldset className="mb-4 flex flex-wrap gap-x-4 gap-y-1.5">
      <legend className="mb-1 text-sec text-text-2">{t('inbox.who')}</legend>
      {item.candidates.map((each) => (
        <label key={each.id} className="flex items-center gap-1.5">
          <input
            type="radio"
            name={`meant-${item.id}`}
            className="accent-ink"
            checked={(meant ?? item.subject.id) === each.id}
            onChange={() => chooseMeant(item.id, each.id)}
          />
          <bdi>{each.name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function Key({ children }: { readonly children: string }) {
  const isOn = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  return isOn ? (
    <span aria-hidden="true" className="max-mid:hidden">
      <Kbd>{children}</Kbd>
    </span>
  ) : null;
}

/** One thing that was heard: its turn, one question, how the lifeline would look, and the answers. */
export function InboxItemView({ item, place }: { readonly item: InboxItem; readonly place: string }) {
  const isBusy = useInbox((state) => state.isBusy);
  const bucket = useMemory((state) => state.relations.find(({ name }) => name === item.relation)?.bucket);
  const nowMs = useMemo(() => now().getTime(), []);
  const pending = toPending(item, bucket ?? 'multi-valued');
  return (
    <article>
      <p className="mb-2.5 text-sec text-text-2">
        {place} · {t('inbox.waits', { why: t(`inbox.why.${item.heldFor}`) })}
      </p>
      <InItsTurn item={item} />
      <Question item={item} />
      {pending ? <InboxLines item={item} pending={pending} nowMs={nowMs} /> : null}
      <Details item={item} />
      <WhoIsMeant item={item} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => void decide([item.id], 'accept')}>
          {t('inbox.keep')} <Key>A</Key>
        </Button>
        <Button disabled={isBusy} onClick={() => edit(item.id)}>
          {t('inbox.edit')} <Key>E</Key>
        </Button>
        <Button disabled={isBusy} onClick={() => void decide([item.id], 'reject')}>
          {t('inbox.no')} <Key>R</Key>
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => void decide([item.id], 'reject-always')}>
          {t('inbox.never')} <Key>Shift R</Key>
        </Button>
      </div>
    </article>
  );
}
