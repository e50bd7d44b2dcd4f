import { t } from '../../locales/text.ts';
import { TextButton, type TextButtonProps } from '../../ui/button.tsx';
import { type Chosen, openForget } from './forget-store.ts';

type ForgetButtonProps = {
  readonly chosen: Chosen;
  /** What it is about, for those who do not see where it stands. */
  readonly name: string;
  readonly label?: string;
  readonly tone?: NonNullable<TextButtonProps['tone']>;
};

/** *Forget…* beside something: leads to all that would go, and does nothing yet. */
export function ForgetButton({ chosen, name, label, tone = 'quiet' }: ForgetButtonProps) {
  return (
    <TextButton
      tone={tone}
      aria-label={label === undefined ? t('forget.open.named', { name }) : undefined}
      onClick={() => openForget(chosen)}
    >
      {label ?? t('forget.open')}
    </TextButton>
  );
}
