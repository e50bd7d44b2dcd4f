import { useId, useState } from 'react';
import type { LegName, TraceCandidate } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { openSource } from '../chat/note-actions.ts';
import { type Loadable, toFailed } from '../failure.ts';
import { speakerName, voiceOf } from '../frame/names.ts';
import { isChosen, listParts } from './candidates.pure.ts';
import { partName, signed } from './names.ts';

/** What made the score, as bars to both sides of nothing; each has its number beside it. */
function Parts({ candidate }: { readonly candidate: TraceCandidate }) {
  const { parts, zero } = listParts(candidate.parts);
  // Reciprocal ranks are hundredths; learned scores are ones.
  const digits = Math.abs(candidate.score) < 0.1 ? 4 : 2;
  if (parts.length === 0) return <p className="text-sec text-text-2">{t('candidate.noParts')}</p>;
  return (
    <dl className="grid max-w-[34rem] grid-cols-[fit-content(55%)_minmax(4rem,1fr)_max-content] items-center gap-x-3 gap-y-0.5 text-sec">
      {parts.map(({ name, value, share }) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{partName(name)}</dt>
          <dd aria-hidden="true" className="relative h-3">
            <i className="absolute inset-y-0 border-s border-rule-2" style={{ insetInlineStart: `${zero * 100}%` }} />
            <i
              className={`bar absolute inset-y-[3px] ${value < 0 ? 'bg-rubric' : 'bg-ink-line'}`}
              style={{
                insetInlineStart: `${(value < 0 ? zero - share : zero) * 100}%`,
                width: `${Math.max(share * 100, 0.5)}%`,
              }}
            />
          </dd>
          <dd className={`num text-end ${value < 0 ? 'text-rubric' : ''}`}>{signed(value, digits)}</dd>
        </div>
      ))}
      <div className="contents font-semibold">
        <dt>{t('candidate.score')}</dt>
        <dd />
        <dd className="num text-end">{signed(candidate.score, digits)}</dd>
      </div>
    </dl>
  );
}

/** The whole of a turn is read only when it is asked for. */
function WholeTurn({ candidate }: { readonly candidate: TraceCandidate }) {
  const [whole, setWhole] = useState<Loadable<string> | null>(null);
  const { turnId, conversationId, excerpt, role } = candidate;
  const show = async () => {
    if (turnId === null) return;
    setWhole({ kind: 'loading' });
    try {
      setWhole({ kind: 'ready', value: (await api.call('turns.get', { id: turnId, around: 0 })).turn.text });
    } catch (error) {
      setWhole({ kind: 'failed', failure: toFailed(error) });
    }
  };
  return (
    <div className="min-w-0">
      <blockquote
        dir="auto"
        className={`max-h-64 overflow-auto whitespace-pre-line [overflow-wrap:anywhere] text-quote ${voiceOf(role)}`}
      >
        {whole?.kind === 'ready' ? whole.value : excerpt}
      </blockquote>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sec text-text-2">
        <span>{t(whole?.kind === 'ready' ? 'candidate.whole' : 'candidate.excerpt')}</span>
        {turnId === null || whole?.kind === 'ready' ? null : (
          <TextButton disabled={whole?.kind === 'loading'} onClick={() => void show()}>
            {t('candidate.showWhole')}
          </TextButton>
        )}
        {turnId === null ? null : (
          <TextButton onClick={() => void openSource(turnId, conversationId)}>{t('note.openTurn')}</TextButton>
        )}
      </p>
      {whole?.kind === 'failed' ? <p className="text-sec text-rubric">{whole.failure.message}</p> : null}
    </div>
  );
}

function Details({ candidate }: { readonly candidate: TraceCandidate }) {
  const { kind, speaker, at, tokens, packed } = candidate;
  return (
    // The table may be wider than a narrow window; what is read stays inside it.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-3 bg-paper/60 px-3 py-3 mid:grid-cols-2 max-mid:sticky max-mid:start-0 max-mid:w-[calc(100vw-2.25rem)]">
      <div className="min-w-0">
        <p className="mb-1 text-sec text-text-2">
          {t(`kind.${kind}`)} · <bdi className="font-semibold text-text">{speakerName(speaker)}</bdi> ·{' '}
          {at === null ? t('note.noTime') : formatMoment(at)}
        </p>
        <WholeTurn candidate={candidate} />
        <p className="num mt-1 text-sec text-text-2">
          {tokens === 0 ? t('candidate.notCounted') : count(tokens, 'tokens')}
          {packed === null ? '' : ` · ${t('candidate.packed', { n: packed })}`}
        </p>
      </div>
      <Parts candidate={candidate} />
    </div>
  );
}

function LegRank({ candidate, leg }: { readonly candidate: TraceCandidate; readonly leg: LegName }) {
  const score = candidate.legs[leg];
  if (score === undefined) return <td className="num pe-2 text-end text-text-3">·</td>;
  return (
    <td
      className={`num pe-2 text-end ${score.rank <= 3 ? 'font-semibold text-ink' : ''}`}
      title={t('trace.score', { score: score.score.toFixed(4) })}
    >
      {score.rank}
    </td>
  );
}

/** What became of it and why; why something was dropped says already that it was. */
function fateText({ fate, why }: TraceCandidate): string {
  if (fate === 'same text' && why !== null) return t('fate.dropped', { why });
  return why === null ? t(`fate.${fate}`) : `${t(`fate.${fate}`)}: ${why}`;
}

type CandidateRowProps = { readonly candidate: TraceCandidate; readonly legs: readonly LegName[] };

/** One candidate; opened it shows what made its score and more of its words. */
export function CandidateRow({ candidate, legs }: CandidateRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { rank, excerpt, speaker, at, tokens, score, role, kind, citation } = candidate;
  const isUsed = isChosen(candidate);
  return (
    <>
      <tr
        className={`[&>td]:py-[5px] ${isOpen ? 'bg-paper/60' : '[&>td]:border-b [&>td]:border-rule'}`}
        data-fragment={candidate.id}
      >
        <td className="num pe-3 text-end text-text-3">{rank}</td>
        <td className="max-w-0 pe-3">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setIsOpen(!isOpen)}
            title={`${speakerName(speaker)}${at === null ? '' : `, ${formatMoment(at)}`}`}
            className={`flex w-full items-baseline gap-1.5 text-start text-quote hover:underline ${isUsed ? '' : 'text-text-2'}`}
          >
            <span aria-hidden="true" className="w-2.5 flex-none font-sans text-lab text-text-3">
              {isOpen ? '▾' : '▸'}
            </span>
            {kind === 'turn' ? null : <span className="text-lab text-text-3">{t(`kind.${kind}`)}</span>}
            <bdi className={`min-w-0 truncate ${voiceOf(role)}`}>“{excerpt}”</bdi>
          </button>
        </td>
        {legs.map((leg) => (
          <LegRank key={leg} candidate={candidate} leg={leg} />
        ))}
        <td className="num pe-2 text-end">{score.toFixed(score < 0.1 && score > -0.1 ? 4 : 2)}</td>
        <td className="num pe-2 text-end">{tokens === 0 ? '·' : formatNumber(tokens)}</td>
        <td className={`ps-2 text-sec ${isUsed ? '' : 'text-text-2'}`}>
          {fateText(candidate)}
          {citation === null ? null : <sup className="ps-1 font-semibold text-rubric">{citation}</sup>}
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td id={detailsId} colSpan={legs.length + 5} className="border-b border-rule p-0">
            <Details candidate={candidate} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
