import { type KeyboardEvent, useRef } from 'react';
import type { FactEvidence, Revision, RevisionId } from '../../../main/contract/index.ts';
import { formatDay, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { voiceOf } from '../frame/names.ts';
import { isWithdrawn, textOf } from './revisions.pure.ts';
import { StateMark } from './state-mark.tsx';
import { intervalText, knownText, whoSaid } from './words.ts';

function Evidence({ evidence, isQuiet }: { readonly evidence: FactEvidence; readonly isQuiet: boolean }) {
  const { quote, at, conversationId, turnId, role } = evidence;
  if (turnId === null && quote === '') return <p className="text-sec text-text-2">{t('fact.byHand')}</p>;
  const who = whoSaid(evidence);
  const said = at === null ? t('fact.saidInferred', { who }) : t('fact.said', { who, when: formatMoment(at) });
  return (
    <div>
      <blockquote
        dir="auto"
        className={`mt-1 mb-[3px] text-said whitespace-pre-line ${voiceOf(role)} ${isQuiet ? 'text-text-2' : ''}`}
      >
        “{quote}”
      </blockquote>
      <p className="text-sec text-text-2">
        {conversationId === null ? (
          said
        ) : (
          <a className="act" href={hrefs.chat(conversationId, turnId)}>
            {said}
          </a>
        )}
      </p>
    </div>
  );
}

type LayersProps = {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  readonly current: RevisionId;
  readonly selected: RevisionId;
  readonly onSelect: (id: RevisionId) => void;
};

function Layer({ revision, props }: { readonly revision: Revision; readonly props: LayersProps }) {
  const { revisions, current, selected } = props;
  const all = new Map(revisions.map((each) => [each.id, each]));
  const isCurrent = revision.id === current;
  const replacing = revision.supersededBy.flatMap((id) => all.get(id) ?? []);
  return (
    <li
      data-layer={revision.id}
      aria-current={revision.id === selected ? 'true' : undefined}
      tabIndex={revision.id === selected ? 0 : -1}
      onFocus={() => props.onSelect(revision.id)}
      onPointerDown={() => props.onSelect(revision.id)}
      className={`grid grid-cols-[9.375rem_minmax(0,1fr)] gap-x-[22px] gap-y-1 pt-3 pb-3.5 max-mid:grid-cols-1 ${isCurrent ? 'border-t-2 border-ink' : 'border-t border-rule'} ${revision.id === selected ? 'bg-paper' : ''}`}
    >
      <div>
        <p
          dir="auto"
          className={isCurrent ? 'text-[1.0625rem] leading-[1.375rem] font-semibold' : 'text-head text-text-2'}
        >
          {textOf(revision.object)}
        </p>
        <p className="mt-[3px]">
          <StateMark status={revision.status} />
        </p>
        {revision.status === 'dormant' && revision.lastMentionedAt !== null ? (
          <p className="mt-[3px] text-sec text-text-2">
            {t('fact.lastMentioned', { day: formatDay(revision.lastMentionedAt) })}
          </p>
        ) : null}
      </div>
      <div>
        <p className="num text-[0.8125rem] leading-5">
          <bdi>{intervalText(revision)}</bdi>
        </p>
        {revision.evidence.length === 0 ? <p className="text-sec text-text-2">{t('fact.noEvidence')}</p> : null}
        {revision.evidence.map((evidence) => (
          <Evidence
            key={`${evidence.turnId} ${evidence.quote}`}
            evidence={evidence}
            isQuiet={!isCurrent || isWithdrawn(revision)}
          />
        ))}
        <p className="text-sec text-text-2">
          {knownText(revision, all)}
          {replacing.map((next) => (
            <span key={next.id}>
              {' · '}
              {t('fact.replacedBy')}{' '}
              <a className="act" href={hrefs.fact(next.id)}>
                <bdi>{textOf(next.object)}</bdi>
              </a>
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}

/** Every value there was, newest first: the list that says what the map shows. Arrows walk both. */
export function FactLayers(props: LayersProps) {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.layer === undefined) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-layer]') ?? [])];
    all[all.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <ul ref={list} aria-label={t('fact.layers')} onKeyDown={onKeyDown}>
      {props.revisions.map((revision) => (
        <Layer key={revision.id} revision={revision} props={props} />
      ))}
    </ul>
  );
}
