import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/parts.tsx';
import { modifier } from './platform.ts';

const rows = () =>
  [
    [modifier('K'), t('shortcuts.palette')],
    [modifier('N'), t('shortcuts.new')],
    [modifier('Shift N'), t('shortcuts.temporary')],
    [modifier('Shift F'), t('shortcuts.search')],
    [modifier(','), t('shortcuts.settings')],
    [modifier('/'), t('shortcuts.list')],
    ['Enter', t('shortcuts.send')],
    ['Shift Enter', t('shortcuts.line')],
    ['Esc', t('shortcuts.stop')],
    ['↑', t('shortcuts.editLast')],
    ['Alt ↑ ↓', t('shortcuts.notes')],
    [modifier('Shift M'), t('shortcuts.margin')],
    [modifier('Shift T'), t('shortcuts.trace')],
    ['F2 · Del', t('shortcuts.conversation')],
    ['C', t('shortcuts.correctNote')],
    ['A E R Shift R · J K X U O', t('shortcuts.inbox')],
    ['← → · PgUp PgDn · T', t('shortcuts.asOf')],
  ] as const;

/** Every key the app listens to. */
export function ShortcutsDialog({ mode, onClose }: { readonly mode: string | null; readonly onClose: () => void }) {
  return (
    <Dialog label={t('shortcuts.title')} isLabelShown width="wide" onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>{t('common.close')}</Button>}>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2 text-text">
          {rows().map(([keys, what]) => (
            <div key={keys} className="contents">
              <dt>
                <Kbd>{keys}</Kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        {mode === 'browser' ? <p className="text-sec">{t('shortcuts.browser')}</p> : null}
      </DialogBody>
    </Dialog>
  );
}
