import type { Turn, TurnId } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { formatBeside, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { chooseBranch } from './open-chat.ts';

/** Who said it, and when, beside the words. */
export function Who({ name, turn }: { readonly name: string; readonly turn: Turn | null }) {
  const at = turn?.at ?? null;
  return (
    <div className="absolute start-0 top-[3px] w-[2.875rem] text-lab leading-[1.125rem] text-text-3 max-mid:static max-mid:mb-0.5 max-mid:flex max-mid:w-auto max-mid:gap-2">
      <span dir="auto" title={name} className="block truncate">
        {name}
      </span>
      {at === null ? null : (
        <time dateTime={at} title={formatMoment(at)} className="num block">
          {turn?.isTimeInferred ? <abbr title={t('turn.inferredTime')}>{t('turn.about')}</abbr> : null}{' '}
          {formatBeside(at, now())}
        </time>
      )}
    </div>
  );
}

type VersionsProps = { readonly turn: Turn; readonly offset: number; readonly isBusy: boolean };

/** ‹ 2 / 3 ›: versions of the same turn. None is ever lost. They wait while an answer is being written. */
export function Versions({ turn, offset, isBusy }: VersionsProps) {
  const { siblings } = turn;
  if (siblings.length < 2) return null;
  const place = siblings.indexOf(turn.id);
  const to = (id: TurnId | undefined) => {
    if (id !== undefined) void chooseBranch(id, offset);
  };
  return (
    <span className="num inline-flex items-center gap-1 text-sec text-text-2">
      <TextButton
        tone="quiet"
        className="px-1"
        disabled={isBusy || place <= 0}
        aria-label={t('turn.earlierVersion')}
        onClick={() => to(siblings[place - 1])}
      >
        ‹
      </TextButton>
      <span>{t('turn.version', { n: place + 1, of: siblings.length })}</span>
      <TextButton
        tone="quiet"
        className="px-1"
        disabled={isBusy || place >= siblings.length - 1}
        aria-label={t('turn.laterVersion')}
        onClick={() => to(siblings[place + 1])}
      >
        ›
      </TextButton>
    </span>
  );
}
