import type { CheckedFragment, CheckedQuestion } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { voiceOf } from '../frame/names.ts';
import { type Mark, markOf } from './filter.pure.ts';
import { whoText } from './words.ts';

/** How it stands to the other side, in words. */
function markText(mark: Mark): string | null {
  if (mark.kind === 'only') return t('checkUp.fragment.only');
  return mark.kind === 'moved' ? t('checkUp.fragment.moved', { n: mark.place }) : null;
}

/** How what it states stands, where it does not simply hold. */
function standingText({ statusThen, statusNow }: CheckedFragment): string | null {
  if (statusThen !== 'active') return t('checkUp.fragment.was', { state: t(`state.${statusThen}`) });
  return statusNow === 'active' ? null : t('checkUp.fragment.stale', { state: t(`state.${statusNow}`) });
}

function hrefOf({ turnId, conversationId }: CheckedFragment): string | null {
  return turnId === null || conversationId === null ? null : hrefs.chat(conversationId, turnId);
}

type FragmentProps = { readonly fragment: CheckedFragment; readonly mark: Mark | null };

/** One memory: who said it and when, its first words, and what is to be said of it. */
export function FragmentText({ fragment, mark }: FragmentProps) {
  const href = hrefOf(fragment);
  const [moved, standing] = [mark === null ? null : markText(mark), standingText(fragment)];
  return (
    <div className="min-w-0">
      <p className="text-sec text-text-2">
        <bdi>{whoText(fragment)}</bdi>
        {moved === null ? null : <span className="font-semibold text-ink"> · {moved}</span>}
        {standing === null ? null : <span className="font-semibold text-rubric"> · {standing}</span>}
        {href === null ? null : (
          <>
            {' · '}
            <a
              className="act whitespace-nowrap"
              href={href}
              aria-label={`${t('checkUp.fragment.go')}: ${whoText(fragment)}`}
            >
              {t('checkUp.fragment.go')}
            </a>
          </>
        )}
      </p>
      <blockquote dir="auto" className={`text-quote [overflow-wrap:anywhere] ${voiceOf(fragment.role)}`}>
        “{fragment.excerpt}”
      </blockquote>
    </div>
  );
}

type SideProps = { readonly question: CheckedQuestion; readonly side: 'a' | 'b'; readonly isCompared: boolean };

/** What one of the two settings finds, best first. */
export function Side({ question, side, isCompared }: SideProps) {
  const { fragments, tokens, abstain } = question[side];
  const name = t(`checkUp.side.${side}`);
  return (
    <section aria-label={name} className="min-w-0 border-t-2 border-ink pt-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-sec">
        <span className="font-semibold">{name}</span>
        <span className="num text-text-2">
          {t('checkUp.side.sum', { memories: count(fragments.length, 'memories'), tokens: count(tokens, 'tokens') })}
        </span>
      </h3>
      {fragments.length === 0 ? <p className="py-1.5 text-text-2">{t('checkUp.side.none')}</p> : null}
      {abstain && fragments.length > 0 ? <p className="text-sec text-text-2">{t('checkUp.side.abstain')}</p> : null}
      <ol>
        {fragments.map((fragment) => (
          <li
            key={fragment.id}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 border-b border-rule py-1.5 last:border-b-0"
          >
            <span className="num text-end text-sec text-text-3">{fragment.rank}</span>
            <FragmentText fragment={fragment} mark={isCompared ? markOf(question, side, fragment) : null} />
          </li>
        ))}
      </ol>
    </section>
  );
}
