import { formatBytes, formatRemaining } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Bar, Failure } from '../../ui/parts.tsx';
import { progressOf, remainingSeconds, unitOf } from './import-progress.pure.ts';
import { cancelImport, type ImportJob, startImport } from './import-store.ts';
import { ReportTable } from './report-table.tsx';

const STEPS = ['uploading', 'previewing', 'importing', 'indexing'] as const;

/** Where in its four steps an import is; each mark has its word. */
function Steps({ job }: { readonly job: ImportJob }) {
  const phase = progressOf(job).phase;
  const here =
    job.step === 'importing' && phase === 'indexing'
      ? 3
      : job.step === 'importing'
        ? 2
        : job.step === 'uploading'
          ? 0
          : 1;
  return (
    <ol className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sec text-text-2">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === here ? 'step' : undefined}
          className={index === here ? 'font-semibold text-ink' : ''}
        >
          {index < here ? '✓' : index === here ? '●' : '○'} {t(`import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function sentence(job: ImportJob): string {
  const { phase } = progressOf(job);
  const { progress } = job;
  if (phase === 'uploading')
    return t('import.progress.sent', { sent: formatBytes(progress.sentBytes), of: formatBytes(job.sizeBytes) });
  if (phase === 'indexing') {
    const seconds = remainingSeconds(job);
    const done = t('import.progress.indexed', {
      done: formatNumber(progress.indexed),
      of: formatNumber(progress.toIndex),
    });
    return seconds === null ? done : `${done} · ${t('import.progress.left', { time: formatRemaining(seconds) })}`;
  }
  if (job.step === 'importing')
    return t('import.progress.acked', { items: count(progress.acked, unitOf(job.preview)) });
  return t('import.progress.read', { items: count(progress.read, unitOf(job.preview)) });
}

function Running({ job }: { readonly job: ImportJob }) {
  const { share } = progressOf(job);
  const text = sentence(job);
  return (
    <>
      <Bar share={share} label={text} height="regular" className="mt-3 mb-2" />
      <p className="num">
        <b>{Math.round(share * 100)}%</b>&ensp;{text}
        {job.step === 'importing' ? <span className="text-text-2"> · {t('import.progress.goOn')}</span> : null}
      </p>
      <Steps job={job} />
    </>
  );
}

function Previewed({ job }: { readonly job: ImportJob }) {
  if (!job.preview) return null;
  const { imported, files } = job.preview;
  const formats = [...new Set(files.map(({ format }) => t(`format.${format}`)))].join(', ');
  return (
    <>
      <p className="mt-1 text-text-2">{t('import.preview.lead', { formats })}</p>
      <ReportTable report={job.preview} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" disabled={imported === 0} onClick={() => void startImport()}>
          {imported === 0 ? t('import.nothingNew') : t('import.start', { items: count(imported, unitOf(job.preview)) })}
        </Button>
        <Button variant="quiet" onClick={() => void cancelImport()}>
          {t('import.leave')}
        </Button>
      </div>
    </>
  );
}

/** One import from its first byte to its report. */
export function JobView({ job }: { readonly job: ImportJob }) {
  const isRunning = progressOf(job).isRunning;
  const [first = '', ...more] = job.names;
  return (
    <section aria-label={first} className="border-t-2 border-ink pt-3.5 pb-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 truncate text-head font-semibold">{first}</h2>
        {more.length > 0 ? <span className="text-text-2">{t('import.andMore', { n: more.length })}</span> : null}
        <span className="num text-sec text-text-2">{formatBytes(job.sizeBytes)}</span>
        {job.step === 'done' ? (
          <Badge fill="full">{t(job.report?.isCancelled ? 'import.state.stopped' : 'import.state.done')}</Badge>
        ) : null}
        <span className="flex-1" />
        {isRunning ? (
          <Button size="small" disabled={job.isCancelling} onClick={() => void cancelImport()}>
            {t(job.isCancelling ? 'import.stopping' : 'common.cancel')}
          </Button>
        ) : null}
      </div>
      {isRunning ? <Running job={job} /> : null}
      {job.step === 'previewed' ? <Previewed job={job} /> : null}
      {job.step === 'done' && job.report ? (
        <>
          <ReportTable report={job.report} />
          <div className="mt-4 flex flex-wrap gap-2">
            <ButtonLink size="small" href={hrefs.search}>
              {t('import.toSearch')}
            </ButtonLink>
            <ButtonLink size="small" variant="quiet" href={hrefs.newChat}>
              {t('import.toChat')}
            </ButtonLink>
          </div>
        </>
      ) : null}
      {job.step === 'failed' && job.failure ? (
        <div className="mt-3">
          <Failure>{`${job.failure.message} ${t('import.failed.nothing')}`}</Failure>
        </div>
      ) : null}
    </section>
  );
}
