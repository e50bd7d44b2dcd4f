import { useId } from 'react';
import { LegName, type RecallSettings } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Select, TextField } from '../../ui/parts.tsx';
import { settingValueName } from './names.ts';
import { SETTING_NAMES, SETTING_VALUES, type SettingName, withSetting } from './settings.pure.ts';

type LegsProps = { readonly off: readonly LegName[]; readonly onChange: (off: readonly LegName[]) => void };

/** Which legs take part. */
export function LegChoices({ off, onChange }: LegsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sec font-semibold text-text">{t('options.legs')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {LegName.options.map((leg) => (
          <label key={leg} className="flex items-center gap-1.5 text-ui max-mid:py-2">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={!off.includes(leg)}
              onChange={(event) => onChange(event.target.checked ? off.filter((each) => each !== leg) : [...off, leg])}
            />
            {t(`leg.${leg}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SettingsProps = {
  readonly settings: RecallSettings;
  /** What it is where nothing is chosen, such as that of the trace which runs again. */
  readonly usual: RecallSettings;
  /** Absent: all there are. */
  readonly names?: readonly SettingName[];
  readonly onChange: (settings: RecallSettings) => void;
};

function SettingField({ name, settings, usual, onChange }: SettingsProps & { readonly name: SettingName }) {
  const id = useId();
  const values = SETTING_VALUES[name];
  const chosen = settings[name];
  const before = usual[name];
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="min-w-0 text-ui">
        {t(`setting.${name}`)}
      </label>
      <Select
        id={id}
        look="quiet"
        className="flex-none"
        value={chosen === undefined ? '' : String(chosen)}
        onChange={({ target }) =>
          onChange(withSetting(settings, name, values.find((value) => String(value) === target.value) ?? null))
        }
      >
        <option value="">
          {before === undefined ? t('options.usual') : t('options.asBefore', { value: settingValueName(name, before) })}
        </option>
        {values.map((value) => (
          <option key={String(value)} value={String(value)}>
            {settingValueName(name, value)}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Every setting of a recall; what is not chosen stays as it is. */
export function SettingChoices({ names = SETTING_NAMES, ...props }: SettingsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sec font-semibold text-text">{t('options.settings')}</legend>
      <div className="grid gap-x-9 gap-y-1.5 mid:grid-cols-2">
        {names.map((name) => (
          <SettingField key={name} name={name} {...props} />
        ))}
      </div>
    </fieldset>
  );
}

type NumberProps = {
  readonly label: string;
  /** Empty: as it is. */
  readonly value: string;
  readonly placeholder: string;
  readonly max: number;
  readonly onChange: (value: string) => void;
};

/** A whole number above nothing, or empty. */
export function NumberChoice({ label, value, placeholder, max, onChange }: NumberProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-ui">
      <label htmlFor={id}>{label}</label>
      <TextField
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        step={1}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className="num w-30"
      />
    </span>
  );
}
