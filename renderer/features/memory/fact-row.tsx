import type { RevisionId } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { type FactRow, type RowValue, valuesOf } from './fact-rows.pure.ts';
import { drawLifeline, nameLifeline } from './lifeline.pure.ts';
import { LifelineBars } from './lifeline-bars.tsx';
import { textOf } from './revisions.pure.ts';
import type { Scale } from './scale.pure.ts';
import { lifelineText, whoSaid } from './words.ts';

export type Moment = { readonly scale: Scale; readonly validMs: number; readonly knownMs: number };

/** What does not hold on that day, in words. */
function quietText(value: RowValue): string {
  switch (value.kind) {
    case 'over':
      return t('row.over', { value: textOf(value.revision.object), day: formatDay(value.until) });
    case 'notYet':
      return t('row.notYet', { value: textOf(value.revision.object) });
    case 'withdrawn':
      return t('row.withdrawn', { value: textOf(value.revision.object) });
    default:
      return t('row.unknown');
  }
}

/** A state in a word; of what nobody speaks of, also since when. */
function stateText({ state, value }: FactRow): string {
  if (state === null) return '';
  const days = value.kind === 'values' ? value.revisions.flatMap((each) => each.lastMentionedAt ?? []).sort() : [];
  const last = days.at(-1);
  if (state !== 'dormant' || last === undefined) return t(`state.${state}`);
  return t('row.dormant', { day: formatDay(last) });
}

const conflictTones = ['text-ink', 'text-rubric'] as const;

function Value({ row }: { readonly row: FactRow }) {
  const values = valuesOf(row.value);
  if (row.value.kind === 'conflict')
    return (
      <span className="font-semibold">
        {values.map((value, place) => (
          <span key={value}>
            {place > 0 ? <span className="text-text"> {t('memory.or')} </span> : null}
            <bdi className={conflictTones[place % 2]}>{value}</bdi>
          </span>
        ))}
        {row.value.revisions.map((each) => (
          <span key={each.id} className="block text-sec font-normal text-text-2">
            {t('row.said', {
              value: textOf(each.object),
              who: each.evidence[0] ? whoSaid(each.evidence[0]) : t('turn.you'),
              day: formatDay(each.evidence[0]?.at ?? each.knownFrom),
            })}
          </span>
        ))}
      </span>
    );
  if (row.value.kind !== 'values') return <span className="text-text-2">{quietText(row.value)}</span>;
  return <bdi className={row.state === 'pending' ? 'text-text-2' : 'font-semibold'}>{values.join(', ')}</bdi>;
}

type FactRowProps = { readonly row: FactRow; readonly moment: Moment; readonly hasSubject: boolean };

/** One fact: relation, value and state in words, and its lifeline on the shared axis. Choosing it opens its history. */
export function FactRowView({ row, moment, hasSubject }: FactRowProps) {
  const disputed: ReadonlySet<RevisionId> = new Set(
    row.value.kind === 'conflict' ? row.value.revisions.map(({ id }) => id) : [],
  );
  const name = lifelineText(row.relation, nameLifeline(row.held, disputed, moment.validMs));
  return (
    <li className="relative grid min-h-[3.375rem] grid-cols-[var(--fc)_minmax(0,1fr)] border-b border-rule py-[7px] hover:bg-paper max-mid:grid-cols-1 max-mid:gap-y-1.5">
      <div className="min-w-0 pe-5">
        <p className="flex flex-wrap gap-x-2.5 text-sec text-text-2">
          <span>
            {hasSubject ? (
              <>
                <bdi className="text-text">{row.subjectName}</bdi>{' '}
              </>
            ) : null}
            {row.relation}
          </span>
          {row.state ? <span className={row.state === 'conflicted' ? 'text-rubric' : ''}>{stateText(row)}</span> : null}
          {row.isSensitive ? <span className="text-text-3">{t('row.sensitive')}</span> : null}
        </p>
        <a
          href={hrefs.fact(row.openId)}
          className="line-clamp-6 text-[0.90625rem] leading-5 text-text after:absolute after:inset-0 after:content-['']"
        >
          <Value row={row} />
        </a>
      </div>
      <LifelineBars line={drawLifeline(row.held, disputed, moment)} name={name} />
    </li>
  );
}
