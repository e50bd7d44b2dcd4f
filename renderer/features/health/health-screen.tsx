import { useEffect, useState } from 'react';
import type { AppStatus, DoctorReport } from '../../../main/contract/index.ts';
import { formatBytes, formatClock, formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Page } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { openLayer } from '../frame/frame-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { deviceName } from '../frame/names.ts';
import { runDoctor, stopDoctor, useHealth } from './health-store.ts';

function Problems({ report }: { readonly report: DoctorReport }) {
  if (report.problems.length === 0) return null;
  return (
    <section className="mb-7">
      <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('health.problems')}</h2>
      <table className="w-full">
        <thead>
          <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:pe-4 [&>th]:text-start [&>th]:font-normal">
            <th scope="col">{t('health.what')}</th>
            <th scope="col">{t('health.where')}</th>
            <th scope="col">{t('health.fix')}</th>
          </tr>
        </thead>
        <tbody>
          {report.problems.map((problem) => (
            <tr
              key={`${problem.check} ${problem.file} ${problem.seq} ${problem.id} ${problem.message}`}
              className="[&>td]:border-b [&>td]:border-rule [&>td]:py-2 [&>td]:pe-4 [&>td]:align-top"
            >
              <td className="text-rubric">{problem.message}</td>
              <td className="font-mono text-lab break-all">
                {[problem.file, problem.seq === null ? null : `#${problem.seq}`, problem.id].filter(Boolean).join(' ')}
              </td>
              <td className="text-text-2">{problem.fix}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** “journalBytes” as the report names it, “journal bytes” as one reads it. */
const spellOut = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

function Counts({ report }: { readonly report: DoctorReport }) {
  return (
    <section>
      <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('health.counts')}</h2>
      <dl className="num grid grid-cols-[1fr_max-content] gap-x-0 border-t border-rule text-[0.8125rem] [&_dd]:border-b [&_dt]:border-b [&_dd]:border-rule [&_dt]:border-rule [&_dd]:py-1.5 [&_dt]:py-1.5">
        {Object.entries(report.counts).map(([name, n]) => (
          <div key={name} className="contents">
            <dt>{spellOut(name)}</dt>
            <dd className="text-end">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      {Object.keys(report.digests).length > 0 ? (
        <details className="mt-3 text-sec">
          <summary className="text-text-2">{t('health.digests')}</summary>
          <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            {Object.entries(report.digests).map(([name, digest]) => (
              <div key={name} className="contents">
                <dt className="text-text-3">{name}</dt>
                <dd className="truncate font-mono text-lab" title={digest}>
                  {digest}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </section>
  );
}

function Machine({ status }: { readonly status: AppStatus }) {
  const { host, embedder, chatModel, freeBytes, index } = status;
  const rows: readonly (readonly [string, string])[] = [
    [
      t('health.machine.answers'),
      chatModel ? `${chatModel.name}, ${deviceName(chatModel.device)}` : t('status.noModel'),
    ],
    [t('health.machine.search'), `${embedder.name}, ${deviceName(embedder.device)}`],
    [t('health.machine.host'), t(`health.host.${host.state}`, { n: host.restarts })],
    [
      t('health.machine.index'),
      index.pending === 0
        ? t('health.index.done', { n: formatNumber(index.turns) })
        : t('health.index.pending', { n: formatNumber(index.pending) }),
    ],
    [t('health.machine.free'), freeBytes === null ? t('health.unknown') : formatBytes(freeBytes)],
    [t('health.machine.protection'), status.protection],
  ];
  return (
    <section>
      <h2 className="mb-2 text-[0.8125rem] leading-5 font-semibold">{t('health.machine')}</h2>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-[1.125rem] gap-y-[5px] text-[0.8125rem]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {host.notice ? <p className="mt-2 text-sec text-rubric">{host.notice}</p> : null}
      <Button size="small" className="mt-4" onClick={() => openLayer('connections')}>
        {t('health.connections')}
      </Button>
    </section>
  );
}

function RebuildDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label={t('health.rebuild.title')} isLabelShown onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                void runDoctor({ shouldRebuild: true, shouldRepair: false });
              }}
            >
              {t('health.rebuild')}
            </Button>
          </>
        }
      >
        <p>{t('health.rebuild.body')}</p>
      </DialogBody>
    </Dialog>
  );
}

function verdict(report: DoctorReport | null, isRunning: boolean): string {
  if (isRunning) return t('health.verdict.running');
  if (!report) return t('health.verdict.none');
  return t(report.ok ? 'health.verdict.ok' : 'health.verdict.problems');
}

/** The verdict first, then what was found, then the tables. */
export function HealthScreen() {
  const { steps, isRunning, isRebuilding, report, checkedAt, failure } = useHealth();
  const status = useApp((state) => state.status);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (useHealth.getState().report === null) void runDoctor({ shouldRebuild: false, shouldRepair: false });
  }, []);
  const lead = isRunning
    ? (steps.at(-1) ?? t('health.starting'))
    : report && checkedAt
      ? t('health.lead', { at: formatClock(checkedAt), ms: formatMs(report.ms) })
      : t('health.lead.none');
  return (
    <Page
      title={verdict(report, isRunning)}
      lead={lead}
      leading={<MenuButton />}
      actions={
        isRunning ? (
          isRebuilding ? null : (
            <Button onClick={stopDoctor}>{t('common.stop')}</Button>
          )
        ) : (
          <>
            <Button variant="quiet" onClick={() => setIsAsking(true)}>
              {t('health.rebuild.open')}
            </Button>
            <Button onClick={() => void runDoctor({ shouldRebuild: false, shouldRepair: false })}>
              {t('health.check')}
            </Button>
          </>
        )
      }
    >
      {isAsking ? <RebuildDialog onClose={() => setIsAsking(false)} /> : null}
      {failure ? (
        <div className="mb-5">
          <Failure
            actionLabel={t('common.tryAgain')}
            onAction={() => void runDoctor({ shouldRebuild: false, shouldRepair: false })}
          >
            {failure.message}
          </Failure>
        </div>
      ) : null}
      {isRunning ? (
        <ol className="mb-7 border-t border-rule text-[0.8125rem]">
          {steps.map((step, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever get appended
              key={index}
              className={`border-b border-rule py-1.5 ${index === steps.length - 1 ? 'font-semibold' : 'text-text-2'}`}
            >
              <span aria-hidden="true" className="me-2 text-ink">
                {index === steps.length - 1 ? '●' : '✓'}
              </span>
              {step}
            </li>
          ))}
        </ol>
      ) : null}
      {report ? <Problems report={report} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] gap-[3.25rem] max-wide:grid-cols-1 max-wide:gap-7">
        <div className="flex flex-col gap-6">
          {report ? <Counts report={report} /> : null}
          {report && report.notes.length > 0 ? (
            <section>
              <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('health.notes')}</h2>
              <ul className="text-sec text-text-2">
                {report.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
        {status ? <Machine status={status} /> : null}
      </div>
    </Page>
  );
}
