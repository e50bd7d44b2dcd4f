import { type ReactNode, useState } from 'react';
import type { LegName, TraceCandidate } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/parts.tsx';
import { CandidateRow } from './candidate-row.tsx';
import {
  arrangeCandidates,
  FATES,
  type FateFilter,
  fragmentId,
  type Sorting,
  type SortKey,
  sortNext,
} from './candidates.pure.ts';

const SHOWN = 25;

type HeadProps = {
  readonly by: SortKey;
  readonly sorting: Sorting;
  readonly onSort: (by: SortKey) => void;
  readonly className: string;
  readonly label?: string;
  readonly title?: string;
  readonly children: ReactNode;
};

/** A column by which the table can be sorted. */
function SortHead({ by, sorting, onSort, className, label, title, children }: HeadProps) {
  const isSorted = sorting.by === by;
  const mark = sorting.isDescending ? '↓' : '↑';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      <button
        type="button"
        aria-label={label}
        title={title}
        onClick={() => onSort(by)}
        className={`hover:underline ${isSorted ? 'font-semibold text-text' : ''}`}
      >
        {children}
        {isSorted ? <span aria-hidden="true"> {mark}</span> : null}
      </button>
    </th>
  );
}

type FilterProps = {
  readonly candidates: readonly TraceCandidate[];
  readonly fate: FateFilter;
  readonly onChange: (fate: FateFilter) => void;
};

/** What became of them, each with its count; only fates that there are. */
function FateSelect({ candidates, fate, onChange }: FilterProps) {
  const counts = new Map(FATES.map((each) => [each, candidates.filter((one) => one.fate === each).length]));
  return (
    <Select
      look="quiet"
      aria-label={t('trace.filter')}
      value={fate}
      onChange={(event) => onChange(FATES.find((each) => each === event.target.value) ?? 'all')}
    >
      <option value="all">{t('trace.filter.all', { n: formatNumber(candidates.length) })}</option>
      {FATES.filter((each) => (counts.get(each) ?? 0) > 0).map((each) => (
        <option key={each} value={each}>
          {t(`fate.${each}`)} ({formatNumber(counts.get(each) ?? 0)})
        </option>
      ))}
    </Select>
  );
}

type TableProps = { readonly candidates: readonly TraceCandidate[]; readonly legs: readonly LegName[] };

function TableHead(props: {
  readonly legs: readonly LegName[];
  readonly sorting: Sorting;
  readonly onSort: (by: SortKey) => void;
}) {
  const { legs, ...sorted } = props;
  return (
    <thead>
      <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:font-normal">
        <SortHead {...sorted} by="rank" className="w-9 pe-3 text-end" label={t('trace.rank')}>
          #
        </SortHead>
        <th scope="col" className="text-start">
          {t('trace.said')}
        </th>
        {legs.map((leg) => (
          <SortHead key={leg} {...sorted} by={leg} className="w-13 pe-2 text-end" title={t(`leg.${leg}`)}>
            {t(`leg.${leg}.short`)}
          </SortHead>
        ))}
        <th scope="col" className="w-16 pe-2 text-end">
          {t('candidate.score')}
        </th>
        <SortHead {...sorted} by="tokens" className="w-16 pe-2 text-end">
          {t('trace.tokens')}
        </SortHead>
        <SortHead {...sorted} by="fate" className="w-[24%] ps-2 text-start">
          {t('trace.fate')}
        </SortHead>
      </tr>
    </thead>
  );
}

/** Everything that was looked at, its rank in each leg and together, and what became of it. */
export function CandidatesTable({ candidates, legs }: TableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [sorting, setSorting] = useState<Sorting>({ by: 'rank', isDescending: false });
  const [fate, setFate] = useState<FateFilter>('all');
  const arranged = arrangeCandidates(candidates, { sorting, fate });
  const shown = isWhole ? arranged : arranged.slice(0, SHOWN);
  // A leg that gives no ranks of its own has no column.
  const ranking = legs.filter((leg) => leg !== 'neighbourhood');
  return (
    <section className="mt-7" aria-label={t('trace.candidates')}>
      <div className="mb-0.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-[0.8125rem] leading-5 font-semibold">
          {t('trace.candidates')}{' '}
          <span className="font-normal text-text-2">
            {t('trace.candidates.sub', { n: formatNumber(candidates.length) })}
          </span>
        </h2>
        {candidates.length === 0 ? null : <FateSelect candidates={candidates} fate={fate} onChange={setFate} />}
      </div>
      {candidates.length === 0 ? (
        <p className="py-3 text-text-2">{t('trace.noCandidates')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard
        <section className="overflow-x-auto" tabIndex={0} aria-label={t('trace.candidates.table')}>
          <table className="w-full min-w-[50rem] table-fixed">
            <TableHead legs={ranking} sorting={sorting} onSort={(by) => setSorting(sortNext(sorting, by))} />
            <tbody>
              {shown.map((candidate) => (
                <CandidateRow key={fragmentId(candidate)} candidate={candidate} legs={ranking} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.length < arranged.length ? (
        <Button size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('trace.showAll', { n: formatNumber(arranged.length) })}
        </Button>
      ) : null}
    </section>
  );
}
