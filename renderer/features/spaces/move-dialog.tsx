import { useState } from 'react';
import type { SpaceId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/parts.tsx';
import { askToMove, moveConversation, nameOfSpace, useSpaces } from './spaces-store.ts';

/** Where a conversation is to go, and what goes with it. */
export function MoveDialog() {
  const moving = useSpaces((state) => state.moving);
  const spaces = useSpaces((state) => state.spaces);
  const failure = useSpaces((state) => state.failure);
  const [isBusy, setIsBusy] = useState(false);
  if (!moving) return null;
  const move = async (to: SpaceId): Promise<void> => {
    setIsBusy(true);
    await moveConversation(moving, to);
    setIsBusy(false);
  };
  const title = moving.title || t('chat.untitled');
  return (
    <Dialog label={t('spaces.move.title', { title })} isLabelShown onClose={() => askToMove(null)}>
      <DialogBody
        actions={
          <Button variant="quiet" onClick={() => askToMove(null)}>
            {t('common.cancel')}
          </Button>
        }
      >
        <p>{t('spaces.move.what', { from: nameOfSpace(spaces, moving.spaceId) })}</p>
        <div className="flex flex-col items-start gap-2">
          {spaces
            .filter(({ id }) => id !== moving.spaceId)
            .map((space) => (
              <Button key={space.id} className="max-w-full" disabled={isBusy} onClick={() => void move(space.id)}>
                <bdi className="min-w-0 truncate">{t('spaces.move.to', { name: space.name })}</bdi>
              </Button>
            ))}
        </div>
        {failure ? <Failure>{failure.message}</Failure> : null}
      </DialogBody>
    </Dialog>
  );
}
