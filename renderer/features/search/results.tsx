import type { LegName, RankedFragment, RecallResult } from '../../../main/contract/index.ts';
import { formatMoment, formatMs } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { openSource } from '../chat/note-actions.ts';
import { openFound } from '../documents/open-found.ts';
import { ForgetButton } from '../forget/forget-button.tsx';
import { openForgetAbout } from '../forget/forget-store.ts';
import { speakerName } from '../frame/names.ts';
import { supportWord } from '../trace/settings.pure.ts';

function Legs({ fragment }: { readonly fragment: RankedFragment }) {
  const legs = Object.entries(fragment.legs) as [LegName, { rank: number; score: number }][]; // keys of the contract
  return (
    <span className="num">
      {legs.map(([leg, { rank, score }]) => (
        <span key={leg} className="me-3" title={t('trace.score', { score: score.toFixed(4) })}>
          {t(`leg.${leg}`)} <b className="text-ink">{rank}</b>
        </span>
      ))}
    </span>
  );
}

/** Where something stands that was not said: the document, and the place in it. */
function Source({ fragment }: { readonly fragment: RankedFragment }) {
  const { kind, source, at } = fragment;
  return (
    <p className="text-sec text-text-2">
      {t(`kind.${kind}`)}
      {source === null ? null : (
        <>
          {' · '}
          <bdi className="font-semibold text-text">{source.name}</bdi>
          {' · '}
          {source.page === null
            ? t('search.place', { from: formatNumber(source.from), to: formatNumber(source.to) })
            : t('search.page', { page: formatNumber(source.page) })}
        </>
      )}
      {at === null ? '' : ` · ${formatMoment(at)}`}
    </p>
  );
}

function Said({ fragment }: { readonly fragment: RankedFragment }) {
  const { speaker, at, conversationTitle } = fragment;
  return (
    <p className="text-sec text-text-2">
      <bdi className="font-semibold text-text">{speakerName(speaker)}</bdi>
      {at === null ? ` · ${t('note.noTime')}` : ` · ${formatMoment(at)}`} ·{' '}
      <bdi>{conversationTitle || t('chat.untitled')}</bdi>
    </p>
  );
}

/** To the turn; of something long only a part is shown here, and the way there says so. */
function Open({ fragment }: { readonly fragment: RankedFragment }) {
  const { turns, conversationId, kind, excerpt, source } = fragment;
  if (kind === 'document' && source !== null)
    return <TextButton onClick={() => void openFound(source)}>{t('document.openPage')}</TextButton>;
  const turnId = turns[0];
  if (turnId === undefined) return null;
  const label = kind !== 'turn' ? 'search.openEvidence' : excerpt === null ? 'note.openTurn' : 'candidate.showWhole';
  return <TextButton onClick={() => void openSource(turnId, conversationId)}>{t(label)}</TextButton>;
}

/** *Forget…* beside something that was found: the turn, or the document that it stands in. */
function Forget({ fragment }: { readonly fragment: RankedFragment }) {
  const { kind, turns, source, rank } = fragment;
  const name = t('search.result', { n: rank });
  const turnId = turns[0];
  if (kind === 'document' && source !== null)
    return (
      <ForgetButton
        chosen={{ selection: { kind: 'document', documentIds: [source.id] }, name: source.name }}
        name={name}
      />
    );
  if (kind !== 'turn' || turnId === undefined) return null;
  return <ForgetButton chosen={{ selection: { kind: 'turns', turnIds: [turnId] }, name: null }} name={name} />;
}

/** What was said or written is serif; what a model wrote, a summary as well as a reply, is not. */
const isTestimony = ({ kind, role }: RankedFragment): boolean =>
  kind === 'document' || (kind === 'turn' && role !== 'assistant');

function Result({ fragment }: { readonly fragment: RankedFragment }) {
  const { rank, kind, text, excerpt, tokens, score } = fragment;
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] border-t border-rule py-3.5">
      <span className="num pt-1 text-sec text-text-3">{rank}</span>
      <div className="min-w-0">
        {kind === 'turn' ? <Said fragment={fragment} /> : <Source fragment={fragment} />}
        <blockquote
          dir="auto"
          className={`mt-1 line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere] ${isTestimony(fragment) ? 'font-serif text-said' : 'text-reply'}`}
        >
          {excerpt !== null && excerpt.from > 0 ? '… ' : ''}
          {text}
          {excerpt === null ? '' : ' …'}
        </blockquote>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sec text-text-2">
          <Open fragment={fragment} />
          <Forget fragment={fragment} />
          <Legs fragment={fragment} />
          <span className="num">
            {t('search.score', { score: score.toFixed(score < 0.1 && score > -0.1 ? 4 : 2) })}
          </span>
          <span className="num">
            {excerpt === null
              ? count(tokens, 'tokens')
              : t('search.part', { n: formatNumber(tokens), whole: formatNumber(excerpt.wholeTokens) })}
          </span>
        </p>
      </div>
    </li>
  );
}

type ResultsProps = { readonly result: RecallResult; readonly query: string };

/** What came to mind, how far it supports an answer, and the way to its trace. */
export function Results({ result, query }: ResultsProps) {
  const { results, tokens, ms, traceId, support } = result;
  return (
    <>
      <p className="mb-3 text-sec text-text-2">
        {results.length === 0 ? null : (
          <>
            <b className="text-text">{t(`search.support.${supportWord(result)}`)}</b>{' '}
            <span className="num">({t('support.chance', { percent: Math.round(support * 100) })})</span>
            {' · '}
          </>
        )}
        {t('search.summary', {
          memories: count(results.length, 'memories'),
          tokens: formatNumber(tokens),
          ms: formatMs(ms),
        })}{' '}
        <a className="act" href={hrefs.trace(traceId)}>
          {t('search.trace')}
        </a>{' '}
        <TextButton tone="quiet" className="ms-3" onClick={() => openForgetAbout(query)}>
          {t('forget.open.says', { words: query.trim() })}
        </TextButton>
      </p>
      {results.length === 0 ? <p className="text-lead text-text-2">{t('search.none')}</p> : null}
      <ol className="max-w-[52rem] border-b border-rule empty:hidden">
        {results.map((fragment) => (
          <Result key={`${fragment.rank} ${fragment.turns[0] ?? ''}`} fragment={fragment} />
        ))}
      </ol>
    </>
  );
}
