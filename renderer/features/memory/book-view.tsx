import { useMemo, useState } from 'react';
import type { OutputOf, Revision } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { Failure } from '../../ui/parts.tsx';
import type { Loadable } from '../failure.ts';
import { type AsOf, type Bounds, listChangeDays } from './as-of.pure.ts';
import { AsOfInstrument } from './as-of-instrument.tsx';
import { dayOf, endOfDay } from './day.pure.ts';
import { EntityMenu } from './entity-menu.tsx';
import { FactRowView, type Moment } from './fact-row.tsx';
import { type FactRow, listConflicts, planRows, type RowGroup } from './fact-rows.pure.ts';
import { admittedOf, type Book, conflictsOf, loadBook, troubleOf, useMemory } from './memory-store.ts';
import { isBelieved } from './revisions.pure.ts';
import { planScale, shareOf } from './scale.pure.ts';
import { areaText, nameOf } from './words.ts';

type Timeline = OutputOf<'codex.timeline'>;

type BookViewProps = {
  readonly book: Book;
  /** Where the handles stand; the book may still be on its way there. */
  readonly asOf: AsOf;
  readonly timeline: Loadable<Timeline> | null;
  readonly onChange: (asOf: AsOf) => void;
};

const msOf = (instants: readonly string[]): readonly number[] => instants.map((instant) => Date.parse(instant));

/** Without the timeline the axis is made of what the facts say themselves. */
function changesOf(book: Book, timeline: Loadable<Timeline> | null): Pick<Timeline, 'valid' | 'known'> {
  if (timeline?.kind === 'ready') return timeline.value;
  const all = [...book.all.facts, ...book.all.incoming];
  return {
    valid: all.flatMap(({ validFrom, validTo }) => [validFrom, validTo].flatMap((at) => (at === null ? [] : [at]))),
    known: all.map(({ knownFrom }) => knownFrom),
  };
}

function Heading({ children }: { readonly children: string }) {
  return <h3 className="relative z-[3] mt-3.5 mb-0.5 text-[0.8125rem] leading-5 font-semibold">{children}</h3>;
}

type RowsProps = {
  readonly heading: string;
  readonly rows: readonly FactRow[];
  readonly moment: Moment;
  readonly hasSubject?: boolean;
};

/** A long list is shown from its beginning: thousands of bars at once would make the rulers slow. */
const SHOWN = 60;

function Rows({ heading, rows, moment, hasSubject = false }: RowsProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  return (
    <section>
      <Heading>{heading}</Heading>
      <ul className="border-t border-rule">
        {(isWhole ? rows : rows.slice(0, SHOWN)).map((row) => (
          <FactRowView key={row.key} row={row} moment={moment} hasSubject={hasSubject} />
        ))}
      </ul>
      {isWhole || rows.length <= SHOWN ? null : (
        <TextButton className="relative z-[3] mt-1.5" onClick={() => setIsWhole(true)}>
          {t('memory.showAll', { facts: count(rows.length, 'facts') })}
        </TextButton>
      )}
    </section>
  );
}

