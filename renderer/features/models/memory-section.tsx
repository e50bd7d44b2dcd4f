import type { OutputOf, Settings } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Failure, Select, Switch } from '../../ui/parts.tsx';
import { saveSettings, useApp } from '../frame/app-store.ts';
import { Row } from '../settings/setting-row.tsx';

const SHARES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128] as const;
const AUTOMATIC = 'automatic';

/** How much memory models take and may take, and what happens when two do not fit. */
export function ModelMemory({
  listing,
  settings,
}: {
  readonly listing: OutputOf<'models.list'>;
  readonly settings: Settings;
}) {
  const failure = useApp((state) => state.failure);
  const { usedBytes, togetherBytes, aloneBytes } = listing.memory;
  const [used, together, alone] = [formatBytes(usedBytes), formatBytes(togetherBytes), formatBytes(aloneBytes)];
  const own = settings.memoryBudgetMB;
  const fitting = SHARES.map((gigabytes) => gigabytes * 1000).filter((mb) => mb * 1e6 <= listing.computer.memoryBytes);
  const sizes = [...new Set([...fitting, ...(own === null ? [] : [own])])].sort((a, b) => a - b);
  return (
    <section className="mb-7">
      <h2 className="text-head font-semibold">{t('modelMemory.title')}</h2>
      <p className="mb-1">
        {usedBytes === 0 ? t('modelMemory.none') : t('modelMemory.used', { used })}{' '}
        {togetherBytes === aloneBytes
          ? t('modelMemory.now', { together })
          : t('modelMemory.now.alone', { together, alone })}
      </p>
      <p className="mb-2 text-sec text-text-2">{t('modelMemory.rule')}</p>
      {failure ? <Failure>{failure.message}</Failure> : null}
      <Row label={t('modelMemory.limit')} consequence={t('modelMemory.limit.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={own ?? AUTOMATIC}
            onChange={({ target }) =>
              void saveSettings({ memoryBudgetMB: target.value === AUTOMATIC ? null : Number(target.value) })
            }
          >
            <option value={AUTOMATIC}>{t('modelMemory.automatic')}</option>
            {sizes.map((mb) => (
              <option key={mb} value={mb}>
                {t('modelMemory.size', { size: formatBytes(mb * 1e6) })}
              </option>
            ))}
          </Select>
        )}
      </Row>
      <Row label={t('modelMemory.warm')} consequence={t('modelMemory.warm.what')}>
        {({ describedBy }) => (
          <Switch
            label={t('modelMemory.warm')}
            describedBy={describedBy}
            isOn={settings.isWarmUpOn}
            onChange={(isWarmUpOn) => void saveSettings({ isWarmUpOn })}
          />
        )}
      </Row>
    </section>
  );
}
