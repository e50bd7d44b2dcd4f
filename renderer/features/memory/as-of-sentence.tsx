import { t } from '../../locales/text.ts';
import type { AsOfSentence } from './as-of.pure.ts';
import { dayText } from './words.ts';

/** A stretch of the sentence; what a clock says is underlined as its handle is drawn. */
type Part = { readonly text: string; readonly clock?: 'true' | 'known' };

/** The sentence in stretches, without its full stop. */
function partsOf(sentence: AsOfSentence): readonly Part[] {
  const known: Part = { text: t('asof.now.4'), clock: 'known' };
  switch (sentence.kind) {
    case 'now':
      return [{ text: t('asof.now.1') }, { text: t('asof.now.2'), clock: 'true' }, { text: t('asof.now.3') }, known];
    case 'was':
      return [
        { text: t('asof.was') },
        { text: dayText(sentence.day), clock: 'true' },
        { text: t('asof.everything') },
        known,
      ];
    case 'willBe':
      return [
        { text: t('asof.willBe') },
        { text: dayText(sentence.day), clock: 'true' },
        { text: t('asof.asFar') },
        known,
      ];
    case 'told':
      return [
        { text: t('asof.told.1') },
        { text: dayText(sentence.day), clock: 'true' },
        { text: t('asof.told.2') },
        { text: t('asof.told.3'), clock: 'known' },
        { text: t('asof.told.4') },
      ];
    default:
      return [
        { text: t(sentence.kind === 'expected' ? 'asof.expected' : 'asof.was') },
        { text: dayText(sentence.day), clock: 'true' },
        { text: t('asof.judged') },
        { text: dayText(sentence.known), clock: 'known' },
      ];
  }
}

/** The whole sentence, to be said aloud. */
export const sayAsOf = (sentence: AsOfSentence): string =>
  `${partsOf(sentence)
    .map(({ text }) => text)
    .join('')}.`;

const lines = { true: 'border-b-2 border-ink', known: 'border-b-[3px] border-double border-ink' } as const;

/** The sentence that says what the rulers show: the heading of the facts. */
export function AsOfSentenceText({ sentence }: { readonly sentence: AsOfSentence }) {
  return (
    <>
      {partsOf(sentence).map(({ text, clock }) =>
        clock === undefined ? (
          text
        ) : (
          <b key={`${clock} ${text}`} className={lines[clock]}>
            {text}
          </b>
        ),
      )}
      .
    </>
  );
}
