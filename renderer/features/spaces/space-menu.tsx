import { useState } from 'react';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { Menu } from '../../ui/menu.tsx';
import { Failure } from '../../ui/parts.tsx';
import { openLayer, useFrame } from '../frame/frame-store.ts';
import { chooseSpace, dismissSpacesFailure, nameOfSpace, useSpaces } from './spaces-store.ts';
import { saysAndUses } from './words.ts';

/** The space that is shown, and the way to another; not there while there is only one. */
export function SpaceMenu() {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  const failure = useSpaces((state) => state.failure);
  const isTold = useFrame((state) => state.layer === 'spaces');
  const [isOpen, setIsOpen] = useState(false);
  const space = spaces.find(({ id }) => id === spaceId);
  if (spaces.length < 2) return null;
  const name = nameOfSpace(spaces, spaceId);
  return (
    <div className="mt-2.5 px-1.5">
      <div className="flex items-center gap-2">
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
        {space ? (
          <span className="ms-auto pe-1 text-lab whitespace-nowrap text-text-3">{saysAndUses(space)}</span>
        ) : null}
      </div>
      {failure === null || isTold ? null : (
        <div className="mt-1.5 text-sec">
          <Failure actionLabel={t('common.dismiss')} onAction={dismissSpacesFailure}>
            {failure.message}
          </Failure>
        </div>
      )}
    </div>
  );
}
