import type { TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { useChanges } from './changes-store.ts';
import { type Learnt, unlearn, useLearnt } from './learnt-store.ts';

const NOTHING: readonly Learnt[] = [];

/** Closes a turn that taught something: what it was, and the way back from it. */
export function LearntLine({ turnId }: { readonly turnId: TurnId }) {
  const learnt = useLearnt((state) => state.byTurn.get(turnId) ?? NOTHING);
  const isUndoing = useChanges((state) => state.isUndoing);
  if (learnt.length === 0) return null;
  return (
    <ul className="mt-2.5 border-t border-rule pt-2 text-sec text-text-2">
      {learnt.map((each) => (
        <li key={each.revisionId} className="flex flex-wrap items-baseline gap-x-2.5">
          <span>{t(each.isHeld ? 'learnt.held' : 'learnt.from')}</span>
          <a
            href={hrefs.fact(each.revisionId)}
            className="text-text underline decoration-rule-2 underline-offset-[3px]"
          >
            <bdi>{each.sentence}</bdi>
          </a>
          {each.isHeld ? (
            <a className="act" href={hrefs.inbox}>
              {t('learnt.review')}
            </a>
          ) : (
            <TextButton disabled={isUndoing} onClick={() => void unlearn(each)}>
              {t('common.undo')}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}
