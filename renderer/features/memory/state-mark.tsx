import type { RevisionStatus } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';

const marks: Readonly<Record<RevisionStatus, string>> = {
  active: 'bg-ink-line',
  dormant: 'h-[3px] dotted-line',
  superseded: 'bg-ghost-ink',
  corrected: 'border border-rule-2 struck',
  conflicted: 'border-y-[3px] border-t-ink-line border-b-rubric',
  pending: 'border-[1.5px] border-dashed border-ink',
  ended: 'bg-ink-line border-e-2 border-text',
  retracted: 'border border-rule-2',
};

/** A state: its mark in small, and always its word. */
export function StateMark({ status }: { readonly status: RevisionStatus }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-lab text-text-2">
      <i aria-hidden="true" className={`bar h-2 w-3.5 flex-none ${marks[status]}`} />
      <span className={status === 'conflicted' ? 'text-rubric' : ''}>{t(`state.${status}`)}</span>
    </span>
  );
}