/** The day looked at, as a hair over all lifelines; dashed, the day up to which things were known. */
function Hair({ share, isKnown }: { readonly share: number; readonly isKnown: boolean }) {
  return (
    <i
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-0 z-[2] border-s border-ink ${isKnown ? 'border-dashed opacity-40' : 'opacity-55'}`}
      style={{ insetInlineStart: `calc(var(--fc) + (100% - var(--fc)) * ${share.toFixed(5)})` }}
    />
  );
}

function About({ book }: { readonly book: Book }) {
  const { subject, alsoNamed } = book;
  if (subject === null) return null;
  const facts = [...book.all.facts, ...book.all.incoming].filter(isBelieved);
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <h2 className="text-[1.25rem] leading-7">
        <bdi>{nameOf(subject)}</bdi>
      </h2>
      <span className="text-sec text-text-2">
        {[
          t(`entity.${subject.type}`),
          ...(subject.aliases.length === 0 ? [] : [subject.aliases.join(', ')]),
          t('memory.known', { facts: count(facts.length, 'facts') }),
        ].join(' · ')}
      </span>
      <span className="self-center">
        <EntityMenu entity={subject} facts={facts} />
      </span>
      {alsoNamed.length === 0 ? null : (
        <span className="text-sec text-text-2">
          {t('memory.alsoNamed')}{' '}
          {alsoNamed.map((other) => (
            <a key={other.id} className="act me-2" href={hrefs.memory(other.id)}>
              {`${other.name} (${t(`entity.${other.type}`)})`}
            </a>
          ))}
        </span>
      )}
    </div>
  );
}

function usePlan(
  book: Book,
  validMs: number,
): { readonly own: readonly RowGroup[]; readonly incoming: readonly FactRow[] } {
  const relations = useMemory((state) => state.relations);
  return useMemo(() => {
    const admitted = admittedOf(book);
    const conflicts = conflictsOf(book);
    const plan = (all: readonly Revision[], held: readonly Revision[]) =>
      planRows({ all, held, admitted, conflicts, relations, validMs });
    return {
      own: plan(book.all.facts, book.held.facts),
      incoming: plan(book.all.incoming, book.held.incoming).flatMap(({ rows }) => rows),
    };
  }, [book, relations, validMs]);
}

/** The facts of one entity under the two rulers. */
export function BookView({ book, asOf, timeline, onChange }: BookViewProps) {
  const { nowMs } = book;
  const changes = useMemo(() => changesOf(book, timeline), [book, timeline]);
  const today = dayOf(nowMs);
  const scale = useMemo(
    () => planScale({ valid: msOf(changes.valid), known: msOf(changes.known), nowMs: Date.parse(endOfDay(today)) }),
    [changes, today],
  );
  const bounds: Bounds = useMemo(
    () => ({ first: dayOf(scale.fromMs), last: dayOf(scale.toMs - 1), today }),
    [scale, today],
  );
  const days = useMemo(
    () => ({ true: listChangeDays(changes.valid), known: listChangeDays(changes.known) }),
    [changes],
  );
  const at = (day: string | null) => (day === null ? nowMs : Date.parse(endOfDay(day)));
  const moment: Moment = { scale, validMs: at(book.asOf.trueOn), knownMs: at(book.asOf.knownOn) };
  const { own, incoming } = usePlan(book, moment.validMs);
  const conflicts = listConflicts(own);
  const partial = troubleOf(book.resolved);
  const dotless = troubleOf(timeline);
  const trueShare = shareOf(scale, at(asOf.trueOn));
  const knownShare = shareOf(scale, at(asOf.knownOn));
  return (
    <div className="[--fc:18.75rem] max-wide:[--fc:14rem] max-mid:[--fc:0px]">
      <About book={book} />
      <AsOfInstrument asOf={asOf} scale={scale} bounds={bounds} changes={days} onChange={onChange} />
      {partial ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadBook({ subject: book.wanted, asOf })}>
          {t('memory.partial', { why: partial.message })}
        </Failure>
      ) : null}
      {dotless ? <Failure>{t('memory.dotless', { why: dotless.message })}</Failure> : null}
      <div className="relative">
        <Rows heading={t('memory.conflicts')} rows={conflicts} moment={moment} />
        {own.map(({ area, rows }) => (
          <Rows
            key={area}
            heading={areaText(area)}
            rows={rows.filter((row) => !conflicts.includes(row))}
            moment={moment}
          />
        ))}
        <Rows heading={t('memory.incoming')} rows={incoming} moment={moment} hasSubject />
        <Hair share={trueShare} isKnown={false} />
        {Math.abs(trueShare - knownShare) > 0.002 ? <Hair share={knownShare} isKnown /> : null}
      </div>
    </div>
  );
}
