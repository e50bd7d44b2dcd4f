import type { AppStatus, Settings } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page, Select, Switch } from '../../ui/parts.tsx';
import { forgetEverything } from '../forget/forget-store.ts';
import { saveSettings, useApp } from '../frame/app-store.ts';
import { openLayer } from '../frame/frame-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { SlotsSection } from '../slots/slots-section.tsx';
import { MemorySection } from './memory-section.tsx';
import { ModelSection } from './model-section.tsx';
import { KeptText, Row, Section } from './setting-row.tsx';
import { listZones } from './zones.ts';

const SCALES = [80, 90, 100, 110, 125, 140, 160] as const;

function Appearance({ settings }: { readonly settings: Settings }) {
  return (
    <Section title={t('settings.appearance')}>
      <Row label={t('settings.theme')} consequence={t('settings.theme.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={settings.theme}
            onChange={(event) => void saveSettings({ theme: event.target.value as Settings['theme'] })}
          >
            <option value="system">{t('settings.theme.system')}</option>
            <option value="light">{t('settings.theme.light')}</option>
            <option value="dark">{t('settings.theme.dark')}</option>
          </Select>
        )}
      </Row>
      <Row label={t('settings.textScale')} consequence={t('settings.textScale.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={settings.textScale}
            onChange={(event) => void saveSettings({ textScale: Number(event.target.value) })}
          >
            {[...new Set([...SCALES, settings.textScale])]
              .sort((a, b) => a - b)
              .map((scale) => (
                <option key={scale} value={scale}>
                  {scale}%
                </option>
              ))}
          </Select>
        )}
      </Row>
    </Section>
  );
}

function You({ settings, status }: { readonly settings: Settings; readonly status: AppStatus | null }) {
  return (
    <Section title={t('settings.you')}>
      <Row label={t('settings.name')} consequence={t('settings.name.what')}>
        {(ids) => (
          <KeptText {...ids} value={settings.ownerName} onKeep={(ownerName) => void saveSettings({ ownerName })} />
        )}
      </Row>
      <Row
        label={t('settings.zone')}
        consequence={t('settings.zone.what', {
          zone: status?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
      >
        {(ids) => (
          <>
            <KeptText {...ids} list="zones" value={settings.zone} onKeep={(zone) => void saveSettings({ zone })} />
            <datalist id="zones">
              {listZones().map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </Row>
    </Section>
  );
}

/** What can be set, each with its consequence. */
export function SettingsScreen() {
  const { settings, status, failure } = useApp();
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')} leading={<MenuButton />}>
      <div className="max-w-[46rem]">
        {failure ? (
          <div className="mb-5">
            <Failure>{failure.message}</Failure>
          </div>
        ) : null}
        {settings ? (
          <>
            <Appearance settings={settings} />
            <MemorySection settings={settings} />
            <Section title={t('slots.title')}>
              <SlotsSection />
            </Section>
            <ModelSection settings={settings} />
            <You settings={settings} status={status} />
            <Section title={t('settings.keyboard')}>
              <Row label={t('settings.singleKeys')} consequence={t('settings.singleKeys.what')}>
                {({ describedBy }) => (
                  <Switch
                    label={t('settings.singleKeys')}
                    describedBy={describedBy}
                    isOn={settings.hasSingleKeyShortcuts}
                    onChange={(hasSingleKeyShortcuts) => void saveSettings({ hasSingleKeyShortcuts })}
                  />
                )}
              </Row>
              <Row label={t('settings.shortcuts')} consequence={t('settings.shortcuts.what')}>
                {({ id }) => (
                  <Button id={id} size="small" onClick={() => openLayer('shortcuts')}>
                    {t('settings.shortcuts.show')}
                  </Button>
                )}
              </Row>
            </Section>
            <Section title={t('settings.folder')}>
              <Row label={t('settings.forget')} consequence={t('settings.forget.what')}>
                {({ id, describedBy }) => (
                  <Button
                    id={id}
                    aria-describedby={describedBy}
                    size="small"
                    variant="dangerOutline"
                    onClick={forgetEverything}
                  >
                    {t('forget.open.all')}
                  </Button>
                )}
              </Row>
              <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-t border-rule pt-3 text-[0.8125rem]">
                <dt className="text-text-3">{t('settings.folder.where')}</dt>
                <dd dir="ltr" className="font-mono text-lab break-all">
                  {status?.dataFolder}
                </dd>
                <dt className="text-text-3">{t('settings.folder.protection')}</dt>
                <dd>
                  {status?.protection}{' '}
                  <a className="act" href={hrefs.protection}>
                    {t('settings.folder.protect')}
                  </a>{' '}
                  <a className="act" href={hrefs['your-data']}>
                    {t('settings.folder.data')}
                  </a>
                </dd>
                <dt className="text-text-3">{t('settings.version')}</dt>
                <dd className="num">{status?.version}</dd>
              </dl>
            </Section>
          </>
        ) : (
          <Loading label={t('settings.loading')} />
        )}
      </div>
    </Page>
  );
}
