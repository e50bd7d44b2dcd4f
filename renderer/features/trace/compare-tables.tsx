import type { ReactNode } from 'react';
import type { LegReport, Trace, TraceCandidate } from '../../../main/contract/index.ts';
import { formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { speakerName, voiceOf } from '../frame/names.ts';
import { type ComparedFragment, type ComparedLeg, type Comparison, type Move, TIMES } from './compare.pure.ts';
import { settingValueName, signed, signedMs } from './names.ts';

type BoxProps = { readonly label: string; readonly children: ReactNode; readonly minWidth?: string };

/** A table that scrolls inside its box where the window is narrow. */
function Box({ label, children, minWidth = 'min-w-[34rem]' }: BoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={label}>
      <table className={`w-full ${minWidth}`}>{children}</table>
    </section>
  );
}

const head =
  'text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:pe-3 [&>th]:text-start [&>th]:font-normal';
const line = '[&>*]:border-b [&>*]:border-rule [&>*]:py-[5px] [&>*]:pe-3 [&>*]:text-start [&>*]:font-normal';

function Heads({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr className={head}>
        <th scope="col">{first}</th>
        <th scope="col">{t('compare.before')}</th>
        <th scope="col">{t('compare.after')}</th>
        <th scope="col">{t('compare.difference')}</th>
      </tr>
    </thead>
  );
}

const legText = (leg: LegReport | null): string =>
  leg === null
    ? t('compare.absent')
    : leg.outcome === 'disabled'
      ? t('outcome.disabled')
      : t('compare.leg', {
          outcome: t(`outcome.${leg.outcome}`),
          produced: formatNumber(leg.produced),
          selected: formatNumber(leg.selected),
          ms: formatMs(leg.ms),
        });

function LegLine({ compared }: { readonly compared: ComparedLeg }) {
  const { leg, before, after, isChanged } = compared;
  const ran = before !== null && after !== null && before.outcome !== 'disabled' && after.outcome !== 'disabled';
  return (
    <tr className={line}>
      <th scope="row">{t(`leg.${leg}`)}</th>
      <td className="num text-text-2">{legText(before)}</td>
      <td className={`num ${isChanged ? 'font-semibold!' : 'text-text-2'}`}>{legText(after)}</td>
      <td className="num text-text-2">{ran ? signedMs(after.ms - before.ms) : '·'}</td>
    </tr>
  );
}

/** Outcome, finds and time of every leg in both. */
export function LegsCompared({ legs }: { readonly legs: Comparison['legs'] }) {
  return (
    <Box label={t('compare.legs')} minWidth="min-w-[46rem]">
      <Heads first={t('trace.leg')} />
      <tbody>
        {legs.map((compared) => (
          <LegLine key={compared.leg} compared={compared} />
        ))}
      </tbody>
    </Box>
  );
}

type PairProps = { readonly before: Trace; readonly after: Trace };
type Figure = { readonly name: string; readonly before: string; readonly after: string; readonly difference: string };

function listFigures({ before, after }: PairProps): readonly Figure[] {
  const budgetOf = ({ budget: { tokens } }: Trace) => (tokens === null ? t('options.noLimit') : formatNumber(tokens));
  const supportOf = ({ support }: Trace) => (support === null ? '·' : `${Math.round(support * 100)}%`);
  return [
    {
      name: t('compare.tokens'),
      before: formatNumber(before.budget.used),
      after: formatNumber(after.budget.used),
      difference: signed(after.budget.used - before.budget.used, 0),
    },
    { name: t('options.budget'), before: budgetOf(before), after: budgetOf(after), difference: '·' },
    {
      name: t('reading.support'),
      before: supportOf(before),
      after: supportOf(after),
      difference:
        before.support === null || after.support === null
          ? '·'
          : t('compare.points', { n: signed((after.support - before.support) * 100, 0) }),
    },
    ...TIMES.filter((name) => before.timings[name] > 0 || after.timings[name] > 0).map((name) => ({
      name: t(`time.${name}`),
      before: formatMs(before.timings[name]),
      after: formatMs(after.timings[name]),
      difference: signedMs(after.timings[name] - before.timings[name]),
    })),
  ];
}

/** Tokens, support, times and changed settings of both. */
export function FiguresCompared({ before, after, settings }: PairProps & Pick<Comparison, 'settings'>) {
  return (
    <Box label={t('compare.figures')}>
      <Heads first={t('compare.figure')} />
      <tbody>
        {settings.map(({ name, before: was, after: is }) => (
          <tr key={name} className={line}>
            <th scope="row">{t(`setting.${name}`)}</th>
            <td className="text-text-2">{was === null ? '·' : settingValueName(name, was)}</td>
            <td className="font-semibold!">{is === null ? '·' : settingValueName(name, is)}</td>
            <td className="text-text-2">{t('compare.changed')}</td>
          </tr>
        ))}
        {listFigures({ before, after }).map((figure) => (
          <tr key={figure.name} className={line}>
            <th scope="row">{figure.name}</th>
            <td className="num text-text-2">{figure.before}</td>
            <td className="num">{figure.after}</td>
            <td className="num text-text-2">{figure.difference}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

const marks: Readonly<Record<Move, string>> = {
  'came in': '+',
  'fell out': '−',
  up: '↑',
  down: '↓',
  same: '=',
  'in neither': '·',
};

const placeText = (candidate: TraceCandidate | null): string =>
  candidate === null
    ? t('compare.notFound')
    : t('compare.place', { rank: candidate.rank, fate: t(`fate.${candidate.fate}`) });

function FragmentLine({ fragment }: { readonly fragment: ComparedFragment }) {
  const { candidate, before, after, move, gained } = fragment;
  const isMoved = gained !== null && gained !== 0;
  return (
    <tr className={line}>
      <td className="w-40">
        <span
          aria-hidden="true"
          className={`me-1.5 inline-block w-3 text-center font-semibold ${move === 'fell out' ? 'text-rubric' : 'text-ink'}`}
        >
          {marks[move]}
        </span>
        {t(`move.${move}`)}
        {isMoved ? <span className="num text-text-2"> ({signed(gained, 0)})</span> : null}
      </td>
      <td className="max-w-0">
        <bdi className={`block truncate text-quote ${voiceOf(candidate.role)}`}>“{candidate.excerpt}”</bdi>
        <span className="block text-lab text-text-3">
          <bdi>{speakerName(candidate.speaker)}</bdi>
        </span>
      </td>
      <td className="num w-48 text-sec text-text-2">{placeText(before)}</td>
      <td className="num w-48 text-sec">{placeText(after)}</td>
    </tr>
  );
}

/** What came in, fell out and moved, most telling first. */
export function FragmentsCompared({ fragments }: { readonly fragments: readonly ComparedFragment[] }) {
  return (
    <Box label={t('compare.fragments')} minWidth="min-w-[52rem]">
      <thead>
        <tr className={head}>
          <th scope="col" className="w-40">
            {t('compare.move')}
          </th>
          <th scope="col">{t('trace.said')}</th>
          <th scope="col" className="w-48">
            {t('compare.before')}
          </th>
          <th scope="col" className="w-48">
            {t('compare.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fragments.map((fragment) => (
          <FragmentLine key={fragment.id} fragment={fragment} />
        ))}
      </tbody>
    </Box>
  );
}
