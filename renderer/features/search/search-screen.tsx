import { type FormEvent, useEffect, useState } from 'react';
import type { LegName, RankedFragment, RecallResult } from '../../../main/contract/index.ts';
import { formatMoment, formatMs } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { go, hrefs } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Loading, Page, Select, TextField } from '../../ui/parts.tsx';
import { openSource } from '../chat/note-actions.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { speakerName } from '../frame/names.ts';
import { search, useSearch } from './search-store.ts';

const COUNTS = [5, 10, 20, 50] as const;

function Legs({ fragment }: { readonly fragment: RankedFragment }) {
  const legs = Object.entries(fragment.legs) as [LegName, { rank: number; score: number }][];
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

function Result({ fragment }: { readonly fragment: RankedFragment }) {
  const { rank, text, speaker, at, conversationTitle, conversationId, turns, tokens, score } = fragment;
  const turnId = turns[0];
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] border-t border-rule py-3.5">
      <span className="num pt-1 text-sec text-text-3">{rank}</span>
      <div className="min-w-0">
        <p className="text-sec text-text-2">
          <bdi className="font-semibold text-text">{speakerName(speaker)}</bdi>
          {at === null ? ` · ${t('note.noTime')}` : ` · ${formatMoment(at)}`} ·{' '}
          <bdi>{conversationTitle || t('chat.untitled')}</bdi>
        </p>
        <blockquote
          dir="auto"
          className={`mt-1 line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere] ${fragment.role === 'assistant' ? 'text-reply' : 'font-serif text-said'}`}
        >
          {text}
        </blockquote>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sec text-text-2">
          {turnId === undefined ? null : (
            <TextButton onClick={() => void openSource(turnId, conversationId)}>{t('note.openTurn')}</TextButton>
          )}
          <Legs fragment={fragment} />
          <span className="num">{t('search.score', { score: score.toFixed(4) })}</span>
          <span className="num">{count(tokens, 'tokens')}</span>
        </p>
      </div>
    </li>
  );
}

function Results({ result }: { readonly result: RecallResult }) {
  return (
    <>
      <p className="mb-3 text-sec text-text-2">
        {t('search.summary', {
          memories: count(result.results.length, 'memories'),
          tokens: formatNumber(result.tokens),
          ms: formatMs(result.ms),
        })}{' '}
        <a className="act" href={hrefs.trace(result.traceId)}>
          {t('search.trace')}
        </a>
        {result.abstain ? ` · ${t('search.abstain')}` : ''}
      </p>
      {result.results.length === 0 ? <p className="text-lead text-text-2">{t('search.none')}</p> : null}
      <ol className="max-w-[52rem] border-b border-rule empty:hidden">
        {result.results.map((fragment) => (
          <Result key={`${fragment.rank} ${fragment.turns[0] ?? ''}`} fragment={fragment} />
        ))}
      </ol>
    </>
  );
}

/** Asks memory directly: the same recall that an answer uses, without an answer. */
export function SearchScreen({ query }: { readonly query: string }) {
  const { input, result } = useSearch();
  const [text, setText] = useState(query || input.query);
  useEffect(() => {
    if (query === '') return;
    setText(query);
    void search({ ...useSearch.getState().input, query });
  }, [query]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && text.trim() !== query) go({ name: 'search', query: text.trim() });
    else void search({ ...input, query: text });
  };
  const change = (patch: Partial<typeof input>) => void search({ ...input, query: text, ...patch });
  return (
    <Page title={t('search.title')} lead={t('search.lead')} leading={<MenuButton />}>
      <search>
        <form onSubmit={submit} className="mb-5 flex flex-wrap items-center gap-2.5">
          <TextField
            autoFocus
            type="search"
            dir="auto"
            value={text}
            aria-label={t('search.query')}
            placeholder={t('search.placeholder')}
            onChange={(event) => setText(event.target.value)}
            className="min-w-64 flex-1"
          />
          <Button type="submit" variant="primary">
            {t('search.go')}
          </Button>
          <span className="flex items-center gap-2 text-sec text-text-2">
            <label htmlFor="search-as-of">{t('search.asOf')}</label>
            <TextField
              id="search-as-of"
              type="date"
              value={input.asOfDay}
              onChange={(event) => change({ asOfDay: event.target.value })}
            />
          </span>
          <span className="flex items-center gap-2 text-sec text-text-2">
            <label htmlFor="search-count">{t('search.count')}</label>
            <Select id="search-count" value={input.k} onChange={(event) => change({ k: Number(event.target.value) })}>
              {COUNTS.map((k) => (
                <option key={k}>{k}</option>
              ))}
            </Select>
          </span>
        </form>
      </search>
      {input.asOfDay !== '' ? (
        <p className="mb-3 text-figure">{t('search.asOf.sentence', { day: input.asOfDay })}</p>
      ) : null}
      {result === null ? <p className="text-text-2">{t('search.empty')}</p> : null}
      {result?.kind === 'loading' ? <Loading label={t('search.loading')} lines={6} /> : null}
      {result?.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void search({ ...input, query: text })}>
          {result.failure.message}
        </Failure>
      ) : null}
      {result?.kind === 'ready' ? <Results result={result.value} /> : null}
    </Page>
  );
}
