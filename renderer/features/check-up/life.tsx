import type { CheckedQuestion, StaleFact } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { textOf } from '../memory/revisions.pure.ts';
import { wholeFactText } from '../memory/words.ts';
import { FragmentText } from './side.tsx';

type LifeProps = { readonly life: CheckedQuestion['life'] };

function Stale({ fact }: { readonly fact: StaleFact }) {
  return (
    <li>
      <bdi className="font-semibold">{wholeFactText(fact)}</bdi>{' '}
      <span className="text-rubric">({t(`state.${fact.status}`)})</span>
      {fact.now === null ? null : (
        <span>
          {', '}
          {t('checkUp.since.now', { value: textOf(fact.now.object) })}
        </span>
      )}
      {' · '}
      <a
        className="act"
        href={hrefs.fact(fact.now?.id ?? fact.id)}
        aria-label={`${t('checkUp.since.look')}: ${wholeFactText(fact)}`}
      >
        {t('checkUp.since.look')}
      </a>
    </li>
  );
}

/** What the ledger said then and says today, where that is not the same. */
function Told({ life: { toldThen, toldNow } }: LifeProps) {
  if (toldThen === null || toldNow === null || toldThen.text === toldNow.text) return null;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 max-mid:grid-cols-1">
      <dt className="text-text-2">{t('checkUp.since.then')}</dt>
      <dd dir="auto">{toldThen.text || t('checkUp.since.nothing')}</dd>
      <dt className="text-text-2">{t('checkUp.since.today')}</dt>
      <dd dir="auto">{toldNow.text || t('checkUp.since.nothing')}</dd>
    </dl>
  );
}

const hasChanged = ({ toldThen, toldNow }: LifeProps['life']): boolean =>
  toldThen !== null && toldNow !== null && toldThen.text !== toldNow.text;

/** What became of an answer since it was given; nothing where nothing did. */
export function Life({ life }: LifeProps) {
  const { staleFacts, staleTurns, support, today } = life;
  if (staleFacts.length + staleTurns.length === 0 && support === 'same' && !hasChanged(life)) return null;
  return (
    <section aria-label={t('checkUp.since')} className="flex flex-col gap-2 border-s-[3px] border-rubric ps-3.5">
      <h3 className="text-sec font-semibold">{t('checkUp.since')}</h3>
      {staleFacts.length > 0 ? (
        <div>
          <p className="text-text-2">{t('checkUp.since.fact')}</p>
          <ul>
            {staleFacts.map((fact) => (
              <Stale key={fact.id} fact={fact} />
            ))}
          </ul>
        </div>
      ) : null}
      {staleFacts.length === 0 && staleTurns.length > 0 ? <p>{t('checkUp.since.turn')}</p> : null}
      <Told life={life} />
      {support === 'gained' && today !== null ? (
        <div>
          <p className="text-text-2">{t('checkUp.since.gained')}</p>
          <FragmentText fragment={today} mark={null} />
        </div>
      ) : null}
      {support === 'lost' ? <p>{t('checkUp.since.lost')}</p> : null}
    </section>
  );
}
