import { useEffect, useMemo, useState } from 'react';
import type { Revision, RevisionId } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Failure, Loading } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { AxisTicks } from './axis.tsx';
import { settleConflict } from './change-fact.ts';
import { DoneBar } from './done-bar.tsx';
import { FactHead, FactWhere } from './fact-head.tsx';
import { FactLayers } from './fact-layers.tsx';
import { FactMap } from './fact-map.tsx';
import { closeFact, type FactView, loadFact, useFact } from './fact-store.ts';
import { drawLifeline, nameLifeline } from './lifeline.pure.ts';
import { LifelineBars } from './lifeline-bars.tsx';
import { inLayers, isBelieved, textOf, valueKey } from './revisions.pure.ts';
import { listTicks, planScale, shareOf } from './scale.pure.ts';
import { lifelineText } from './words.ts';

/** Of many values at once only those that are the same one: each has its history. */
function historyOf(view: FactView, fact: Revision): readonly Revision[] {
  if (view.relation.bucket !== 'multi-valued') return view.revisions;
  const linked = new Set([fact.id, ...fact.supersedes, ...fact.supersededBy]);
  return view.revisions.filter((each) => linked.has(each.id) || valueKey(each.object) === valueKey(fact.object));
}

function FactLine({
  revisions,
  relation,
  disputed,
  nowMs,
}: {
  readonly revisions: readonly Revision[];
  readonly relation: string;
  readonly disputed: ReadonlySet<RevisionId>;
  readonly nowMs: number;
}) {
  const times = revisions.flatMap(({ validFrom, validTo }) =>
    [validFrom, validTo].flatMap((at) => (at === null ? [] : [Date.parse(at)])),
  );
  const scale = planScale({ valid: times, known: revisions.map((each) => Date.parse(each.knownFrom)), nowMs });
  const moment = { scale, validMs: nowMs, knownMs: nowMs };
  return (
    <div className="relative mt-2 mb-[18px] border-y border-rule pb-1">
      <div className="relative mt-1 h-5">
        <AxisTicks ticks={listTicks(scale)} hasLabels hasMarks={false} />
      </div>
      <LifelineBars
        line={drawLifeline(revisions, disputed, moment)}
        name={lifelineText(relation, nameLifeline(revisions, disputed, nowMs))}
      />
      <i
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 border-s border-ink opacity-55"
        style={{ insetInlineStart: `${(shareOf(scale, nowMs) * 100).toFixed(2)}%` }}
      />
    </div>
  );
}

/** Two values that nothing can order: only the reader can say. */
function Conflict({ revisions }: { readonly revisions: readonly Revision[] }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const settle = async (keep: Revision) => setTrouble((await settleConflict(keep))?.message ?? null);
  return (
    <section className="mt-2 mb-4 border-s-[3px] border-rubric ps-4">
      <p>{t('fact.settle.what')}</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {revisions.map((each) => (
          <Button key={each.id} size="small" onClick={() => void settle(each)}>
            {t('fact.settle', { value: textOf(each.object) })}
          </Button>
        ))}
        <ButtonLink size="small" variant="quiet" href={hrefs.memory()}>
          {t('fact.settle.open')}
        </ButtonLink>
      </div>
      {trouble === null ? null : <p className="mt-1 text-sec text-rubric">{trouble}</p>}
    </section>
  );
}

function Body({ view, fact }: { readonly view: FactView; readonly fact: Revision }) {
  const nowMs = useMemo(() => now().getTime(), []);
  const [selected, setSelected] = useState(fact.id);
  useEffect(() => setSelected(fact.id), [fact.id]);
  const own = { ...view, revisions: historyOf(view, fact) };
  const newestFirst = inLayers(own.revisions);
  const conflict = own.conflicts.find((ids) => ids.includes(fact.id)) ?? own.conflicts[0] ?? [];
  const disputed = own.revisions.filter(({ id }) => conflict.includes(id));
  const chosen = own.revisions.some(({ id }) => id === selected) ? selected : fact.id;
  return (
    <>
      <FactWhere view={own} />
      <FactHead view={own} fact={fact} nowMs={nowMs} />
      <DoneBar />
      {disputed.length > 1 ? <Conflict revisions={disputed} /> : null}
      <FactLine revisions={own.revisions} relation={own.relation.name} disputed={new Set(conflict)} nowMs={nowMs} />
      <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] gap-x-[3.25rem] gap-y-7 max-wide:grid-cols-1">
        <div>
          <FactLayers revisions={newestFirst} current={fact.id} selected={chosen} onSelect={setSelected} />
          {own.revisions.length === 1 ? (
            <p className="border-t border-rule pt-3 text-sec text-text-2">{t('fact.noEarlier')}</p>
          ) : null}
        </div>
        <FactMap revisions={own.revisions} current={fact.id} selected={chosen} nowMs={nowMs} onSelect={setSelected} />
      </div>
    </>
  );
}

/** The history of one fact: every value, who said it and when, and what can be said about it. */
export function FactScreen({ id }: { readonly id: RevisionId }) {
  const { entry } = useFact();
  useEffect(() => {
    void loadFact(id);
  }, [id]);
  useEffect(() => closeFact, []);
  const view = entry.kind === 'ready' ? entry.value : null;
  // After an undo the fact that was open may be gone; what is believed in its place is the same page.
  const fact =
    view?.revisions.find((each) => each.id === id) ?? view?.revisions.findLast(isBelieved) ?? view?.revisions.at(-1);
  return (
    <section aria-label={t('fact.title')} className="h-full overflow-auto">
      <div className="max-w-[74.75rem] px-11 pt-6 pb-10 max-mid:px-[1.125rem]">
        {view && fact ? <Body view={view} fact={fact} /> : null}
        {entry.kind === 'loading' ? <Loading label={t('fact.loading')} lines={8} /> : null}
        {entry.kind === 'failed' ? (
          <>
            <MenuButton />
            <h1 className="mb-4 text-title">{t('fact.title')}</h1>
            <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadFact(id)}>
              {entry.failure.message}
            </Failure>
            <p className="mt-3 text-sec text-text-2">
              <a className="act" href={hrefs.memory()}>
                {t('memory.title')}
              </a>
            </p>
          </>
        ) : null}
      </div>
    </section>
  );
}
