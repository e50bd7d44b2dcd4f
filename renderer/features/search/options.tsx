import { t } from '../../locales/text.ts';
import { LegChoices, NumberChoice, SettingChoices } from '../trace/recall-options.tsx';
import { MOST_TOKENS } from '../trace/settings.pure.ts';
import type { SearchInput } from './search-store.ts';

type OptionsProps = { readonly input: SearchInput; readonly onChange: (patch: Partial<SearchInput>) => void };

const countChanged = ({ off, settings, budget }: SearchInput): number =>
  off.length + Object.keys(settings).length + (budget === '' ? 0 : 1);

/** Legs, settings and a budget: for those who want to see what each is worth. */
export function Options({ input, onChange }: OptionsProps) {
  const changed = countChanged(input);
  return (
    <details className="mb-5 max-w-[52rem] basis-full border-y border-rule py-1.5">
      <summary className="text-sec text-text-2">
        {t('options.title')}
        {changed === 0 ? '' : ` (${t('options.changed', { n: changed })})`}
      </summary>
      <div className="flex flex-col gap-4 pt-2.5 pb-3">
        <LegChoices off={input.off} onChange={(off) => onChange({ off })} />
        <SettingChoices settings={input.settings} usual={{}} onChange={(settings) => onChange({ settings })} />
        <NumberChoice
          label={t('options.budget')}
          value={input.budget}
          placeholder={t('options.noLimit')}
          max={MOST_TOKENS}
          onChange={(budget) => onChange({ budget })}
        />
      </div>
    </details>
  );
}
