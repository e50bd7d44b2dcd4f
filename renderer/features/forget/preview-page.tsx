import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ForgetPreview } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live.ts';
import { Failure, Loading, TextField } from '../../ui/parts.tsx';
import { type Chosen, chooseAgain, leaveForget, lookAgain, useForget } from './forget-store.ts';
import { Goes } from './goes.tsx';
import { GoesTurns } from './goes-turns.tsx';
import type { ForgetItem } from './items.pure.ts';
import { ForgetFrame } from './parts.tsx';
import { GRACE_SECONDS, startForget } from './run-forget.ts';
import { Stays } from './stays.tsx';
import { confirmText, listCounts, titleOf } from './words.ts';

/** So much goes at once that a slip of the hand must not be enough. */
const needsWord = ({ selection: { kind } }: Chosen): boolean => kind === 'space' || kind === 'everything';

type ConfirmProps = { readonly chosen: Chosen; readonly value: ForgetPreview; readonly isLooking: boolean };

function Confirm({ chosen, value, isLooking }: ConfirmProps) {
  const [word, setWord] = useState('');
  const id = useId();
  const expected = t('forget.word');
  const isConfirmed = !needsWord(chosen) || word.trim().toLowerCase() === expected;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isLooking) void startForget();
  };
  return (
    <form onSubmit={submit} className="mt-6 border-t border-rule pt-[1.125rem]">
      {needsWord(chosen) ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={id}>{t('forget.word.label', { word: expected })}</label>
          <TextField
            id={id}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            className="w-40"
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          variant="danger"
          disabled={!isConfirmed || isLooking}
          className="h-auto min-h-8 py-1.5 whitespace-normal! max-mid:w-full"
        >
          {isLooking ? t('forget.looking') : confirmText(chosen.selection, value.counts)}
        </Button>
        <Button variant="quiet" onClick={leaveForget} className="max-mid:w-full">
          {t('forget.keepAll')}
        </Button>
        <p className="max-w-[52ch] min-w-0 flex-1 basis-72 text-sec text-text-2">
          {t('forget.when', { seconds: count(GRACE_SECONDS, 'seconds') })}
        </p>
      </div>
    </form>
  );
}

/** Nothing goes: nothing holds it, or every turn was taken out again. */
function Nothing({ items }: { readonly items: readonly ForgetItem[] }) {
  return (
    <div className="border-t border-rule pt-4">
      <p className="text-lead">{t(items.length === 0 ? 'forget.nothing' : 'forget.nothing.kept')}</p>
      {items.length === 0 ? null : (
        <div className="mt-2 max-w-[38rem]">
          <GoesTurns items={items} total={0} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={chooseAgain}>{t('forget.nothing.back')}</Button>
        <Button variant="quiet" onClick={leaveForget}>
          {t('forget.keepAll')}
        </Button>
      </div>
    </div>
  );
}

/** Said over the list: why nothing was changed, or how it went wrong. */
export function Notice() {
  const notice = useForget((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="mb-4">
      {notice.isTrouble ? (
        <Failure>{notice.text}</Failure>
      ) : (
        <p className="border-y border-rule py-2 text-text">{notice.text}</p>
      )}
    </div>
  );
}

const LEADS = { everything: 'forget.lead.everything', look: 'forget.lead.look' } as const;

/** Everything that goes and everything that stays, before anything happens. */
export function PreviewPage({ chosen }: { readonly chosen: Chosen }) {
  const { preview, items, kept } = useForget();
  const counts = preview.kind === 'ready' && !preview.isLooking ? preview.value.counts : null;
  const said = counts === null ? null : t('forget.announce', { what: listCounts(counts) });
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);
  const lead =
    preview.kind === 'failed' ? undefined : t(LEADS[chosen.selection.kind === 'everything' ? 'everything' : 'look']);
  return (
    <ForgetFrame label={t('forget.step.look')} title={titleOf(chosen)} lead={lead}>
      <Notice />
      {preview.kind === 'loading' ? <Loading label={t('forget.loading')} lines={8} /> : null}
      {preview.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void lookAgain()}>
          {t('forget.failed', { why: preview.failure.message })}
        </Failure>
      ) : null}
      {preview.kind === 'nothing' ? (
        <Nothing items={items.filter(({ kind, id }) => kind === 'turn' && kept.some((each) => each === id))} />
      ) : null}
      {preview.kind === 'ready' ? (
        <>
          <div aria-busy={preview.isLooking} className="grid grid-cols-2 gap-x-12 gap-y-8 max-wide:grid-cols-1">
            <Goes value={preview.value} items={items} />
            <Stays value={preview.value} />
          </div>
          <Confirm chosen={chosen} value={preview.value} isLooking={preview.isLooking} />
        </>
      ) : null}
    </ForgetFrame>
  );
}
