import type { Settings } from '../../../main/contract/index.ts';
import { SensitiveKind } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Switch } from '../../ui/parts.tsx';
import { saveSettings, useApp } from '../frame/app-store.ts';

type AskFirstProps = { readonly settings: Settings; readonly onClose: () => void };

/** Kinds of facts that wait for the user's word. */
export function AskFirstDialog({ settings, onClose }: AskFirstProps) {
  const failure = useApp((state) => state.failure);
  const set = (kind: SensitiveKind, isOn: boolean) =>
    saveSettings({
      // In the order in which they are shown, however they were switched.
      askFirst: SensitiveKind.options.filter((one) => (one === kind ? isOn : settings.askFirst.includes(one))),
    });
  return (
    <Dialog label={t('settings.askFirst.title')} isLabelShown onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>{t('common.done')}</Button>}>
        <p>{t('settings.askFirst.explain')}</p>
        {failure ? <Failure>{failure.message}</Failure> : null}
        <ul className="m-0 list-none p-0">
          {SensitiveKind.options.map((kind) => (
            <li key={kind} className="flex items-center justify-between gap-4 border-t border-rule py-2.5">
              <span>
                <span className="block text-text">{t(`askFirst.${kind}`)}</span>
                <span id={`ask-first-${kind}`} className="block text-sec">
                  {t(`askFirst.${kind}.what`)}
                </span>
              </span>
              <Switch
                label={t(`askFirst.${kind}`)}
                describedBy={`ask-first-${kind}`}
                isOn={settings.askFirst.includes(kind)}
                onChange={(isOn) => void set(kind, isOn)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
