import type { Backup, BackupConversation, ConversationId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { refreshConversations } from '../frame/conversations-store.ts';
import { during, say } from './backups-store.ts';

/** Passphrases that opened a backup on this page, until it is left: one is asked for once. */
const opened = new Map<string, string>();

export const forgetPassphrases = (): void => opened.clear();

const known = (id: string, given: { readonly passphrase?: string }): { readonly passphrase?: string } => {
  const passphrase = given.passphrase ?? opened.get(id);
  return passphrase === undefined ? {} : { passphrase };
};

function remember(id: string, { passphrase }: { readonly passphrase?: string }): void {
  if (passphrase !== undefined) opened.set(id, passphrase);
}

/** The conversations of a backup; where the passphrase has to be asked for, the dialog gives way to that question. */
export const listConversations = (
  { id }: Backup,
  onList: (list: readonly BackupConversation[]) => void,
  onAsk: () => void,
): Promise<void> =>
  during(
    { what: 'conversations', id: null },
    async ({ passphrase, signal }) => {
      const given = known(id, passphrase);
      try {
        const { conversations } = await api.call('backups.conversations', { id, ...given }, signal);
        remember(id, given);
        return conversations;
      } catch (error) {
        onAsk();
        throw error;
      }
    },
    onList,
  );

export const restoreWhole = ({ id }: Backup, to: string): Promise<void> =>
  during(
    { what: 'restore', id },
    ({ passphrase, ...options }) => api.stream('backups.restore', { id, to, ...known(id, passphrase) }, options),
    ({ folder }) => say(t('backup.restored.whole', { folder })),
  );

export const restoreConversations = ({ id }: Backup, conversationIds: readonly ConversationId[]): Promise<void> =>
  during(
    { what: 'restore', id },
    ({ passphrase, ...options }) =>
      api.stream('backups.restoreConversations', { id, conversationIds, ...known(id, passphrase) }, options),
    ({ imported, skipped }) => {
      const others = Object.values(skipped).reduce((sum, n) => sum + n, 0);
      say(t('backup.restored.some', { turns: count(imported, 'turns'), skipped: formatNumber(others) }));
      void refreshConversations();
    },
  );
