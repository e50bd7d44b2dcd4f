import type { Finding } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure } from '../../ui/parts.tsx';
import { dismissFinding, forgetRepair, type RepairState, repairFinding, useFindings } from './findings-store.ts';
import { sayWhen } from './words.ts';

/** “appliedSeq” as the evidence names it, “applied seq” as one reads it. */
const spellOut = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

function Evidence({ finding }: { readonly finding: Finding }) {
  const numbers = Object.entries(finding.evidence);
  return (
    <details className="mt-1 text-sec">
      <summary className="w-fit text-text-2">{t('health.finding.more')}</summary>
      <p className="mt-1 text-text-2">
        {t('health.finding.since', { when: sayWhen(finding.since, now()) })}.{' '}
        {t('health.finding.seen', { when: sayWhen(finding.seenAt, now()) })}
      </p>
      {numbers.length > 0 ? (
        <dl className="num mt-1 grid w-fit grid-cols-[max-content_max-content] gap-x-4 text-text-2">
          {numbers.map(([name, n]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">{spellOut(name)}</dt>
              <dd>{n.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </details>
  );
}

type RowProps = { readonly finding: Finding; readonly repair: RepairState | null };

function FindingRow({ finding, repair }: RowProps) {
  const own = repair?.id === finding.id ? repair : null;
  const isBusy = repair?.kind === 'running';
  const edge = finding.severity === 'problem' ? 'border-s-rubric' : 'border-s-rule-2';
  return (
    <li
      aria-label={finding.message}
      className={`flex flex-wrap items-start gap-x-6 gap-y-2 border-y border-s-[3px] border-y-rule py-3 ps-[1.125rem] pe-2 [&+li]:border-t-0 ${edge}`}
    >
      <div className="min-w-0 flex-1 basis-[24rem]">
        <p className="max-w-[74ch] font-semibold">{finding.message}</p>
        <p className="max-w-[74ch] text-text-2">{finding.repairNote ?? finding.fix}</p>
        <Evidence finding={finding} />
        {own?.kind === 'done' && !own.isGone ? (
          <p className="max-w-[74ch] text-sec text-rubric">{t('health.repair.left', { message: own.message })}</p>
        ) : null}
        {own?.kind === 'failed' ? (
          <div className="mt-2">
            <Failure actionLabel={t('common.dismiss')} onAction={forgetRepair}>
              {own.failure.message}
            </Failure>
          </div>
        ) : null}
      </div>
      <div className="flex flex-none items-center gap-2">
        {own?.kind === 'running' ? <span className="text-sec text-text-2">{own.step}…</span> : null}
        {finding.repair !== null && finding.repairNote === null ? (
          <Button disabled={isBusy} onClick={() => void repairFinding(finding.id)}>
            {t(`health.repair.${finding.repair}`)}
          </Button>
        ) : null}
        <Button variant="quiet" disabled={isBusy} onClick={() => void dismissFinding(finding.id, true)}>
          {t('health.finding.dismiss')}
        </Button>
      </div>
    </li>
  );
}

/** What is so, what to do, and the button that does it. */
export function Findings() {
  const findings = useFindings((state) => state.findings);
  const repair = useFindings((state) => state.repair);
  const open = findings.filter(({ isDismissed }) => !isDismissed);
  const dismissed = findings.filter(({ isDismissed }) => isDismissed);
  const isOver = repair?.kind === 'done' && !open.some(({ id }) => id === repair.id);
  return (
    <>
      {isOver ? (
        <p className="mb-4 flex items-baseline gap-3 text-text-2">
          {t('health.repair.done', { message: repair.message })}
          <TextButton onClick={forgetRepair}>{t('common.dismiss')}</TextButton>
        </p>
      ) : null}
      {open.length > 0 ? (
        <ul aria-label={t('health.findings')} className="mb-6">
          {open.map((finding) => (
            <FindingRow key={finding.id} finding={finding} repair={repair} />
          ))}
        </ul>
      ) : null}
      {dismissed.length > 0 ? (
        <details className="mb-6 text-sec">
          <summary className="w-fit text-text-2">{t('health.dismissed', { n: dismissed.length })}</summary>
          <ul className="mt-1">
            {dismissed.map(({ id, message }) => (
              <li key={id} className="flex items-baseline gap-3 border-b border-rule py-1.5">
                <span className="min-w-0 flex-1 text-text-2">{message}</span>
                <TextButton onClick={() => void dismissFinding(id, false)}>{t('health.dismissed.show')}</TextButton>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
