import { useState } from 'react';
import type { Entity, Revision } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { openForget } from '../forget/forget-store.ts';
import { MergeDialog, NamesDialog, SplitDialog } from './entity-dialogs.tsx';
import { isMe } from './memory-store.ts';
import { nameOf } from './words.ts';

type EntityMenuProps = { readonly entity: Entity; readonly facts: readonly Revision[] };

/** What can be changed about a name: the name itself, that two are one, that one is two. */
export function EntityMenu({ entity, facts }: EntityMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<'names' | 'merge' | 'split' | null>(null);
  const close = () => setDialog(null);
  const items: readonly MenuItem[] = [
    { label: t('names.rename'), onSelect: () => setDialog('names') },
    ...(isMe(entity.id) ? [] : [{ label: t('names.merge'), onSelect: () => setDialog('merge') }]),
    ...(facts.length === 0 ? [] : [{ label: t('names.split'), onSelect: () => setDialog('split') }]),
    // Of the owner everything is told: that is *Forget everything*, which asks for more.
    ...(isMe(entity.id)
      ? []
      : [
          {
            label: t('forget.open.named', { name: nameOf(entity) }),
            isDanger: true,
            onSelect: () =>
              openForget({
                selection: { kind: 'entity', spaceId: entity.spaceId, entityId: entity.id },
                name: nameOf(entity),
              }),
          },
        ]),
  ];
  return (
    <>
      <Menu
        label={t('names.menu', { name: nameOf(entity) })}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={<Icon name="more" />}
        items={items}
      />
      {dialog === 'names' ? <NamesDialog entity={entity} onClose={close} /> : null}
      {dialog === 'merge' ? <MergeDialog entity={entity} onClose={close} /> : null}
      {dialog === 'split' ? <SplitDialog entity={entity} facts={facts} onClose={close} /> : null}
    </>
  );
}
