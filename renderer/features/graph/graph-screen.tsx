import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { EntityId } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { useLayout } from '../../ui/layout.ts';
import { Failure, Loading } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { type AsOf, type Bounds, listChangeDays } from '../memory/as-of.pure.ts';
import { AsOfInstrument } from '../memory/as-of-instrument.tsx';
import { dayOf, endOfDay } from '../memory/day.pure.ts';
import { planScale } from '../memory/scale.pure.ts';
import { GraphFilters } from './graph-filters.tsx';
import { GraphList } from './graph-list.tsx';
import { GraphPicture } from './graph-picture.tsx';
import { loadGraph, type Read, setFocus, useGraph, watchGraph } from './graph-store.ts';
import { MemoryViews } from './memory-views.tsx';
import { planShown, type Shown } from './model.pure.ts';
import { sayGraph } from './words.ts';

function useShown({ indexed, nowMs }: Read, trueOn: string | null): Shown {
  const filter = useGraph((state) => state.filter);
  const areas = useGraph((state) => state.areas);
  // Typing and the handle stay quick; the picture of many links follows when there is time.
  const asked = useDeferredValue(
    useMemo(
      () => ({ filter, areas, atMs: trueOn === null ? nowMs : Date.parse(endOfDay(trueOn)) }),
      [filter, areas, nowMs, trueOn],
    ),
  );
  return useMemo(() => planShown(indexed, asked), [indexed, asked]);
}

/** The two rulers, with dots where a link begins or ends. */
function Rulers({ read, asOf }: { readonly read: Read; readonly asOf: AsOf }) {
  const timeline = useGraph((state) => state.timeline);
  const { indexed, nowMs } = read;
  const today = dayOf(nowMs);
  const { scale, bounds, changes } = useMemo(() => {
    const valid = indexed.data.edges.flatMap(({ validFrom, validTo }) => [validFrom ?? [], validTo ?? []].flat());
    const known = timeline?.known ?? [];
    const ms = (instants: readonly string[]) => instants.map((instant) => Date.parse(instant));
    const made = planScale({ valid: ms(valid), known: ms(known), nowMs: Date.parse(endOfDay(today)) });
    const limits: Bounds = { first: dayOf(made.fromMs), last: dayOf(made.toMs - 1), today };
    return { scale: made, bounds: limits, changes: { true: listChangeDays(valid), known: listChangeDays(known) } };
  }, [indexed, timeline, today]);
  const onChange = useCallback((next: AsOf) => go({ name: 'graph', ...next }, { replace: true }), []);
  return (
    <div className="[--fc:12rem] max-mid:[--fc:0px]">
      <AsOfInstrument asOf={asOf} scale={scale} bounds={bounds} changes={changes} onChange={onChange} />
    </div>
  );
}

const visit = (entity: EntityId, { trueOn, knownOn }: AsOf) => go({ name: 'memory', subject: entity, trueOn, knownOn });

type PartProps = { readonly read: Read; readonly shown: Shown; readonly asOf: AsOf };

function List({ read: { indexed }, shown, asOf }: PartProps) {
  const focus = useGraph((state) => state.focus);
  const open = useGraph((state) => state.open);
  return (
    <>
      <h2 className="text-head font-semibold">{t('graph.list')}</h2>
      <p className="mb-2 text-sec text-text-2">{t('graph.list.what', { links: count(shown.holding, 'links') })}</p>
      <GraphList
        indexed={indexed}
        shown={shown}
        focus={focus}
        open={open}
        onFocus={setFocus}
        onVisit={(entity) => visit(entity, asOf)}
      />
    </>
  );
}

/** In little room list and picture take turns; the list comes first. */
function Narrow({ parts, picture }: { readonly parts: ReactNode; readonly picture: ReactNode }) {
  const [view, setView] = useState<'list' | 'picture'>('list');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not a form */}
      <div role="group" aria-label={t('graph.views')} className="my-2 flex gap-1">
        {(['list', 'picture'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            className="h-11 flex-1 rounded-ctl border border-rule-2 aria-pressed:border-ink aria-pressed:bg-ink-wash"
            onClick={() => setView(each)}
          >
            {t(`graph.view.${each}`)}
          </button>
        ))}
      </div>
      {view === 'list' ? parts : picture}
    </>
  );
}

function GraphBody({ read, asOf }: { readonly read: Read; readonly asOf: AsOf }) {
  const isNarrow = useLayout() === 'narrow';
  const shown = useShown(read, asOf.trueOn);
  const props = { read, shown, asOf };
  const { leftOut } = read.indexed.data;
  const says = (
    <p className="mt-2 text-sec text-text-2">
      {sayGraph(read.indexed, shown)}
      {leftOut === 0 ? null : ` ${t('graph.leftOut', { nodes: count(leftOut, 'linked') })}`}
    </p>
  );
  const picture = <GraphPicture indexed={read.indexed} shown={shown} onVisit={(entity) => visit(entity, asOf)} />;
  if (isNarrow)
    return (
      <>
        <GraphFilters indexed={read.indexed} />
        {says}
        <Narrow
          parts={
            <div className="flex h-[22rem] flex-col">
              <List {...props} />
            </div>
          }
          picture={<div className="flex h-[24rem] flex-col">{picture}</div>}
        />
        <Rulers read={read} asOf={asOf} />
      </>
    );
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_20.375rem] max-wide:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="flex min-h-0 min-w-0 flex-col overflow-auto ps-11 pe-8 pb-4 max-wide:pe-4">
        <GraphFilters indexed={read.indexed} />
        {says}
        {picture}
        <Rulers read={read} asOf={asOf} />
      </div>
      <aside aria-label={t('graph.list')} className="flex min-h-0 flex-col border-s border-rule px-6 max-wide:px-3">
        <List {...props} />
      </aside>
    </div>
  );
}

/** Who and what is linked, on any day, and by what was known on any other: a picture and the same as a list. */
export function GraphScreen({ trueOn, knownOn }: AsOf) {
  const read = useGraph((state) => state.read);
  const asOf = useMemo(() => ({ trueOn, knownOn }), [trueOn, knownOn]);
  useEffect(() => {
    void loadGraph(knownOn);
    return watchGraph(knownOn);
  }, [knownOn]);
  const isNarrow = useLayout() === 'narrow';
  return (
    <section
      aria-label={t('graph.label')}
      className={
        isNarrow ? 'h-full overflow-auto px-[1.125rem] pt-5 pb-4' : 'flex h-full flex-col overflow-hidden pt-[1.875rem]'
      }
    >
      <header className="mb-3 flex flex-wrap items-end gap-x-[1.625rem] gap-y-1 mid:ps-11">
        <div className="flex items-center gap-2">
          <MenuButton />
          <h1 className="text-title tracking-[-0.012em]">{t('memory.title')}</h1>
        </div>
        <MemoryViews current="graph" />
      </header>
      {read?.kind === 'failed' ? (
        <div className="mid:px-11">
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadGraph(knownOn)}>
            {t('graph.failed', { why: read.failure.message })}
          </Failure>
        </div>
      ) : null}
      {read === null || read.kind === 'loading' ? (
        <div className="mid:px-11">
          <Loading label={t('graph.loading')} lines={8} />
        </div>
      ) : null}
      {read?.kind === 'ready' ? <GraphBody read={read.value} asOf={asOf} /> : null}
    </section>
  );
}
