import { type ReactNode, useEffect, useId, useState } from 'react';
import type { AppStatus, Settings } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page, Select, Switch, TextField } from '../../ui/parts.tsx';
import { saveSettings, useApp } from '../frame/app-store.ts';
import { openLayer } from '../frame/frame-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { listZones } from './zones.ts';

const SCALES = [80, 90, 100, 110, 125, 140, 160] as const;
const BUDGETS = [768, 2048, 7000] as const;

type RowProps = {
  readonly label: string;
  readonly consequence: string;
  readonly children: (ids: { readonly id: string; readonly describedBy: string }) => ReactNode;
};

/** A setting, and under it what it changes. */
function Row({ label, consequence, children }: RowProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 gap-y-2 border-t border-rule py-[13px] max-mid:grid-cols-1">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-what`} className="max-w-[62ch] text-sec text-text-2">
          {consequence}
        </p>
      </div>
      <div className="justify-self-end max-mid:justify-self-start">{children({ id, describedBy: `${id}-what` })}</div>
    </div>
  );
}

/** Text that is kept when one leaves the field or presses Enter. */
function KeptText({
  id,
  describedBy,
  value,
  list,
  onKeep,
}: {
  readonly id: string;
  readonly describedBy: string;
  readonly value: string;
  readonly list?: string;
  readonly onKeep: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const keep = () => {
    if (text.trim() !== value) onKeep(text.trim());
  };
  return (
    <TextField
      id={id}
      aria-describedby={describedBy}
      list={list}
      dir="auto"
      maxLength={80}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
      className="w-56"
    />
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="mb-1 text-[1.25rem] leading-7">{title}</h2>
      {children}
    </section>
  );
}

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

function Memory({ settings }: { readonly settings: Settings }) {
  const known = [...new Set([...BUDGETS, ...(settings.budgetTokens === null ? [] : [settings.budgetTokens])])].sort(
    (a, b) => a - b,
  );
  return (
    <Section title={t('settings.memory')}>
      <Row label={t('settings.budget')} consequence={t('settings.budget.what')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={settings.budgetTokens ?? 'automatic'}
            onChange={(event) =>
              void saveSettings({
                budgetTokens: event.target.value === 'automatic' ? null : Number(event.target.value),
              })
            }
          >
            <option value="automatic">{t('settings.budget.automatic')}</option>
            {known.map((tokens) => (
              <option key={tokens} value={tokens}>
                {t('settings.budget.tokens', { n: tokens.toLocaleString('en') })}
              </option>
            ))}
          </Select>
        )}
      </Row>
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
      <Row label={t('settings.decay')} consequence={t('settings.decay.what')}>
        {({ describedBy }) => (
          <Switch
            label={t('settings.decay')}
            describedBy={describedBy}
            isOn={settings.isDecayOn}
            onChange={(isDecayOn) => void saveSettings({ isDecayOn })}
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
            <Memory settings={settings} />
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
              <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-t border-rule pt-3 text-[0.8125rem]">
                <dt className="text-text-3">{t('settings.folder.where')}</dt>
                <dd dir="ltr" className="font-mono text-lab break-all">
                  {status?.dataFolder}
                </dd>
                <dt className="text-text-3">{t('settings.folder.protection')}</dt>
                <dd>{status?.protection}</dd>
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
