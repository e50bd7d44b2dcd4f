import type { Settings } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Select, Switch } from '../../ui/parts.tsx';
import { saveSettings } from '../frame/app-store.ts';
import { Row, Section } from './setting-row.tsx';

/** What the chat model does beside answering, and where models run. */
export function ModelSection({ settings }: { readonly settings: Settings }) {
  return (
    <Section title={t('settings.model')}>
      <Row label={t('settings.modelReading')} consequence={t('settings.modelReading.what')}>
        {({ describedBy }) => (
          <Switch
            label={t('settings.modelReading')}
            describedBy={describedBy}
            isOn={settings.isModelReading}
            onChange={(isModelReading) => void saveSettings({ isModelReading })}
          />
        )}
      </Row>
      <Row label={t('settings.device')} consequence={t('settings.device.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={settings.device}
            onChange={(event) => void saveSettings({ device: event.target.value as Settings['device'] })}
          >
            <option value="auto">{t('settings.device.auto')}</option>
            <option value="cpu">{t('settings.device.cpu')}</option>
          </Select>
        )}
      </Row>
    </Section>
  );
}
