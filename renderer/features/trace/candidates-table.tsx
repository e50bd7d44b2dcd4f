import { useState } from 'react';
import type { LegName, TraceCandidate } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { openSource } from '../chat/note-actions.ts';
import { speakerName, voiceOf } from '../frame/names.ts';

const SHOWN = 25;

function CandidateRow({ candidate, legs }: { readonly candidate: TraceCandidate; readonly legs: readonly LegName[] }) {
  const { rank, excerpt, speaker, at, tokens, fate, why, citation, turnId, conversationId } = candidate;
  const isUsed = fate === 'in prompt';
  return (
    <tr className="[&>td]:border-b [&>td]:border-rule [&>td]:py-[5px]">
      <td className="num pe-3 text-end text-text-3">{rank}</td>
      <td className="max-w-0 pe-3">
        <button
          type="button"
          disabled={turnId === null}
          onClick={() => turnId && void openSource(turnId, conversationId)}
          title={`${speakerName(speaker)}${at === null ? '' : `, ${formatMoment(at)}`}`}
          className={`block w-full truncate text-start text-quote hover:underline ${voiceOf(candidate.role)} ${isUsed ? '' : 'text-text-2'}`}
        >
          <bdi>“{excerpt}”</bdi>
        </button>
      </td>
      {legs.map((leg) => {
        const score = candidate.legs[leg];
        const isGood = score !== undefined && score.rank <= 3;
        return (
          <td
            key={leg}
            className={`num pe-2 text-end ${isGood ? 'font-semibold text-ink' : score ? '' : 'text-text-3'}`}
            title={score ? t('trace.score', { score: score.score.toFixed(4) }) : undefined}
          >
            {score ? score.rank : '·'}
          </td>
        );
      })}
      <td className="num pe-2 text-end">{tokens === 0 ? '·' : formatNumber(tokens)}</td>
      <td className={`ps-2 text-sec ${isUsed ? '' : 'text-text-2'}`}>
        {t(`fate.${fate}`)}
        {why ? `: ${why}` : ''}
        {citation === null ? null : <sup className="ps-1 font-semibold text-rubric">{citation}</sup>}
      </td>
    </tr>
  );
}

/** Everything that was looked at, its rank in each leg and together, and what became of it. */
export function CandidatesTable({
  candidates,
  legs,
}: {
  readonly candidates: readonly TraceCandidate[];
  readonly legs: readonly LegName[];
}) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? candidates : candidates.slice(0, SHOWN);
  if (candidates.length === 0) return <p className="py-3 text-text-2">{t('trace.noCandidates')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={t('trace.candidates')}>
        <table className="w-full min-w-[38rem]">
          <thead>
            <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:font-normal">
              <th scope="col" className="w-8 pe-3 text-end" aria-label={t('trace.rank')}>
                #
              </th>
              <th scope="col" className="text-start">
                {t('trace.said')}
              </th>
              {legs.map((leg) => (
                <th key={leg} scope="col" className="w-16 pe-2 text-end">
                  {t(`leg.${leg}.short`)}
                </th>
              ))}
              <th scope="col" className="w-16 pe-2 text-end">
                {t('trace.tokens')}
              </th>
              <th scope="col" className="w-[34%] ps-2 text-start">
                {t('trace.fate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((candidate) => (
              <CandidateRow key={`${candidate.rank} ${candidate.turnId}`} candidate={candidate} legs={legs} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < candidates.length ? (
        <Button size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('trace.showAll', { n: formatNumber(candidates.length) })}
        </Button>
      ) : null}
    </>
  );
}
