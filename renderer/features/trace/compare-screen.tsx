import { useState } from 'react';
import type { Trace } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { go, hrefs } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { type ComparedFragment, type Comparison, compareTraces } from './compare.pure.ts';
import { FiguresCompared, FragmentsCompared, LegsCompared } from './compare-tables.tsx';
import { TracePicker } from './trace-picker.tsx';

type Pair = { readonly before: Trace; readonly after: Trace };
type Side = keyof Pair;

/** What is different, as one sentence. */
function summaryOf({ counts }: Comparison): string {
  const moved = counts.up + counts.down;
  if (counts['came in'] + counts['fell out'] + moved === 0) return t('compare.same', { n: formatNumber(counts.same) });
  return t('compare.summary', {
    in: formatNumber(counts['came in']),
    out: formatNumber(counts['fell out']),
    moved: formatNumber(moved),
    same: formatNumber(counts.same),
  });
}

function SideHead(props: { readonly side: Side; readonly trace: Trace; readonly onChoose: () => void }) {
  const { side, trace, onChoose } = props;
  const off = trace.legs.filter(({ outcome }) => outcome === 'disabled').map(({ leg }) => t(`leg.${leg}`));
  return (
    <section aria-label={t(`compare.${side}`)} className="min-w-0 border-t-2 border-ink pt-2">
      <h2 className="text-sec text-text-3">{t(`compare.${side}`)}</h2>
      <p dir="auto" className="line-clamp-3 font-serif text-said">
        “{trace.query}”
      </p>
      <p className="text-sec text-text-2">
        {formatMoment(trace.at)}
        {trace.replayOf === null ? '' : ` · ${t('picker.replay')}`}
        {off.length === 0 ? '' : ` · ${t('compare.without', { legs: off.join(', ') })}`}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sec">
        <a className="act" href={hrefs.trace(trace.id)}>
          {t('compare.open')}
        </a>
        <TextButton onClick={onChoose}>{t('compare.choose')}</TextButton>
      </p>
    </section>
  );
}

function Fragments({ fragments }: { readonly fragments: readonly ComparedFragment[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const telling = fragments.filter(({ move }) => move !== 'in neither');
  const shown = isWhole ? fragments : telling;
  const others = fragments.length - telling.length;
  return (
    <>
      {shown.length === 0 ? (
        <p className="py-2 text-text-2">{t('compare.noFragments')}</p>
      ) : (
        <FragmentsCompared fragments={shown} />
      )}
      {others > 0 && !isWhole ? (
        <Button size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('compare.showNeither', { n: formatNumber(others) })}
        </Button>
      ) : null}
    </>
  );
}

const title = 'mt-7 mb-1 text-[0.8125rem] leading-5 font-semibold';

/** Two traces side by side: what came in, fell out and moved, and what each cost. */
export function CompareScreen({ before, after }: Pair) {
  const [choosing, setChoosing] = useState<Side | null>(null);
  const compared = compareTraces(before, after);
  return (
    <>
      <nav aria-label={t('trace.where')} className="flex items-center gap-2 text-lab text-text-3">
        <MenuButton />
        <span>
          <a className="act" href={hrefs.trace(before.id)}>
            {t('trace.label')}
          </a>{' '}
          / {t('compare.title')}
        </span>
      </nav>
      <div className="mt-1 mb-4 flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-title tracking-[-0.012em]">{t('compare.title')}</h1>
        <Button onClick={() => go({ name: 'trace', id: after.id, withId: before.id })}>{t('compare.swap')}</Button>
      </div>
      <div className="grid gap-x-9 gap-y-4 mid:grid-cols-2">
        <SideHead side="before" trace={before} onChoose={() => setChoosing('before')} />
        <SideHead side="after" trace={after} onChoose={() => setChoosing('after')} />
      </div>
      <p className="mt-5 text-figure">{summaryOf(compared)}</p>
      {compared.isSameQuery ? null : <p className="text-sec text-rubric">{t('compare.otherQuery')}</p>}
      {compared.generations === 0 ? null : (
        <p className="text-sec text-text-2">
          {t('compare.generations', { n: formatNumber(Math.abs(compared.generations)) })}
        </p>
      )}
      <h2 className={title}>{t('compare.fragments')}</h2>
      <Fragments fragments={compared.fragments} />
      <h2 className={title}>{t('compare.legs')}</h2>
      <LegsCompared legs={compared.legs} />
      <h2 className={title}>{t('compare.figures')}</h2>
      <FiguresCompared before={before} after={after} settings={compared.settings} />
      {choosing === null ? null : (
        <TracePicker
          other={choosing === 'after' ? before : after}
          onClose={() => setChoosing(null)}
          onPick={(id) => {
            setChoosing(null);
            go(
              choosing === 'after'
                ? { name: 'trace', id: before.id, withId: id }
                : { name: 'trace', id, withId: after.id },
            );
          }}
        />
      )}
    </>
  );
}
