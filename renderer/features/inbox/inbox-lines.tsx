import type { InboxItem, Revision } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { AxisTicks } from '../memory/axis.tsx';
import { drawLifeline, nameLifeline } from '../memory/lifeline.pure.ts';
import { LifelineBars } from '../memory/lifeline-bars.tsx';
import { listTicks, planScale, shareOf } from '../memory/scale.pure.ts';
import { lifelineText } from '../memory/words.ts';
import { beneath } from './entries.pure.ts';

type InboxLinesProps = { readonly item: InboxItem; readonly pending: Revision; readonly nowMs: number };

const NOBODY = new Set<never>();
const at = (instant: string | null): readonly number[] => (instant === null ? [] : [Date.parse(instant)]);

/** How the lifeline would look afterwards: what is kept, and what moves beneath it or stands beside it. */
export function InboxLines({ item, pending, nowMs }: InboxLinesProps) {
  const old = beneath(item, pending);
  const all = [pending, ...old];
  const scale = planScale({
    valid: all.flatMap(({ validFrom, validTo }) => [...at(validFrom), ...at(validTo)]),
    known: all.map(({ knownFrom }) => Date.parse(knownFrom)),
    nowMs,
  });
  const moment = { scale, validMs: nowMs, knownMs: nowMs };
  const line = (revisions: readonly Revision[]) => (
    <LifelineBars
      line={drawLifeline(revisions, NOBODY, moment)}
      name={lifelineText(item.relation, nameLifeline(revisions, NOBODY, nowMs))}
    />
  );
  return (
    <div className="relative my-3 grid [--fc:8.75rem] grid-cols-[var(--fc)_minmax(0,1fr)] max-mid:[--fc:0px] gap-y-1 border-y border-rule pb-1 max-mid:grid-cols-1">
      <span className="max-mid:hidden" />
      <div className="relative mt-1 h-5">
        <AxisTicks ticks={listTicks(scale)} hasLabels hasMarks={false} />
      </div>
      <p className="text-sec text-text-2">{t('inbox.if')}</p>
      {line([pending])}
      {old.length === 0 ? null : (
        <>
          <p className="text-sec text-text-2">
            {t(old[0]?.status === 'superseded' ? 'inbox.beneath' : 'inbox.beside')}
          </p>
          {line(old)}
        </>
      )}
      <i
        aria-hidden="true"
        className="absolute inset-y-0 border-s border-ink opacity-55"
        style={{ insetInlineStart: `calc(var(--fc) + (100% - var(--fc)) * ${shareOf(scale, nowMs).toFixed(5)})` }}
      />
    </div>
  );
}
