import type { AppStatus, DoctorReport } from '../../../main/contract/index.ts';
import { formatClock, formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { openLayer } from '../frame/frame-store.ts';
import { deviceName } from '../frame/names.ts';
import { useHealth } from './health-store.ts';

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

/** Which model runs where, and how it is. */
export function Machine({ status }: { readonly status: AppStatus }) {
  const { host, embedder, chatModel, index } = status;
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

/** The steps of a doctor that is at work. */
export function DoctorSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
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
  );
}

/** What a doctor found, noted and counted. */
export function DoctorDetails() {
  const { report, checkedAt } = useHealth();
  if (report === null) return null;
  const notes = report.notes;
  return (
    <section aria-labelledby="doctor" className="mt-8">
      <h2 id="doctor" className="text-[0.8125rem] leading-5 font-semibold">
        {t('health.doctor')}
      </h2>
      <p className="mb-3 text-sec text-text-2">
        {t('health.doctor.lead', { ms: formatMs(report.ms), at: formatClock(checkedAt ?? '') })}
      </p>
      <Problems report={report} />
      {notes.length > 0 ? (
        <ul aria-label={t('health.notes')} className="mb-4 text-sec text-text-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <Counts report={report} />
    </section>
  );
}
