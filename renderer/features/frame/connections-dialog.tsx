import type { AppStatus } from '../../../main/contract/index.ts';
import { formatBytes, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';

/** Every connection this folder has ever caused, and what each was for. */
export function ConnectionsDialog({ status, onClose }: { readonly status: AppStatus; readonly onClose: () => void }) {
  return (
    <Dialog label={t('connections.title')} isLabelShown width="wide" onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>{t('common.close')}</Button>}>
        <p>{t('connections.lead')}</p>
        {status.connections.length === 0 ? (
          <p className="text-text">{t('connections.none')}</p>
        ) : (
          <table className="w-full text-sec">
            <thead>
              <tr className="text-start text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:pe-3 [&>th]:text-start [&>th]:font-normal">
                <th>{t('connections.when')}</th>
                <th>{t('connections.host')}</th>
                <th>{t('connections.purpose')}</th>
                <th>{t('connections.received')}</th>
              </tr>
            </thead>
            <tbody>
              {status.connections.map(({ at, host, purpose, receivedBytes }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a log without ids, newest first, read as one
                <tr key={index} className="[&>td]:border-b [&>td]:border-rule [&>td]:py-1.5 [&>td]:pe-3">
                  <td className="num">{formatMoment(at)}</td>
                  <td className="font-mono">{host}</td>
                  <td>{purpose}</td>
                  <td className="num">{formatBytes(receivedBytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
    </Dialog>
  );
}
