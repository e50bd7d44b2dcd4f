import { count, t } from '../../locales/text.ts';
import { go, useRouter } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { openForget } from '../forget/forget-store.ts';
import { removeConversation } from './conversations-store.ts';
import { keepConversation, useRemoval } from './remove-store.ts';

/** Says exactly what removing does, and what it does not. */
export function RemoveDialog() {
  const conversation = useRemoval((state) => state.conversation);
  if (!conversation) return null;
  const title = conversation.title || t('chat.untitled');
  const remove = async () => {
    keepConversation();
    const { route } = useRouter.getState();
    const isGone = await removeConversation(conversation);
    if (isGone && route.name === 'chat' && route.id === conversation.id) go({ name: 'new', isTemporary: false });
  };
  const forget = () => {
    keepConversation();
    openForget({ selection: { kind: 'conversation', conversationIds: [conversation.id] }, name: title });
  };
  return (
    <Dialog label={t('remove.title', { title })} isLabelShown onClose={keepConversation}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={keepConversation}>
              {t('common.keep')}
            </Button>
            <Button variant="danger" onClick={remove}>
              {t('remove.confirm', { turns: count(conversation.turnCount, 'turns') })}
            </Button>
          </>
        }
      >
        <p>{t('remove.goes')}</p>
        <p>
          {t('remove.stays')} <TextButton onClick={forget}>{t('remove.forget')}</TextButton>
        </p>
      </DialogBody>
    </Dialog>
  );
}
