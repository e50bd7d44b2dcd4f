import type { Space } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';

/** "saves, uses": what a space does with what is said in it. */
export function saysAndUses({ isSaving, isUsing }: Pick<Space, 'isSaving' | 'isUsing'>): string {
  if (isSaving && isUsing) return t('spaces.does.both');
  if (isSaving) return t('spaces.does.saves');
  return isUsing ? t('spaces.does.uses') : t('spaces.does.neither');
}

/** "Home saves and uses. Scratch does neither." */
export function describeSpaces(spaces: readonly Space[]): string {
  return spaces.map((space) => t('spaces.sentence', { name: space.name, does: saysAndUses(space) })).join(' ');
}
