import { useEffect, useState } from 'react';
import type { Trace, TraceId, TraceSummary } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure, Loading, TextField } from '../../ui/parts.tsx';
import { settingValueName } from './names.ts';
import { listChanged } from './settings.pure.ts';
import { loadRecent, useTraces } from './trace-store.ts';

/** What makes this run another than the usual one, in a few words. */
function describe({ replayOf, conversationId, settings, recipe, abstain }: TraceSummary): string {
  const kind = replayOf !== null ? 'picker.replay' : conversationId !== null ? 'picker.answer' : 'picker.search';
  const changed = listChanged({ settings, config: { recipe, hash: '', embeddingSpace: '' } });
  return [
    t(kind),
    ...changed.map(({ name, value }) => `${t(`setting.${name}`)}: ${settingValueName(name, value)}`),
    ...(abstain ? [t('support.none')] : []),
  ].join(' · ');
}

type GroupProps = {
  readonly title: string;
  readonly traces: readonly TraceSummary[];
  readonly onPick: (id: TraceId) => void;
};

function Group({ title, traces, onPick }: GroupProps) {
  if (traces.length === 0) return null;
  return (
    <section className="mb-3" aria-label={title}>
      <h3 className="text-lab text-text-3">{title}</h3>
      <ul>
        {traces.map((summary) => (
          <li key={summary.id}>
            <button
              type="button"
              onClick={() => onPick(summary.id)}
              className="block w-full border-t border-rule py-2 text-start hover:bg-sunk"
            >
              <bdi className="block truncate font-serif text-quote">“{summary.query}”</bdi>
              <span className="block text-sec text-text-2">
                {formatMoment(summary.at)} · {describe(summary)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PickerProps = {
  /** The trace that stays; its own question comes first. */
  readonly other: Trace;
  readonly onPick: (id: TraceId) => void;
  readonly onClose: () => void;
};

/** Chooses a trace to compare with, of the same question or of any other. */
export function TracePicker({ other, onPick, onClose }: PickerProps) {
  const [query, setQuery] = useState('');
  const recent = useTraces((state) => state.recent);
  useEffect(() => {
    void loadRecent(query);
  }, [query]);
  const listed = recent.kind === 'ready' ? recent.value.filter(({ id }) => id !== other.id) : [];
  const [same, others] = [
    listed.filter((summary) => summary.query === other.query),
    listed.filter((summary) => summary.query !== other.query),
  ];
  return (
    <Dialog label={t('picker.title')} isLabelShown width="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-3 px-6 pt-3 pb-5">
        <TextField
          type="search"
          dir="auto"
          value={query}
          aria-label={t('picker.find')}
          placeholder={t('picker.find')}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className="min-h-40 overflow-auto">
          {recent.kind === 'loading' ? <Loading label={t('picker.loading')} /> : null}
          {recent.kind === 'failed' ? (
            <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadRecent(query)}>
              {recent.failure.message}
            </Failure>
          ) : null}
          {recent.kind === 'ready' && listed.length === 0 ? (
            <p className="text-text-2">{t(query.trim() === '' ? 'picker.empty' : 'picker.none')}</p>
          ) : null}
          <Group title={t('picker.same')} traces={same} onPick={onPick} />
          <Group title={t('picker.others')} traces={others} onPick={onPick} />
        </div>
      </div>
    </Dialog>
  );
}
