import type { Job, WorkerInfo } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { formatMs } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Bar, Failure, Loading, Switch } from '../../ui/parts.tsx';
import { sayOften, sayWhen, workerName } from './words.ts';
import { openWork, retryJob, runNow, setOn, setPaused, stopJob, useWork, type Work } from './work-store.ts';

type RowProps = { readonly worker: WorkerInfo; readonly dead: Job | null; readonly pausedBy: Work['pausedBy'] };

function Progress({ name, job }: { readonly name: string; readonly job: Job }) {
  if (job.progress === null || job.progress.total === 0) return null;
  const share = job.progress.done / job.progress.total;
  return (
    <Bar share={share} label={t('health.work.progress', { name, percent: Math.round(share * 100) })} className="mt-1" />
  );
}

function failure(job: Job): string {
  const why = job.summary ?? '';
  return job.attempts === 1 ? t('health.work.failed.once', { why }) : t('health.work.failed', { n: job.attempts, why });
}

/** What became of the last run, or what the present one is at. */
function Result({ worker, dead, pausedBy }: RowProps) {
  const isAsked = useWork(({ asked }) => asked.has(worker.name));
  const { current, last } = worker;
  if (current?.state === 'running')
    return (
      <>
        {t('health.work.running')}
        <Progress name={workerName(worker.name)} job={current} />
      </>
    );
  if (dead) return <span className="text-rubric">{failure(dead)}</span>;
  if (current?.state === 'failed')
    return (
      <>
        <span className="text-rubric">{failure(current)}</span>{' '}
        {t('health.work.again', { when: sayWhen(current.runAfter, now()) })}
      </>
    );
  if (current?.state === 'waiting' && (last === null || isAsked)) {
    if (pausedBy !== null) return t(`health.work.paused.${pausedBy}`);
    return t(worker.isForIdle && !isAsked ? 'health.work.idle' : 'health.work.waiting');
  }
  return last === null ? <span className="text-text-3">{t('health.work.never')}</span> : last.summary;
}

function Act({ worker, dead }: Omit<RowProps, 'pausedBy'>) {
  const name = workerName(worker.name);
  const isAsked = useWork(({ asked }) => asked.has(worker.name));
  const { current } = worker;
  if (current?.state === 'running' || (current?.state === 'waiting' && isAsked))
    return (
      <TextButton aria-label={t('health.work.stop.of', { name })} onClick={() => void stopJob(current.id)}>
        {t('health.work.stop')}
      </TextButton>
    );
  const failed = dead ?? (current?.state === 'failed' ? current : null);
  if (failed)
    return (
      <TextButton aria-label={t('health.work.retry.of', { name })} onClick={() => void retryJob(failed.id)}>
        {t('health.work.retry')}
      </TextButton>
    );
  return (
    <TextButton aria-label={t('health.work.run.of', { name })} onClick={() => void runNow(worker.name)}>
      {t('health.work.run')}
    </TextButton>
  );
}

/** When it is due, where that is worth a word: what just waits for its turn says so already. */
function next({ isOn, nextAt, current }: WorkerInfo): string | null {
  if (!isOn || nextAt === null) return t('health.work.off');
  if (current?.state === 'running') return null;
  return new Date(nextAt) > now() ? t('health.work.next', { when: sayWhen(nextAt, now()) }) : t('health.work.due');
}

function Times({ worker, at }: { readonly worker: WorkerInfo; readonly at: string | null }) {
  const due = next(worker);
  return (
    <>
      {at === null ? null : <span className="block">{sayWhen(at, now())}</span>}
      {due === null ? null : <span className="block text-sec text-text-3">{due}</span>}
    </>
  );
}

function WorkerRow(props: RowProps) {
  const { worker, dead } = props;
  const ended = dead ?? worker.last;
  const at = ended?.finishedAt ?? null;
  return (
    <tr className="[&>*]:border-b [&>*]:border-rule [&>*]:py-1.5 [&>*]:pe-3 [&>*]:align-top">
      <th scope="row" className="w-[8.5rem] text-start font-normal">
        {workerName(worker.name)}
        <span className="hidden text-sec text-text-3 max-mid:block wide:block">
          {sayOften(worker)}
          {at === null ? null : <span className="mid:hidden">, {sayWhen(at, now())}</span>}
        </span>
      </th>
      <td className="w-[4.75rem] whitespace-nowrap text-text-2 max-mid:hidden wide:hidden">{sayOften(worker)}</td>
      <td>
        <Result {...props} />
      </td>
      <td className="w-[7rem] whitespace-nowrap text-text-2 max-mid:hidden">
        <Times worker={worker} at={at} />
      </td>
      <td className="num w-[3.5rem] text-end whitespace-nowrap text-text-2 max-mid:hidden">
        {ended?.ms == null ? '' : formatMs(ended.ms)}
      </td>
      <td className="w-[4.25rem] whitespace-nowrap">
        <Act worker={worker} dead={dead} />
      </td>
      <td className="w-9 !pe-0">
        <Switch
          isOn={worker.isOn}
          label={t('health.work.on', { name: workerName(worker.name) })}
          onChange={(isOn) => void setOn(worker.name, isOn)}
        />
      </td>
    </tr>
  );
}

const HEADS = [
  ['what', ''],
  ['often', 'max-mid:hidden wide:hidden'],
  ['last', ''],
  ['when', 'max-mid:hidden'],
  ['took', '!text-end max-mid:hidden'],
] as const;

function Head() {
  return (
    <thead>
      <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:pe-3 [&>th]:text-start [&>th]:font-normal">
        {HEADS.map(([name, look]) => (
          <th key={name} scope="col" className={look}>
            {t(`health.work.${name}`)}
          </th>
        ))}
        {(['do', 'itself'] as const).map((name) => (
          <th key={name} scope="col">
            <span className="sr-only">{t(`health.work.${name}`)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Every worker: what it did last, when it is due, and the ways to run, stop, and switch it. */
export function WorkTable() {
  const work = useWork((state) => state.work);
  const failed = useWork((state) => state.failure);
  if (work.kind === 'loading') return <Loading label={t('health.reading')} lines={8} />;
  if (work.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void openWork()}>
        {work.failure.message}
      </Failure>
    );
  const { workers, queue, pausedBy } = work.value;
  const dead = (name: WorkerInfo['name']): Job | null =>
    queue.find(({ worker, state }) => worker === name && state === 'dead') ?? null;
  return (
    <section aria-labelledby="work">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 id="work" className="text-[0.8125rem] leading-5 font-semibold">
          {t('health.work')}
        </h2>
        <span className="text-[0.8125rem] text-text-2">
          {t(pausedBy === null ? 'health.work.waits' : `health.work.paused.${pausedBy}`)}
        </span>
        <span className="flex-1" />
        <Button size="small" variant="quiet" onClick={() => void setPaused(pausedBy !== 'user')}>
          {t(pausedBy === 'user' ? 'health.work.goOn' : 'health.work.pause')}
        </Button>
      </div>
      {failed ? <Failure>{failed.message}</Failure> : null}
      <table className="mt-0.5 w-full text-[0.8125rem]">
        <Head />
        <tbody>
          {workers.map((worker) => (
            <WorkerRow key={worker.name} worker={worker} dead={dead(worker.name)} pausedBy={pausedBy} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-[74ch] text-sec text-text-3">{t('health.work.says')}</p>
    </section>
  );
}
