import { useState } from 'react';
import type { TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { useChanges } from './changes-store.ts';
import { groupLearnt, type LearntGroup } from './group-learnt.pure.ts';
import { type Learnt, type LearntHabit, unlearn, unlearnHabit, useLearnt } from './learnt-store.ts';

const NOTHING: readonly Learnt[] = [];
const NO_HABITS: readonly LearntHabit[] = [];

function Group({ group }: { readonly group: LearntGroup }) {
  const isUndoing = useChanges((state) => state.isUndoing);
  const [trouble, setTrouble] = useState<string | null>(null);
  const undo = async () => setTrouble((await unlearn(group.learnt))?.message ?? null);
  return (
    <li>
      {t(group.isHeld ? 'learnt.held' : 'learnt.from')}{' '}
      {group.learnt.map(({ revisionId, sentence }, place) => (
        <span key={revisionId}>
          {place > 0 ? '; ' : ''}
          {group.isHeld ? (
            <bdi className="text-text">{sentence}</bdi>
          ) : (
            <a
              href={hrefs.fact(revisionId)}
              className="text-text underline decoration-transparent underline-offset-[3px] hover:decoration-current"
            >
              <bdi>{sentence}</bdi>
            </a>
          )}
        </span>
      ))}
      .{' '}
      {group.isHeld ? (
        <a className="act" href={hrefs.inbox}>
          {t('learnt.review')}
        </a>
      ) : (
        <TextButton disabled={isUndoing} onClick={() => void undo()}>
          {t('common.undo')}
        </TextButton>
      )}
      {trouble === null ? null : <span className="block text-rubric">{trouble}</span>}
    </li>
  );
}

function Habit({ habit }: { readonly habit: LearntHabit }) {
  const isUndoing = useChanges((state) => state.isUndoing);
  const [trouble, setTrouble] = useState<string | null>(null);
  const undo = async () => setTrouble((await unlearnHabit(habit))?.message ?? null);
  return (
    <li>
      {t(habit.isProposed ? 'learnt.habit.held' : 'learnt.habit.from')}{' '}
      <a
        href={hrefs.habits}
        className="text-text underline decoration-transparent underline-offset-[3px] hover:decoration-current"
      >
        <bdi>{habit.sentence}</bdi>
      </a>
      .{' '}
      {habit.isProposed ? (
        <a className="act" href={hrefs.inbox}>
          {t('learnt.review')}
        </a>
      ) : (
        <TextButton disabled={isUndoing} onClick={() => void undo()}>
          {t('common.undo')}
        </TextButton>
      )}
      {trouble === null ? null : <span className="block text-rubric">{trouble}</span>}
    </li>
  );
}

/** Closes a turn that taught something: what it was, and the way back from it. */
export function LearntLine({ turnId }: { readonly turnId: TurnId }) {
  const learnt = useLearnt((state) => state.byTurn.get(turnId) ?? NOTHING);
  const habits = useLearnt((state) => state.habits.get(turnId) ?? NO_HABITS);
  if (learnt.length + habits.length === 0) return null;
  return (
    <ul className="mt-2.5 border-t border-rule pt-2 text-sec text-text-2">
      {groupLearnt(learnt).map((group) => (
        <Group key={`${group.seq} ${group.isHeld}`} group={group} />
      ))}
      {habits.map((habit) => (
        <Habit key={habit.seq} habit={habit} />
      ))}
    </ul>
  );
}
