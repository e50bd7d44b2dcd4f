import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Failure } from '../../ui/parts.tsx';
import { dismissChange, undoLast, useChanges } from './changes-store.ts';

/** What was done last, and the way back from it. */
export function DoneBar() {
  const { last, undone, isUndoing, failure } = useChanges();
  if (failure)
    return (
      <div className="mb-3">
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void undoLast()}>
          {failure.message}
        </Failure>
      </div>
    );
  const text = last?.sentence ?? undone;
  if (text === null) return null;
  return (
    <div className="mb-3 flex items-baseline gap-2.5 border-y border-rule py-2 text-sec text-text-2">
      <span dir="auto" className="min-w-0 flex-1 text-text">
        {text}
      </span>
      {last === null ? null : (
        <TextButton disabled={isUndoing} onClick={() => void undoLast()}>
          {t('common.undo')}
        </TextButton>
      )}
      <button type="button" aria-label={t('common.dismiss')} className="self-center p-1" onClick={dismissChange}>
        <Icon name="close" className="size-3" />
      </button>
    </div>
  );
}
