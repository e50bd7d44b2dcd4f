import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { useApp } from '../frame/app-store.ts';
import { useSpaces } from './spaces-store.ts';

/** Which space an import goes into, and what that means where nothing is saved. */
export function ImportPlace() {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  const isSavingAtAll = useApp((state) => state.settings?.isSaving ?? true);
  const space = spaces.find(({ id }) => id === spaceId);
  const isSaving = isSavingAtAll && (space?.isSaving ?? true);
  if (isSaving && spaces.length < 2) return null;
  return (
    <p className="mb-4 max-w-[62ch] text-text-2">
      {spaces.length > 1 && space ? t('import.inSpace', { name: space.name }) : null}{' '}
      {isSaving ? null : t('import.unsaved')}
    </p>
  );
}
