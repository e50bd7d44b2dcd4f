import type { ProtectionProgress } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Bar } from '../../ui/parts.tsx';
import { useProtection } from './protection-store.ts';
import { WholePage } from './whole-page.tsx';

const STEPS: readonly ProtectionProgress['step'][] = ['checking', 'closing', 'journal', 'files', 'database', 'opening'];

/** The folder is being encrypted, decrypted or opened; nothing of it can be shown meanwhile. */
export function ChangingScreen() {
  const progress = useProtection((state) => state.progress);
  const at = progress === null ? 0 : STEPS.indexOf(progress.step);
  const within = progress?.total ? progress.done / progress.total : 0;
  const label = progress === null ? t('protection.changing') : t(`protection.step.${progress.step}`);
  return (
    <WholePage title={t('protection.changing')}>
      <p className="max-w-[62ch] text-text-2">{t('protection.changing.what')}</p>
      <Bar share={(at + within) / STEPS.length} label={label} height="regular" className="max-w-[28rem]" />
      <p className="num text-sec text-text-2">{label}</p>
    </WholePage>
  );
}
