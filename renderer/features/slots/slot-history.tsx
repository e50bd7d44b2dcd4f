import type { SlotVersion } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/parts.tsx';
import { openHistory, restoreVersion, useSlots } from './slots-store.ts';
import { titleOf } from './words.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = (at: string): string => dayFormat.format(new Date(at));

const when = ({ from, to }: SlotVersion): string =>
  to === null ? t('slots.version.now', { from: day(from) }) : t('slots.version', { from: day(from), to: day(to) });

/** How a slot was worded before, with the way back to each. */
export function SlotHistory() {
  const history = useSlots((state) => state.history);
  const failure = useSlots((state) => state.failure);
  if (history === null) return null;
  const { slot, versions } = history;
  return (
    <Dialog
      label={t('slots.history.label', { title: titleOf(slot) })}
      isLabelShown
      onClose={() => void openHistory(null)}
    >
      <DialogBody actions={<Button onClick={() => void openHistory(null)}>{t('common.close')}</Button>}>
        {failure ? <Failure>{failure.message}</Failure> : null}
        <ol className="m-0 list-none p-0">
          {versions.map((version) => (
            <li key={version.seq} className="border-t border-rule py-2.5 first:border-t-0">
              <p dir="auto" className="font-serif break-words whitespace-pre-wrap text-text">
                {version.text}
              </p>
              <p className="num flex flex-wrap gap-x-4 text-sec text-text-3">
                <span>{when(version)}</span>
                {version.to === null ? null : (
                  <TextButton
                    aria-label={t('slots.version.restore.named', { when: when(version) })}
                    onClick={() => void restoreVersion(slot.id, version.seq)}
                  >
                    {t('slots.version.restore')}
                  </TextButton>
                )}
              </p>
            </li>
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  );
}
