import { AppError, type ForgetProgress, type ForgetReceipt } from '../../../main/contract/index.ts';
import { api, useConnection } from '../../api.ts';
import { now } from '../../clock.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { toFailed } from '../failure.ts';
import { dropBegun, keepBegun, readBegun } from './begun.ts';
import { dropChosen, lookAgain, useForget } from './forget-store.ts';
import { refreshAfterForget } from './refresh-after.ts';
import { secondsLeft, seeProgress } from './steps.pure.ts';

export const GRACE_SECONDS = 10;

let controller: AbortController | null = null;

/** Each step is said once; of the waiting its beginning and its half. */
function say(before: ForgetProgress | null, progress: ForgetProgress): void {
  const left = secondsLeft(progress);
  if (progress.step !== 'waiting') {
    if (before?.step !== progress.step) announce(t(`forget.doing.${progress.step}`));
  } else if (before === null || before.step !== 'waiting')
    announce(t('forget.waiting.announce', { seconds: count(left, 'seconds') }));
  else if (left === GRACE_SECONDS / 2 && secondsLeft(before) !== left)
    announce(t('forget.waiting.left', { seconds: count(left, 'seconds') }));
}

function see(progress: ForgetProgress, isOwn: boolean): void {
  const { running } = useForget.getState();
  say(running?.seen.progress ?? null, progress);
  const seen = seeProgress(running?.seen ?? null, progress, now().getTime());
  useForget.setState({ running: { seen, isOwn, isStopping: running?.isStopping ?? false } });
}

function finish(receipt: ForgetReceipt): void {
  const { running } = useForget.getState();
  dropBegun();
  dropChosen();
  useForget.setState({
    running: null,
    notice: null,
    done: { receipt, seen: running?.seen ?? null, endedMs: now().getTime() },
  });
  announce(
    t('receipt.announce', { turns: count(receipt.counts.turns, 'turns'), found: formatNumber(receipt.scan.found) }),
  );
}

function leave(text: string, isTrouble: boolean): void {
  dropBegun();
  useForget.setState({ running: null, notice: { text, isTrouble } });
  announce(text);
}

function fail(error: unknown): void {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'forget.changed') {
    leave(t('forget.changed'), true);
    void lookAgain();
  }
  // Stopped, or too late for that; or another one is under way: the engine knows.
  else if (code === 'request.aborted' || code === 'forget.running') void followForget();
  // The engine is away: what it was doing is asked when it is back.
  else if (useConnection.getState().state === 'lost') setOwn(false);
  else {
    leave(t('forget.broken', { why: toFailed(error).message }), true);
    void lookAgain();
  }
}

function setOwn(isOwn: boolean): void {
  useForget.setState(({ running }) => ({ running: running === null ? null : { ...running, isOwn } }));
}

/** Waits for the grace period, then forgets; it goes on whatever page is looked at. */
export async function startForget(): Promise<void> {
  const { chosen, preview, isWithRepeats, kept, running } = useForget.getState();
  if (chosen === null || preview.kind !== 'ready' || preview.isLooking || running !== null) return;
  controller = new AbortController();
  useForget.setState({ notice: null, done: null });
  see({ forgetId: '', step: 'waiting', done: 0, total: GRACE_SECONDS }, true);
  try {
    const receipt = await api.stream(
      'forget.run',
      {
        ...{ selection: chosen.selection, isWithRepeats, except: kept },
        ...{ fingerprint: preview.value.fingerprint, graceSeconds: GRACE_SECONDS },
      },
      {
        onChunk: (progress) => {
          keepBegun(progress.forgetId);
          see(progress, true);
        },
        signal: controller.signal,
      },
    );
    finish(receipt);
  } catch (error) {
    fail(error);
  } finally {
    controller = null;
  }
}

/** Stops it while it waits: nothing was changed. Later there is nothing to stop. */
export function stopForget(): void {
  const { running } = useForget.getState();
  if (running?.seen.progress.step !== 'waiting' || controller === null) return;
  useForget.setState({ running: { ...running, isStopping: true } });
  controller.abort();
}

/** Shows the receipt of a forget that this page followed without having begun it. */
async function finishFollowed(forgetId: string): Promise<void> {
  try {
    const { receipts } = await api.call('forget.receipts', { offset: 0, limit: 1 });
    const receipt = receipts[0];
    if (receipt !== undefined && receipt.id === forgetId) finish(receipt);
    else leave(t('forget.stopped'), false);
  } catch (error) {
    leave(t('forget.broken', { why: toFailed(error).message }), true);
  }
}

async function goOn(current: ForgetProgress | null): Promise<void> {
  const { running } = useForget.getState();
  // Its own stream tells the page that began it, with the receipt.
  if (running?.isOwn) return;
  if (current !== null) see(current, false);
  else {
    // A page that was read anew while it waited has stopped it by that, and says so.
    const forgetId = running?.seen.progress.forgetId ?? readBegun();
    if (forgetId !== null) await finishFollowed(forgetId);
  }
}

/** Asks what is under way: a page that was opened meanwhile, or whose connection was lost. */
export async function followForget(): Promise<void> {
  setOwn(false);
  try {
    await goOn(await api.call('forget.current', {}));
  } catch {
    // The banner says that the engine is away; the next connection asks again.
  }
}

let lastHeard: ForgetProgress | null = null;

/** It went a step on, or is over: then everything on screen is read again, unless it was stopped in time. */
export async function heardOfForget(current: ForgetProgress | null): Promise<void> {
  const wasWaiting = lastHeard?.step === 'waiting';
  lastHeard = current;
  await goOn(current);
  if (current === null && !wasWaiting) await refreshAfterForget();
}
