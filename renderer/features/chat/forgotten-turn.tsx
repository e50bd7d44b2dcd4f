import type { Turn } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Versions } from './turn-parts.tsx';

/** What is left of a turn that was forgotten is its place. A reply that was stopped before its first word is not that. */
export function isForgotten(turn: Turn): boolean {
  const isEmpty = turn.text === '' && turn.attachments.length === 0;
  return isEmpty && turn.speaker === '' && (turn.role !== 'assistant' || turn.status === 'complete');
}

type ForgottenTurnProps = { readonly turn: Turn; readonly offset: number; readonly isBusy: boolean };

/** A hatch of one width for all: it says neither who spoke, nor when, nor how much. */
export function ForgottenTurn({ turn, offset, isBusy }: ForgottenTurnProps) {
  return (
    <article
      data-turn={turn.id}
      aria-label={t('turn.forgotten')}
      className="relative mb-5 flex min-h-9 flex-wrap items-center gap-x-3.5 ps-[3.375rem] text-sec text-text-2 max-mid:ps-0"
    >
      <i aria-hidden="true" className="scrape h-3.5 w-24" />
      <span>{t('turn.forgotten')}</span>
      <a className="act" href={hrefs.forgotten}>
        {t('turn.forgotten.receipts')}
      </a>
      <Versions turn={turn} offset={offset} isBusy={isBusy} />
    </article>
  );
}
