import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { openLayer } from './frame-store.ts';

/** Opens the rail where it has no room of its own. */
export function MenuButton() {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('rail.open')}
      className="px-1.5 mid:hidden"
      onClick={() => openLayer('rail')}
    >
      <Icon name="menu" />
    </Button>
  );
}
