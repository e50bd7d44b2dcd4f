import { type ReactNode, useEffect, useState } from 'react';
import type { HealthView } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import { count, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { DiskList } from './disk-list.tsx';
import { DoctorDetails, DoctorSteps, Machine } from './doctor-report.tsx';
import { Findings } from './findings.tsx';
import { checkHealth, leaveHealth, loadHealth, openHealth, useFindings } from './findings-store.ts';
import { runDoctor, stopDoctor, useHealth } from './health-store.ts';
import { LegStrips } from './leg-strips.tsx';
import { sayVerdict, sayWhen, type Verdict } from './words.ts';
import { leaveWork, openWork } from './work-store.ts';
import { WorkTable } from './work-table.tsx';

function RebuildDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label={t('health.rebuild.title')} isLabelShown onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                void runDoctor({ shouldRebuild: true, shouldRepair: false });
              }}
            >
              {t('health.rebuild')}
            </Button>
          </>
        }
      >
        <p>{t('health.rebuild.body')}</p>
      </DialogBody>
    </Dialog>
  );
}

/** The doctor reads every byte; the sentinel then says what is so of everything else. */
async function checkEverything(): Promise<void> {
  const isStopped = await runDoctor({ shouldRebuild: false, shouldRepair: false });
  // Who stopped the one did not ask for the other.
  if (!isStopped) await checkHealth(true);
}

function lead(view: HealthView | null, verdict: Verdict): string {
  if (view?.checkedAt == null) return t('health.lead.none');
  const at = sayWhen(view.checkedAt, now());
  const records = count(view.records, 'records');
  if (verdict.isProblem) return t('health.lead.found', { at, records });
  if (view.thoroughAt === null) return t('health.lead.quick', { at, records });
  return t('health.lead.sound', { at, records, thorough: sayWhen(view.thoroughAt, now()) });
}

function Actions({ onRebuild }: { readonly onRebuild: () => void }) {
  const { isRunning, isRebuilding } = useHealth();
  const checking = useFindings((state) => state.checking);
  if (isRunning) return isRebuilding ? null : <Button onClick={stopDoctor}>{t('common.stop')}</Button>;
  return (
    <>
      <ButtonLink variant="quiet" href={hrefs['check-up']}>
        {t('checkUp.open')}
      </ButtonLink>
      <Button variant="quiet" disabled={checking !== null} onClick={onRebuild}>
        {t('health.rebuild.open')}
      </Button>
      <Button disabled={checking !== null} onClick={() => void checkEverything()}>
        {t('health.check')}
      </Button>
    </>
  );
}

/** The verdict first, then what is for the user, then how everything works. */
export function HealthScreen() {
  const { steps, isRunning, failure, report } = useHealth();
  const { view, findings, checking, failure: lookFailure } = useFindings();
  const status = useApp((state) => state.status);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    void openHealth();
    void openWork();
    return () => {
      leaveHealth();
      leaveWork();
    };
  }, []);
  const ready = view.kind === 'ready' ? view.value : null;
  const verdict = sayVerdict(findings, {
    isChecked: ready?.checkedAt != null,
    hasReportProblems: report !== null && !report.ok,
  });
  const isBusy = isRunning || checking !== null;
  const busyLead = isRunning ? (steps.at(-1) ?? t('health.starting')) : t('health.checking', { name: checking ?? '' });
  const failed = failure ?? lookFailure;
  return (
    <Page
      title={isBusy ? t('health.verdict.running') : view.kind === 'loading' ? t('nav.health') : verdict.text}
      lead={isBusy ? busyLead : lead(ready, verdict)}
      leading={<MenuButton />}
      actions={<Actions onRebuild={() => setIsAsking(true)} />}
    >
      {isAsking ? <RebuildDialog onClose={() => setIsAsking(false)} /> : null}
      {failed ? (
        <div className="mb-5">
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void checkEverything()}>
            {failed.message}
          </Failure>
        </div>
      ) : null}
      {isRunning ? <DoctorSteps steps={steps} /> : null}
      <Findings />
      <div className="grid grid-cols-[minmax(0,1fr)_21rem] gap-10 max-wide:grid-cols-1 max-wide:gap-7">
        <WorkTable />
        <div className="flex flex-col gap-6">
          <View view={view} />
          {status ? <Machine status={status} /> : null}
        </div>
      </div>
      <DoctorDetails />
    </Page>
  );
}

function View({ view }: { readonly view: ReturnType<typeof useFindings.getState>['view'] }): ReactNode {
  if (view.kind === 'loading') return <Loading label={t('health.reading')} lines={6} />;
  if (view.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadHealth()}>
        {view.failure.message}
      </Failure>
    );
  return (
    <>
      <LegStrips legs={view.value.legs} />
      <DiskList disk={view.value.disk} freeBytes={view.value.freeBytes} />
    </>
  );
}
