import { type FormEvent, useEffect, useState } from 'react';
import type { LegName, RecallSettings, Trace } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/parts.tsx';
import { LegChoices, NumberChoice, SettingChoices } from './recall-options.tsx';
import { MOST_RESULTS, MOST_TOKENS, readNumber } from './settings.pure.ts';
import { replay, stopReplay, useTraces } from './trace-store.ts';

const FORM = 'replay-form';

type Change = {
  readonly off: readonly LegName[];
  readonly settings: RecallSettings;
  readonly k: string;
  readonly budget: string;
};

const unchanged = ({ legs }: Trace): Change => ({
  off: legs.filter(({ outcome }) => outcome === 'disabled').map(({ leg }) => leg),
  settings: {},
  k: '',
  budget: '',
});

function run(trace: Trace, { off, settings, k, budget }: Change): void {
  const count = readNumber(k, MOST_RESULTS);
  const budgetTokens = readNumber(budget, MOST_TOKENS);
  void replay({
    id: trace.id,
    noLegs: off,
    settings,
    ...(count === undefined ? {} : { k: count }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  });
}

/** Asks the same question again with something changed; the comparison opens when it is there. */
export function ReplayDialog({ trace, onClose }: { readonly trace: Trace; readonly onClose: () => void }) {
  const replaying = useTraces((state) => state.replaying);
  const [change, setChange] = useState(() => unchanged(trace));
  const patch = (part: Partial<Change>) => setChange({ ...change, ...part });
  const isRunning = replaying.kind === 'running';
  // Leaving the dialog, by the comparison or by Esc, ends what still runs.
  useEffect(() => stopReplay, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(trace, change);
  };
  const before = trace.budget.tokens;
  return (
    <Dialog label={t('replay.title')} isLabelShown width="wide" onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button onClick={isRunning ? stopReplay : onClose}>{t(isRunning ? 'common.stop' : 'common.cancel')}</Button>
            <Button type="submit" form={FORM} variant="primary" disabled={isRunning}>
              {t(isRunning ? 'replay.running' : 'replay.go')}
            </Button>
          </>
        }
      >
        <p>{t('replay.lead')}</p>
        <form id={FORM} onSubmit={submit} className="flex flex-col gap-4 text-text">
          <LegChoices off={change.off} onChange={(off) => patch({ off })} />
          <SettingChoices
            settings={change.settings}
            usual={trace.settings}
            onChange={(settings) => patch({ settings })}
          />
          <div className="flex flex-wrap gap-x-9 gap-y-2">
            <NumberChoice
              label={t('options.k')}
              value={change.k}
              placeholder={t('options.same')}
              max={MOST_RESULTS}
              onChange={(k) => patch({ k })}
            />
            <NumberChoice
              label={t('options.budget')}
              value={change.budget}
              placeholder={before === null ? t('options.noLimit') : formatNumber(before)}
              max={MOST_TOKENS}
              onChange={(budget) => patch({ budget })}
            />
          </div>
        </form>
        {replaying.kind === 'failed' ? <Failure>{replaying.failure.message}</Failure> : null}
        <p role="status" className="sr-only">
          {isRunning ? t('replay.running') : ''}
        </p>
      </DialogBody>
    </Dialog>
  );
}
