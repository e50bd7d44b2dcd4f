import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { forgetLink, hostOf, useLink } from './link-store.ts';

/** Asks before anything outside is opened. */
export function LinkDialog() {
  const address = useLink((state) => state.address);
  if (address === null) return null;
  const open = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    forgetLink();
  };
  const copy = async () => {
    await copyText(address);
    forgetLink();
  };
  return (
    <Dialog label={t('link.title', { host: hostOf(address) })} isLabelShown onClose={forgetLink}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={forgetLink}>
              {t('common.cancel')}
            </Button>
            <Button onClick={copy}>{t('link.copy')}</Button>
            <Button variant="primary" onClick={open}>
              {t('link.open')}
            </Button>
          </>
        }
      >
        <p>{t('link.body')}</p>
        <p dir="ltr" className="font-mono text-lab break-all text-text">
          {address}
        </p>
      </DialogBody>
    </Dialog>
  );
}
