import { t } from '../../locales/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Chip } from '../../ui/parts.tsx';
import type { Scope } from './scope-store.ts';

/** Says that only one topic is remembered, and takes that away. */
export function ScopeChip({ scope, onClear }: { readonly scope: Scope; readonly onClear: () => void }) {
  return (
    <Chip tone="ink">
      <span dir="auto" className="max-w-56 truncate">
        {t('topics.scope', { name: scope.name })}
      </span>
      <button
        type="button"
        aria-label={t('topics.scope.clear', { name: scope.name })}
        className="p-0.5"
        onClick={onClear}
      >
        <Icon name="close" className="size-3" />
      </button>
    </Chip>
  );
}
