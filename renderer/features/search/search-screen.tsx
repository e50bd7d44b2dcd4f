import { type FormEvent, useEffect, useState } from 'react';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page, Select, TextField } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { ScopeChip } from '../topics/scope-chip.tsx';
import { Options } from './options.tsx';
import { Results } from './results.tsx';
import { search, useSearch } from './search-store.ts';

const COUNTS = [5, 10, 20, 50] as const;

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
        <form onSubmit={submit} className="mb-3 flex flex-wrap items-center gap-2.5">
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
          {input.topic === null ? null : <ScopeChip scope={input.topic} onClear={() => change({ topic: null })} />}
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
        <Options input={input} onChange={change} />
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
      {result?.kind === 'ready' ? <Results result={result.value} query={input.query} /> : null}
    </Page>
  );
}
