import type { ReactNode } from 'react';
import type { QuestionReading, Trace } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { settingValueName } from './names.ts';
import { listChanged, supportWord } from './settings.pure.ts';

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Several words or sentences, each in its own direction of writing. */
function Words({ words }: { readonly words: readonly string[] }) {
  return words.map((word, index) => (
    <span key={word}>
      {index > 0 ? ' · ' : ''}
      <bdi>{word}</bdi>
    </span>
  ));
}

function QuestionRows({ question }: { readonly question: QuestionReading }) {
  const { words, names, period, operation, rewrites, isAboutAssistant } = question;
  return (
    <>
      <Row name={t('reading.operation')}>{t(`operation.${operation}`)}</Row>
      <Row name={t('reading.words')}>{words.length === 0 ? t('reading.none') : <Words words={words} />}</Row>
      <Row name={t('reading.names')}>{names.length === 0 ? t('reading.none') : <Words words={names} />}</Row>
      <Row name={t('reading.period')}>
        {period === null ? (
          t('reading.none')
        ) : (
          <>
            <bdi>“{period.words}”</bdi>:{' '}
            {t('reading.period.span', { from: formatMoment(period.from), to: formatMoment(period.to) })}
          </>
        )}
      </Row>
      <Row name={t('reading.about')}>{t(isAboutAssistant ? 'reading.about.assistant' : 'reading.about.you')}</Row>
      {rewrites.length === 0 ? null : (
        <Row name={t('reading.rewrites')}>
          <ul>
            {rewrites.map((rewrite) => (
              <li key={rewrite} dir="auto">
                {rewrite}
              </li>
            ))}
          </ul>
        </Row>
      )}
    </>
  );
}

/** How the question was read, how far what was found supports an answer, and what was set otherwise than usual. */
export function Reading({ trace }: { readonly trace: Trace }) {
  const { question, support, abstain, config } = trace;
  const changed = listChanged(trace);
  const word = support === null ? 'none' : supportWord({ support, abstain });
  return (
    <section className="mt-6 grid gap-x-9 gap-y-4 mid:grid-cols-2" aria-label={t('reading.label')}>
      <div>
        <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('reading.title')}</h2>
        {question === null ? (
          <p className="text-sec text-text-2">{t('reading.unknown')}</p>
        ) : (
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sec">
            <QuestionRows question={question} />
          </dl>
        )}
      </div>
      <div>
        <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{t('reading.found')}</h2>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sec">
          <Row name={t('reading.support')}>
            {support === null ? (
              t('reading.unknown')
            ) : (
              <>
                <b>{t(`support.${word}`)}</b>,{' '}
                <span className="num">{t('support.chance', { percent: Math.round(support * 100) })}</span>
              </>
            )}
          </Row>
          <Row name={t('reading.abstain')}>{t(abstain ? 'reading.abstain.yes' : 'reading.abstain.no')}</Row>
          <Row name={t('reading.settings')}>
            {changed.length === 0 ? (
              t('reading.settings.usual', { recipe: config.recipe })
            ) : (
              <ul>
                {changed.map(({ name, value }) => (
                  <li key={name}>
                    {t(`setting.${name}`)}: <b>{settingValueName(name, value)}</b>
                  </li>
                ))}
              </ul>
            )}
          </Row>
        </dl>
      </div>
    </section>
  );
}
