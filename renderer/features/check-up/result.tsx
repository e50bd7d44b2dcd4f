import { useState } from 'react';
import type { CheckUpSummary } from '../../../main/contract/index.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/parts.tsx';
import { type CheckUpResult, dismissOpening, saveCheckUp, setFilter, useCheckUp } from './check-up-store.ts';
import { FILTERS, filterQuestions } from './filter.pure.ts';
import { QuestionRow } from './question-row.tsx';
import { isChanging } from './wish.pure.ts';
import { changeText, headline } from './words.ts';

const SHOWN = 50;
const title = 'mt-7 mb-1 text-[0.8125rem] leading-5 font-semibold';

type FiguresProps = { readonly summary: CheckUpSummary; readonly isCompared: boolean };

/** What each setting gave, in numbers. */
function Figures({ summary, isCompared }: FiguresProps) {
  const { supported, tokens, legs } = summary;
  const rows = [
    { name: t('checkUp.figure.supported'), ...supported },
    { name: t('checkUp.figure.tokens'), ...tokens },
    ...legs.map(({ leg, ...n }) => ({ name: t('checkUp.figure.leg', { leg: t(`leg.${leg}`) }), ...n })),
  ];
  const cell = '[&>*]:border-b [&>*]:border-rule [&>*]:py-[5px] [&>*]:text-start [&>*]:font-normal';
  return (
    <table aria-label={t('checkUp.figures')} className="w-full max-w-[40rem]">
      <thead>
        <tr className={`text-lab text-text-3 ${cell}`}>
          <th scope="col">{t('checkUp.figure.name')}</th>
          <th scope="col" className="text-end!">
            {t('checkUp.figure.now')}
          </th>
          {isCompared ? (
            <th scope="col" className="text-end!">
              {t('checkUp.figure.changed')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, a, b }) => (
          <tr key={name} className={cell}>
            <th scope="row">{name}</th>
            <td className="num ps-3 text-end!">{formatNumber(a)}</td>
            {isCompared ? (
              <td className={`num ps-3 text-end! ${a === b ? 'text-text-2' : 'font-semibold!'}`}>{formatNumber(b)}</td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What else the questions came to, where it came to anything. */
function Also({ summary }: { readonly summary: CheckUpSummary }) {
  const { gained, lost, gone } = summary;
  const lines = [
    ...(gained === 0 ? [] : [`${count(gained, 'questions')}: ${t('checkUp.also.gained')}`]),
    ...(lost === 0 ? [] : [`${count(lost, 'questions')}: ${t('checkUp.also.lost')}`]),
    ...(gone === 0 ? [] : [count(gone, 'gone')]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 text-text-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Filters({ result }: { readonly result: CheckUpResult }) {
  const chosen = useCheckUp((state) => state.filter);
  return (
    <fieldset className="mb-2 flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{t('checkUp.filter')}</legend>
      {FILTERS.map((filter) => (
        <Button
          key={filter}
          size="small"
          aria-pressed={filter === chosen}
          className="aria-pressed:border-ink aria-pressed:bg-ink-wash"
          onClick={() => setFilter(filter)}
        >
          {t(`checkUp.filter.${filter}`, { n: formatNumber(filterQuestions(result.questions, filter).length) })}
        </Button>
      ))}
    </fieldset>
  );
}

function Questions({ result }: { readonly result: CheckUpResult }) {
  const filter = useCheckUp((state) => state.filter);
  const [most, setMost] = useState(SHOWN);
  const fitting = filterQuestions(result.questions, filter);
  const left = Math.min(SHOWN, fitting.length - most);
  if (fitting.length === 0) return <p className="py-2 text-text-2">{t('checkUp.list.none')}</p>;
  return (
    <>
      <ol aria-label={t('checkUp.list')} className="border-t border-rule">
        {fitting.slice(0, most).map((question) => (
          <QuestionRow key={question.turnId} question={question} isCompared={isChanging(result.change)} />
        ))}
      </ol>
      {left > 0 ? (
        <Button size="small" className="mt-3" onClick={() => setMost(most + SHOWN)}>
          {t('checkUp.more', { n: formatNumber(left) })}
        </Button>
      ) : null}
    </>
  );
}

/** What was found so far: in one sentence, in numbers, and question by question. */
export function Result({ result }: { readonly result: CheckUpResult }) {
  const { summary, questions, change, state } = result;
  const failure = useCheckUp((all) => all.openFailure);
  if (summary === null || (questions.length === 0 && state !== 'done')) return null;
  const isCompared = isChanging(change);
  return (
    <section aria-labelledby="check-up-result">
      <h2 id="check-up-result" className={title}>
        {t('checkUp.result')}
      </h2>
      <p className="max-w-[74ch] text-figure">{headline(summary, change)}</p>
      {isCompared ? <p className="text-sec text-text-2">{t('checkUp.with', { change: changeText(change) })}</p> : null}
      <Also summary={summary} />
      {questions.length === 0 ? null : (
        <>
          <div className="mt-4">
            <Figures summary={summary} isCompared={isCompared} />
          </div>
          <h2 className={title}>{t('checkUp.list')}</h2>
          <Filters result={result} />
          {failure === null ? null : (
            <div className="mb-3">
              <Failure actionLabel={t('common.dismiss')} onAction={dismissOpening}>
                {failure.message}
              </Failure>
            </div>
          )}
          <Questions result={result} />
          <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-sec text-text-2">
            <Button size="small" disabled={state === 'running'} onClick={saveCheckUp}>
              {t('checkUp.save')}
            </Button>
            <span className="min-w-0 flex-1 basis-[20rem]">{t('checkUp.save.what')}</span>
          </p>
        </>
      )}
    </section>
  );
}
