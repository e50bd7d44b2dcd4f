import type { HealthView } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';

type Disk = HealthView['disk'][number];

function what({ kind, files }: Disk): string {
  if (kind === 'traces') return t('health.disk.traces.what', { files: count(files, 'traces') });
  if (kind === 'backups') return t('health.disk.backups.what', { files: count(files, 'backups') });
  return t(`health.disk.${kind}.what`);
}

/** What lies on the disk, by kind, and what each is worth. */
export function DiskList({ disk, freeBytes }: Pick<HealthView, 'disk' | 'freeBytes'>) {
  return (
    <section aria-labelledby="disk">
      <h2 id="disk" className="mb-1.5 text-[0.8125rem] leading-5 font-semibold">
        {t('health.disk')}
      </h2>
      <dl className="num grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 gap-y-[5px] text-[0.8125rem]">
        {disk.map((each) => (
          <div key={each.kind} className="contents">
            <dt className="text-text-3">{t(`health.disk.${each.kind}`)}</dt>
            <dd>
              {each.files === 0
                ? t('health.disk.none')
                : t('health.disk.row', { size: formatBytes(each.bytes), what: what(each) })}
            </dd>
          </div>
        ))}
        <dt className="text-text-3">{t('health.disk.free')}</dt>
        <dd>{freeBytes === null ? t('health.unknown') : formatBytes(freeBytes)}</dd>
      </dl>
    </section>
  );
}
