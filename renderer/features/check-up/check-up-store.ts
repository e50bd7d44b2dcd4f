import { create } from 'zustand';
import type {
  CheckedQuestion,
  CheckUpChange,
  CheckUpChunk,
  CheckUpQuestions,
  CheckUpSummary,
  TurnId,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import type { Filter } from './filter.pure.ts';
import { limitOf, NO_WISH, toChange, type Wish } from './wish.pure.ts';
import { headline } from './words.ts';

/** What was found so far; it is kept in this page alone, and gone with it. */
export type CheckUpResult = {
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly change: CheckUpChange;
  readonly startedMs: number;
  readonly done: number;
  readonly total: number;
  readonly summary: CheckUpSummary | null;
  readonly questions: readonly CheckedQuestion[];
  readonly failure: Failed | null;
};

type CheckUpState = {
  readonly found: Loadable<CheckUpQuestions>;
  readonly wish: Wish;
  readonly result: CheckUpResult | null;
  readonly filter: Filter;
  /** The question whose two traces are being made. */
  readonly opening: TurnId | null;
  readonly openFailure: Failed | null;
};

export const useCheckUp = create<CheckUpState>(() => ({
  found: { kind: 'loading' },
  wish: NO_WISH,
  result: null,
  filter: 'all',
  opening: null,
  openFailure: null,
}));

let looking = 0;
let running: AbortController | null = null;

/** Reads what could be asked again. */
export async function lookForQuestions(): Promise<void> {
  looking += 1;
  const ticket = looking;
  try {
    const value = await api.call('checkUp.questions', {});
    if (ticket === looking) useCheckUp.setState({ found: { kind: 'ready', value } });
  } catch (error) {
    if (ticket === looking) useCheckUp.setState({ found: { kind: 'failed', failure: toFailed(error) } });
  }
}

export const setWish = (patch: Partial<Wish>): void =>
  useCheckUp.setState(({ wish }) => ({ wish: { ...wish, ...patch } }));
export const setFilter = (filter: Filter): void => useCheckUp.setState({ filter });
export const dismissOpening = (): void => useCheckUp.setState({ openFailure: null });

const patchResult = (change: (result: CheckUpResult) => Partial<CheckUpResult>): void =>
  useCheckUp.setState(({ result }) => (result === null ? {} : { result: { ...result, ...change(result) } }));

/** Asks again, one question after another; an older check-up is given up. */
export async function runCheckUp(): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const { wish } = useCheckUp.getState();
  const change = toChange(wish);
  useCheckUp.setState({
    filter: 'all',
    openFailure: null,
    result: {
      ...{ state: 'running', change, startedMs: now().getTime(), done: 0, total: 0 },
      ...{ summary: null, questions: [], failure: null },
    },
  });
  announce(t('checkUp.announce.started'));
  const onChunk = ({ done, total, question, summary }: CheckUpChunk): void => {
    if (running !== mine) return;
    patchResult(({ questions }) => ({
      ...{ done, total, summary },
      questions: question === null ? questions : [...questions, question],
    }));
  };
  const source = wish.source === null ? {} : { source: wish.source };
  try {
    await api.stream(
      'checkUp.run',
      { ...source, limit: limitOf(wish), spread: wish.spread, change },
      { onChunk, signal: mine.signal },
    );
    if (running === mine) end({ state: 'done' });
  } catch (error) {
    const failure = toFailed(error);
    if (running === mine) end(failure.isAborted ? { state: 'stopped' } : { state: 'failed', failure });
  }
}

/** Ends it in words; what there is stays. */
function end(how: Pick<CheckUpResult, 'state'> & Partial<CheckUpResult>): void {
  running = null;
  patchResult(() => how);
  const { result } = useCheckUp.getState();
  if (how.state === 'failed') announce(how.failure?.message ?? '');
  else if (how.state === 'stopped') announce(t('checkUp.announce.stopped'));
  else if (result?.summary) announce(headline(result.summary, result.change));
}

export const stopCheckUp = (): void => running?.abort();

/** Both settings of one question as traces, side by side. */
export async function openBoth(turnId: TurnId): Promise<void> {
  const { result, opening } = useCheckUp.getState();
  if (result === null || opening !== null) return;
  useCheckUp.setState({ opening: turnId, openFailure: null });
  try {
    const { before, after } = await api.call('checkUp.open', { turnId, change: result.change });
    go({ name: 'trace', id: before, withId: after });
  } catch (error) {
    const failure = toFailed(error);
    useCheckUp.setState({ openFailure: failure });
    announce(failure.message);
  } finally {
    useCheckUp.setState({ opening: null });
  }
}

/** Saves what was found as a file where the window saves files. Only the reader's click does this. */
export function saveCheckUp(): void {
  const { result } = useCheckUp.getState();
  if (result === null) return;
  const { change, summary, questions, state } = result;
  const savedAt = now().toISOString();
  const text = JSON.stringify({
    format: 'palimpsest-check-up',
    version: 1,
    savedAt,
    state,
    change,
    summary,
    questions,
  });
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `palimpsest-check-up-${savedAt.slice(0, 10)}.json`;
  link.click();
  // The browser has taken the bytes by the time the click returns; later is only kinder to slow disks.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
  announce(t('checkUp.saved', { name: link.download }));
}

/** Nothing of what was found is kept: it may hold words that are forgotten, or of another space. */
export function dropCheckUp(): void {
  looking += 1;
  running?.abort();
  running = null;
  useCheckUp.setState(({ wish }) => ({
    ...useCheckUp.getInitialState(),
    wish: { ...wish, source: null },
  }));
}

useSpace.subscribe(dropCheckUp);
