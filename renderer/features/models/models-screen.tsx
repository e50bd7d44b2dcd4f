import { useEffect, useRef } from 'react';
import type { ModelInfo, OutputOf } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Bar, Failure, Loading, Page } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { LearningSection } from './learning-section.tsx';
import { ModelMemory } from './memory-section.tsx';
import { ModelRow } from './model-row.tsx';
import { addModel, cancelAdding, loadModels, useModels } from './models-store.ts';

function Group({ title, models }: { readonly title: string; readonly models: readonly ModelInfo[] }) {
  const { fetching, busy, failures } = useModels();
  return (
    <section className="mb-7">
      <h2 className="text-head font-semibold">{title}</h2>
      {models.length === 0 ? <p className="border-b border-rule py-2.5 text-text-2">{t('models.none')}</p> : null}
      <ul>
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={model}
            progress={fetching[model.id]}
            busy={busy[model.id]}
            failure={failures[model.id]}
          />
        ))}
      </ul>
    </section>
  );
}

function Adding() {
  const adding = useModels((state) => state.adding);
  if (!adding) return null;
  if (adding.failure)
    return (
      <div className="mb-5">
        <Failure actionLabel={t('common.dismiss')} onAction={cancelAdding}>
          {adding.failure.message}
        </Failure>
      </div>
    );
  const text = t('models.adding', {
    name: adding.name,
    sent: formatBytes(adding.sentBytes),
    of: formatBytes(adding.sizeBytes),
  });
  return (
    <div className="mb-5 flex items-center gap-4 border-y border-rule py-3">
      <div className="min-w-0 flex-1">
        <p className="num truncate">{text}</p>
        <Bar share={adding.sizeBytes > 0 ? adding.sentBytes / adding.sizeBytes : 0} label={text} className="mt-1.5" />
      </div>
      <Button size="small" onClick={cancelAdding}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** The computer the estimates are made against. */
function lead({ computer }: OutputOf<'models.list'>): string {
  const gpu = computer.gpu ?? t('models.noGpu');
  return t('models.lead', { cores: count(computer.cores, 'cores'), memory: formatBytes(computer.memoryBytes), gpu });
}

/** What can be run here, what it costs, and what a download would contact. */
export function ModelsScreen() {
  const listing = useModels((state) => state.listing);
  const settings = useApp((state) => state.settings);
  const freeBytes = useApp((state) => state.status?.freeBytes ?? null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void loadModels();
  }, []);
  const all = listing.kind === 'ready' ? listing.value.models : [];
  return (
    <Page
      title={t('models.title')}
      lead={listing.kind === 'ready' ? lead(listing.value) : t('models.lead.short')}
      leading={<MenuButton />}
      actions={<Button onClick={() => input.current?.click()}>{t('models.add')}</Button>}
    >
      <input
        ref={input}
        type="file"
        accept=".gguf"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('models.add')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void addModel(file);
          event.target.value = '';
        }}
      />
      <Adding />
      {listing.kind === 'loading' ? <Loading label={t('models.loading')} lines={6} /> : null}
      {listing.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadModels()}>
          {listing.failure.message}
        </Failure>
      ) : null}
      {listing.kind === 'ready' ? (
        <>
          <Group title={t('models.chat')} models={all.filter(({ task }) => task === 'chat')} />
          <Group title={t('models.embedding')} models={all.filter(({ task }) => task === 'embedding')} />
          <div className="max-w-[46rem]">
            {settings ? <ModelMemory listing={listing.value} settings={settings} /> : null}
          </div>
          <p className="text-sec text-text-2">
            {t('models.folder')} <span className="font-mono text-lab">{listing.value.folder}</span>
            {freeBytes === null ? '' : ` · ${t('models.free', { size: formatBytes(freeBytes) })}`}
          </p>
        </>
      ) : null}
      <LearningSection />
    </Page>
  );
}
