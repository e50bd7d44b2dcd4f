import { type ReactNode, useEffect, useState } from 'react';
import type { AppStatus } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Brand } from '../../ui/icon.tsx';
import { Failure, Loading } from '../../ui/parts.tsx';
import { saveSettings, useApp } from '../frame/app-store.ts';
import { ModelRow } from '../models/model-row.tsx';
import { loadModels, useModels } from '../models/models-store.ts';
import { Choices } from './choices.tsx';

const STEPS = ['where', 'model', 'ready'] as const;

async function finish(to: 'chat' | 'import'): Promise<void> {
  go(to === 'chat' ? { name: 'new', isTemporary: false } : { name: 'import' });
  await saveSettings({ isWelcomed: true });
}

function Title({ children, lead }: { readonly children: ReactNode; readonly lead: string }) {
  return (
    <>
      <h1 className="mt-6 mb-2.5 max-w-[18em] text-welcome whitespace-pre-line tracking-[-0.012em] max-mid:text-title">
        {children}
      </h1>
      <p className="max-w-[64ch] text-lead text-text-2">{lead}</p>
    </>
  );
}

function Where({ status }: { readonly status: AppStatus | null }) {
  const settings = useApp((state) => state.settings);
  const rows = [
    [t('welcome.leaves.model'), t('welcome.leaves.model.when')],
    [t('welcome.leaves.usage'), t('welcome.leaves.usage.when')],
  ] as const;
  return (
    <>
      <Title lead={t('welcome.where.lead')}>{t('welcome.where.title')}</Title>
      <h2 className="mt-7 text-head font-semibold">{t('welcome.folder')}</h2>
      <p className="mt-2 flex max-w-[32rem] flex-wrap items-center gap-3 rounded-ctl border border-rule-2 px-[11px] py-1.5">
        <span dir="ltr" className="min-w-0 flex-1 font-mono text-lab break-all">
          {status?.dataFolder}
        </span>
        {status && status.freeBytes !== null ? (
          <span className="text-sec text-text-3">{t('welcome.free', { size: formatBytes(status.freeBytes) })}</span>
        ) : null}
      </p>
      <p className="mt-1.5 max-w-[38.75rem] text-sec text-text-2">{t('welcome.folder.elsewhere')}</p>
      <Choices status={status} settings={settings} />
      <h2 className="mt-7 text-head font-semibold">{t('welcome.leaves')}</h2>
      <table className="mt-1.5 w-full max-w-[38.75rem] [&_td]:border-b [&_td]:border-rule [&_td]:py-2 [&_td]:pe-3">
        <tbody>
          {rows.map(([what, when]) => (
            <tr key={what}>
              <td>{what}</td>
              <td className="w-32 text-text-2">{when}</td>
            </tr>
          ))}
          <tr>
            <td>{t('welcome.leaves.words')}</td>
            <td>
              <b>{t('welcome.leaves.words.when')}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function Model() {
  const { listing, fetching, busy, failures } = useModels();
  useEffect(() => {
    void loadModels();
  }, []);
  return (
    <>
      <Title lead={t('welcome.model.lead')}>{t('welcome.model.title')}</Title>
      <h2 className="sr-only">{t('models.chat')}</h2>
      <div className="mt-5 max-w-[60rem] border-t border-rule">
        {listing.kind === 'loading' ? <Loading label={t('models.loading')} /> : null}
        {listing.kind === 'failed' ? (
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadModels()}>
            {listing.failure.message}
          </Failure>
        ) : null}
        {listing.kind === 'ready' ? (
          <ul>
            {listing.value.models
              .filter(({ task }) => task === 'chat')
              .map((model) => (
                <ModelRow
                  key={model.id}
                  model={model}
                  progress={fetching[model.id]}
                  busy={busy[model.id]}
                  failure={failures[model.id]}
                />
              ))}
          </ul>
        ) : null}
      </div>
    </>
  );
}

function Ready({ status }: { readonly status: AppStatus | null }) {
  return (
    <>
      <Title lead={t(status?.chatModel ? 'welcome.ready.lead' : 'welcome.ready.lead.noModel')}>
        {t('welcome.ready.title')}
      </Title>
      <ul className="mt-5 flex max-w-[64ch] list-disc flex-col gap-1.5 ps-5 text-text-2">
        <li>{t('welcome.ready.cites')}</li>
        <li>{t('welcome.ready.trace')}</li>
        <li>{t('welcome.ready.temporary')}</li>
      </ul>
    </>
  );
}

/** Three screens, each of which can be skipped: where it lives, a model, ready. */
export function WelcomeScreen({ status }: { readonly status: AppStatus | null }) {
  const [step, setStep] = useState(0);
  const isLast = step === STEPS.length - 1;
  return (
    <section aria-label={t('welcome.label')} className="relative h-full overflow-auto">
      <div
        aria-hidden="true"
        data-under={t('undertext.welcome')}
        className={`undertext absolute top-0 right-0 rtl:right-auto rtl:left-0 h-full w-[26.875rem] max-wide:hidden ${step === 1 ? 'hidden' : ''}`}
      />
      <div className="relative ps-[11%] pe-8 pt-[3.25rem] pb-10 max-mid:px-[1.125rem] max-mid:pt-6">
        <Brand />
        <nav aria-label={t('welcome.steps')} className="mt-8 flex items-baseline gap-[1.375rem] text-sec">
          {STEPS.map((name, index) => (
            <button
              key={name}
              type="button"
              aria-current={index === step ? 'step' : undefined}
              onClick={() => setStep(index)}
              className={`pb-1 ${index === step ? 'border-b-2 border-ink font-semibold' : 'text-text-2'}`}
            >
              {index + 1} {t(`welcome.step.${name}`)}
            </button>
          ))}
          <TextButton onClick={() => void finish('chat')}>{t('welcome.skip')}</TextButton>
        </nav>
        {step === 0 ? <Where status={status} /> : step === 1 ? <Model /> : <Ready status={status} />}
        <div className="mt-8 flex flex-wrap gap-2">
          {isLast ? (
            <Button variant="primary" onClick={() => void finish('chat')}>
              {t('welcome.begin')}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setStep(step + 1)}>
              {t(step === 0 ? 'welcome.next.model' : 'welcome.next.ready')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => void finish('import')}>
            {t('welcome.import')}
          </Button>
        </div>
      </div>
    </section>
  );
}
