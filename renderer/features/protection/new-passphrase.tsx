import { t } from '../../locales/text.ts';
import { SecretField } from './credential-field.tsx';
import { judgePassphrase, LEAST_CHARS } from './passphrase.pure.ts';

export type NewPassphrase = { readonly first: string; readonly again: string };
export const NO_PASSPHRASE: NewPassphrase = { first: '', again: '' };

/** Whether both lines agree on something that is long enough. */
export const isAgreed = ({ first, again }: NewPassphrase): boolean => first.length >= LEAST_CHARS && first === again;

/** A new passphrase, twice, with a word about how easily it is guessed. */
export function NewPassphraseFields({
  value,
  onChange,
}: {
  readonly value: NewPassphrase;
  readonly onChange: (value: NewPassphrase) => void;
}) {
  const strength = judgePassphrase(value.first);
  const isWrong = value.again !== '' && !value.first.startsWith(value.again);
  return (
    <>
      <SecretField
        label={t('protection.new')}
        value={value.first}
        onChange={(first) => onChange({ ...value, first })}
        autoComplete="new-password"
      />
      <p aria-live="polite" className={`max-w-[62ch] text-sec ${strength === 'good' ? 'text-text-2' : 'text-text'}`}>
        {value.first === '' ? t('protection.strength.none') : t(`protection.strength.${strength}`)}
      </p>
      <SecretField
        label={t('protection.again')}
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
        autoComplete="new-password"
      />
      {isWrong ? <p className="text-sec text-rubric">{t('protection.again.wrong')}</p> : null}
      {!isWrong && value.again !== '' && value.again !== value.first ? (
        <p className="text-sec">{t('protection.again.yet')}</p>
      ) : null}
    </>
  );
}
