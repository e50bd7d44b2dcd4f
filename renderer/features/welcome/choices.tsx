import type { AppStatus, Settings } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/parts.tsx';
import { saveSettings } from '../frame/app-store.ts';
import { Row } from '../settings/setting-row.tsx';
import { isPage } from '../your-data/pages.pure.ts';

const PROTECTION = '#/protection';

function SwitchRow({
  name,
  isOn,
  onChange,
}: {
  readonly name: 'save' | 'use';
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const label = t(`settings.${name}`);
  return (
    <Row label={label} consequence={t(`welcome.choices.${name}`)}>
      {({ id, describedBy }) => (
        <Switch id={id} label={label} describedBy={describedBy} isOn={isOn} onChange={onChange} />
      )}
    </Row>
  );
}

async function goToProtection(): Promise<void> {
  window.location.hash = PROTECTION;
  await saveSettings({ isWelcomed: true });
}

/** What is decided before the first word: whether it is kept, whether it is used, and who can read it. */
export function Choices({
  status,
  settings,
}: {
  readonly status: AppStatus | null;
  readonly settings: Settings | null;
}) {
  return (
    <section aria-labelledby="choices" className="max-w-[38.75rem]">
      <h2 id="choices" className="mt-7 mb-1.5 text-head font-semibold">
        {t('welcome.choices')}
      </h2>
      {settings ? (
        <>
          <SwitchRow name="save" isOn={settings.isSaving} onChange={(isSaving) => void saveSettings({ isSaving })} />
          <SwitchRow name="use" isOn={settings.isUsing} onChange={(isUsing) => void saveSettings({ isUsing })} />
        </>
      ) : null}
      <div className="flex flex-wrap items-baseline gap-x-8 gap-y-1 border-y border-rule py-[13px]">
        <div className="min-w-0 flex-1">
          <p>{t('welcome.choices.protection')}</p>
          <p className="max-w-[62ch] text-sec text-text-2">{status?.protection}</p>
        </div>
        {isPage(PROTECTION) ? (
          <TextButton onClick={() => void goToProtection()}>{t('welcome.choices.protect')}</TextButton>
        ) : null}
      </div>
      <p className="mt-1.5 text-sec text-text-2">{t('welcome.choices.later')}</p>
    </section>
  );
}
