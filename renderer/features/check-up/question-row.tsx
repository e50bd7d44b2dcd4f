import { useId, useState } from 'react';
import type { CheckedQuestion } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/parts.tsx';
import { openBoth, useCheckUp } from './check-up-store.ts';
import { Life } from './life.tsx';
import { Side } from './side.tsx';

type RowProps = { readonly question: CheckedQuestion; readonly isCompared: boolean };

/** What is to be said of it, in words. */
function Marks({ question }: Pick<RowProps, 'question'>) {
  const { difference, isStale, life } = question;
  return (
    <span className="flex flex-wrap gap-x-3.5 gap-y-0.5">
      {isStale ? <Badge fill="rubric">{t('checkUp.mark.stale')}</Badge> : null}
      {difference === 'same' ? null : (
        <Badge fill={difference === 'other' ? 'full' : 'outline'}>{t(`checkUp.mark.${difference}`)}</Badge>
      )}
      {life.support === 'same' ? null : <Badge fill="dashed">{t(`checkUp.mark.${life.support}`)}</Badge>}
      {isStale || difference !== 'same' || life.support !== 'same' ? null : (
        <span className="text-lab text-text-3">{t('checkUp.mark.same')}</span>
      )}
    </span>
  );
}

function Links({ question, isCompared }: RowProps) {
  const opening = useCheckUp((state) => state.opening);
  const { turnId, conversationId } = question;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sec">
      <a className="act" href={hrefs.chat(conversationId, turnId)}>
        {t('checkUp.question.go')}
      </a>
      {isCompared ? (
        <>
          <TextButton disabled={opening !== null} onClick={() => void openBoth(turnId)}>
            {t(opening === turnId ? 'checkUp.question.making' : 'checkUp.question.traces')}
          </TextButton>
          <span className="text-text-2">{t('checkUp.question.traces.what')}</span>
        </>
      ) : null}
    </p>
  );
}

/** One question; opened it shows what both settings found, and what became of the answer since. */
export function QuestionRow({ question, isCompared }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <li className="border-b border-rule">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="grid w-full grid-cols-[0.75rem_6rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 py-2 text-start hover:bg-paper max-mid:grid-cols-[0.75rem_minmax(0,1fr)] max-mid:py-3"
      >
        <span aria-hidden="true" className="text-lab text-text-3">
          {isOpen ? '▾' : '▸'}
        </span>
        <span className="num text-sec text-text-2">{formatDay(question.askedAt)}</span>
        <span
          dir="auto"
          className={`min-w-0 font-serif text-said max-mid:col-start-2 ${isOpen ? '[overflow-wrap:anywhere]' : 'truncate'}`}
        >
          “{question.text}”
        </span>
        <span className="max-mid:col-start-2">
          <Marks question={question} />
        </span>
      </button>
      {isOpen ? (
        <div id={detailsId} className="flex flex-col gap-4 pt-1 pb-4 mid:ps-6">
          <Life life={question.life} />
          <div className={`grid gap-x-9 gap-y-4 ${isCompared ? 'mid:grid-cols-2' : ''}`}>
            <Side question={question} side="a" isCompared={isCompared} />
            {isCompared ? <Side question={question} side="b" isCompared /> : null}
          </div>
          <Links question={question} isCompared={isCompared} />
        </div>
      ) : null}
    </li>
  );
}
