import { useState } from 'react';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { Menu } from '../../ui/menu.tsx';
import { openLayer } from '../frame/frame-store.ts';
import { chooseSpace, nameOfSpace, useSpaces } from './spaces-store.ts';
import { saysAndUses } from './words.ts';

/** The space that is shown, and the way to another; not there while there is only one. */
export function SpaceMenu() {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  const [isOpen, setIsOpen] = useState(false);
  const space = spaces.find(({ id }) => id === spaceId);
  if (spaces.length < 2) return null;
  const name = nameOfSpace(spaces, spaceId);
  return (
    <div className="mt-2.5 flex items-center gap-2 px-1.5">
      <Menu
        label={t('spaces.menu', { name })}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        triggerClassName="flex min-w-0 items-center gap-1.5 text-text"
        trigger={
          <>
            <bdi className="min-w-0 truncate text-ui font-semibold">{name}</bdi>
            <span aria-hidden="true" className="text-[0.625rem] text-text-3">
              ▾
            </span>
          </>
        }
        items={[
          ...spaces
            .filter(({ id }) => id !== spaceId)
            .map((one) => ({ label: one.name, onSelect: () => void chooseSpace(one.id) })),
          { label: t('spaces.edit'), onSelect: () => openLayer('spaces') },
        ]}
      />
      {space ? <span className="ms-auto pe-1 text-lab whitespace-nowrap text-text-3">{saysAndUses(space)}</span> : null}
    </div>
  );
}
