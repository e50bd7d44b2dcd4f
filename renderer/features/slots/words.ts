import type { Slot } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';

/** What a slot is called: its own title, or what it is for. */
export const titleOf = ({ role, title }: Pick<Slot, 'role' | 'title'>): string =>
  role === 'name' || title.trim() === '' ? t(`slots.role.${role}`) : title;
