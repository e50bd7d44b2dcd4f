import type { Backup, BackupProgress, BackupsOverview } from '../../../main/contract/index.ts';
import { formatBytes, formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import type { Busy } from './backups-store.ts';

/** The backup's time, or that it has none that can be read. */
export const nameOf = ({ at }: Pick<Backup, 'at'>): string =>
  at === null ? t('backup.row.unknown') : formatMoment(at);

export function sayProgress(progress: BackupProgress | null): string {
  if (progress === null) return t('backup.step.starting');
  const { step, done, total } = progress;
  if (step === 'removing') return t('backup.step.removing');
  return t(`backup.step.${step}`, { done: formatNumber(done), total: formatNumber(total) });
}

export const shareOf = ({ progress }: Busy): number =>
  progress === null || progress.total === 0 ? 0 : progress.done / progress.total;

export function sayTitle(overview: BackupsOverview | null, busy: Busy | null): string {
  if (busy?.what === 'run') return t('backup.title.running');
  if (overview === null) return t('nav.backups');
  return overview.backups.some(({ state }) => state === 'verified') ? t('backup.title.ready') : t('backup.title.none');
}

export function sayLead({ backups, newRecords }: BackupsOverview): string {
  const last = backups.find(({ state }) => state === 'verified');
  if (last?.at == null) return t('backup.lead.none');
  const at = formatMoment(last.at);
  if (newRecords === null || newRecords === 0) return t('backup.lead.current', { at });
  return t('backup.lead.ready', { at, records: count(newRecords, 'records') });
}

/** What a row says of a backup, part by part. */
export function sayDetails(backup: Backup): readonly string[] {
  if (backup.state === 'newer') return [t('backup.row.newer')];
  if (backup.at === null) return [];
  const { bytes, newBytes, isIncremental, isEncrypted, verifiedAt, rewrittenAt, records, state } = backup;
  const size = isIncremental
    ? t('backup.row.size', { size: formatBytes(bytes), new: formatBytes(newBytes) })
    : formatBytes(bytes);
  return [
    size,
    count(records, 'records'),
    t(isEncrypted ? 'backup.row.encrypted' : 'backup.row.open'),
    ...(state === 'verified' && verifiedAt !== null
      ? [t('backup.row.verified', { at: formatMoment(verifiedAt) })]
      : []),
    ...(rewrittenAt === null ? [] : [t('backup.row.rewritten')]),
  ];
}
