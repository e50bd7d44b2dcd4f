import { type FormEvent, useId } from 'react';
import { type CheckUpQuestions, CheckUpSource } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/parts.tsx';
import { LegChoices, NumberChoice, SettingChoices } from '../trace/recall-options.tsx';
import { MOST_TOKENS, SETTING_NAMES } from '../trace/settings.pure.ts';
import { runCheckUp, setWish, useCheckUp } from './check-up-store.ts';
import {
  DEFAULT_LIMIT,
  isChanging,
  MOST_FRAGMENTS,
  MOST_QUESTIONS,
  NO_WISH,
  toChange,
  type Wish,
} from './wish.pure.ts';
import { changeText, foundText, usualSource } from './words.ts';

const legend = 'mb-1 text-[0.8125rem] leading-5 font-semibold';
/** A chat model is never asked here. */
const SETTINGS = SETTING_NAMES.filter((name) => name !== 'rewrites');

type FoundProps = { readonly found: CheckUpQuestions };

/** Whose questions: a choice only where there are both. */
function Sources({ found }: FoundProps) {
  const chosen = useCheckUp(({ wish }) => wish.source) ?? usualSource(found);
  const name = useId();
  const there = CheckUpSource.options.filter((source) => found[source].count > 0);
  if (there.length === 1) return <p>{foundText(found, there[0] ?? 'asked')}</p>;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {there.map((source) => (
        <label key={source} className="flex items-center gap-1.5 max-mid:py-2">
          <input
            type="radio"
            name={name}
            className="size-4 flex-none accent-ink"
            checked={source === chosen}
            onChange={() => setWish({ source })}
          />
          {foundText(found, source)}
        </label>
      ))}
    </div>
  );
}

function LeftOut({ found: { undated, withheld } }: FoundProps) {
  if (undated + withheld === 0) return null;
  return (
    <p className="text-sec text-text-2">
      {[undated === 0 ? '' : count(undated, 'undated'), withheld === 0 ? '' : count(withheld, 'withheld')].join(' ')}
    </p>
  );
}

function Which({ found }: FoundProps) {
  const { limit, spread } = useCheckUp((state) => state.wish);
  const spreadId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className={legend}>{t('checkUp.which')}</legend>
      <Sources found={found} />
      <LeftOut found={found} />
      <div className="flex flex-wrap items-center gap-x-9 gap-y-2">
        <NumberChoice
          label={t('checkUp.limit')}
          value={limit}
          placeholder={String(DEFAULT_LIMIT)}
          max={MOST_QUESTIONS}
          onChange={(typed) => setWish({ limit: typed })}
        />
        <span className="flex items-center gap-2 text-ui">
          <label htmlFor={spreadId}>{t('checkUp.spread')}</label>
          <Select
            id={spreadId}
            value={spread}
            onChange={(event) => setWish({ spread: event.target.value === 'even' ? 'even' : 'newest' })}
          >
            <option value="newest">{t('checkUp.spread.newest')}</option>
            <option value="even">{t('checkUp.spread.even')}</option>
          </Select>
        </span>
      </div>
    </fieldset>
  );
}

const { off, settings, k, budget } = NO_WISH;

function Change({ wish }: { readonly wish: Wish }) {
  const change = toChange(wish);
  const changed = Object.keys(wish.settings).length;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className={legend}>{t('checkUp.change')}</legend>
      <LegChoices off={wish.off} onChange={(each) => setWish({ off: each })} />
      <div className="flex flex-wrap gap-x-9 gap-y-2">
        <NumberChoice
          label={t('options.k')}
          value={wish.k}
          placeholder={t('checkUp.change.now')}
          max={MOST_FRAGMENTS}
          onChange={(typed) => setWish({ k: typed })}
        />
        <NumberChoice
          label={t('options.budget')}
          value={wish.budget}
          placeholder={t('options.noLimit')}
          max={MOST_TOKENS}
          onChange={(typed) => setWish({ budget: typed })}
        />
      </div>
      <details className="border-y border-rule py-1.5">
        <summary className="text-sec text-text-2">
          {t('checkUp.options')}
          {changed === 0 ? '' : ` (${t('options.changed', { n: changed })})`}
        </summary>
        <div className="pt-2.5 pb-3">
          <SettingChoices
            names={SETTINGS}
            settings={wish.settings}
            usual={{}}
            onChange={(each) => setWish({ settings: each })}
          />
        </div>
      </details>
      <p className="text-sec text-text-2">
        {isChanging(change) ? t('checkUp.with', { change: changeText(change) }) : t('checkUp.change.none')}
      </p>
    </fieldset>
  );
}

/** Which questions, what to change, and the beginning. */
export function SetupForm({ found }: FoundProps) {
  const wish = useCheckUp((state) => state.wish);
  const result = useCheckUp((state) => state.result);
  const isRunning = result?.state === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) void runCheckUp();
  };
  return (
    <form onSubmit={submit} className="flex max-w-[58rem] flex-col gap-5 border-t border-rule pt-4">
      <Which found={found} />
      <Change wish={wish} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          // Not disabled: the focus stays where it was.
          aria-disabled={isRunning}
          className="aria-disabled:opacity-60"
        >
          {t(result === null || isRunning ? 'checkUp.start' : 'checkUp.again')}
        </Button>
        {isChanging(toChange(wish)) ? (
          <Button variant="quiet" onClick={() => setWish({ off, settings, k, budget })}>
            {t('checkUp.clear')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
