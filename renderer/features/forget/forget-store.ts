import { create } from 'zustand';
import {
  AppError,
  type ForgetPreview,
  type ForgetReceipt,
  type ForgetSelection,
  type TurnId,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import type { Route } from '../../route.pure.ts';
import { go, useRouter } from '../../router.ts';
import { currentSpaceId } from '../../space.ts';
import { type Failed, toFailed } from '../failure.ts';
import { type ForgetItem, mergeItems } from './items.pure.ts';
import type { Seen } from './steps.pure.ts';

/** What somebody wants to forget, and what it is called on the page. */
export type Chosen = {
  readonly selection: ForgetSelection;
  readonly name: string | null;
  /** The turn under which it was asked for: whoever keeps everything comes back to it. */
  readonly place?: TurnId;
};

export type PreviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: ForgetPreview; readonly isLooking: boolean }
  /** Nothing holds it, or everything was taken out again. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly failure: Failed };

/** A forget under way. `isOwn`: this page began it and can stop it while it waits. */
export type Running = { readonly seen: Seen; readonly isOwn: boolean; readonly isStopping: boolean };

/** What the form for words or days is opened with. */
export type Wanted = { readonly kind: 'about'; readonly words: string } | { readonly kind: 'time' } | null;

type ForgetState = {
  readonly chosen: Chosen | null;
  readonly wanted: Wanted;
  readonly isWithRepeats: boolean;
  /** Turns that were taken out of the selection again. */
  readonly kept: readonly TurnId[];
  readonly items: readonly ForgetItem[];
  /** Turns that say the same, as they were when they were not chosen. */
  readonly repeats: ForgetPreview['repeats'];
  readonly preview: PreviewState;
  readonly running: Running | null;
  readonly done: { readonly receipt: ForgetReceipt; readonly seen: Seen | null; readonly endedMs: number } | null;
  /** Said over the list: why nothing was changed, or how it went wrong. */
  readonly notice: { readonly text: string; readonly isTrouble: boolean } | null;
  /** Where it was asked for; *Keep everything* leads back there. */
  readonly from: Route;
};

const nothingChosen = {
  chosen: null,
  isWithRepeats: false,
  kept: [],
  items: [],
  repeats: [],
  preview: { kind: 'loading' },
} as const;

export const useForget = create<ForgetState>(() => ({
  ...nothingChosen,
  wanted: null,
  running: null,
  done: null,
  notice: null,
  from: { name: 'new', isTemporary: false },
}));

let looking: AbortController | null = null;

async function look(): Promise<void> {
  looking?.abort();
  const { chosen, isWithRepeats, kept, preview } = useForget.getState();
  if (chosen === null) return;
  const controller = new AbortController();
  looking = controller;
  useForget.setState({
    preview: preview.kind === 'ready' ? { ...preview, isLooking: true } : { kind: 'loading' },
  });
  const choice = { selection: chosen.selection, isWithRepeats, except: kept };
  try {
    const value = await api.call('forget.preview', choice, controller.signal);
    if (looking !== controller) return;
    useForget.setState(({ items, repeats }) => ({
      items: mergeItems(items, value.goes, kept),
      repeats: isWithRepeats ? repeats : value.repeats,
      preview: { kind: 'ready', value, isLooking: false },
    }));
  } catch (error) {
    if (looking !== controller) return;
    const isNothing = error instanceof AppError && error.code === 'forget.nothing';
    useForget.setState({ preview: isNothing ? { kind: 'nothing' } : { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Looks again: after a change of the selection, or of what is known. */
export const lookAgain = (): Promise<void> => look();

const here = (): Route => {
  const { route } = useRouter.getState();
  return route.name === 'forget' ? useForget.getState().from : route;
};

/** Opens the page that shows what a selection takes with it. Nothing happens before it is confirmed there. */
export function openForget(chosen: Chosen): void {
  const from = here();
  // One at a time: while one is under way its page is shown, and says so.
  if (useForget.getState().running === null) {
    useForget.setState({ ...nothingChosen, chosen, wanted: null, done: null, notice: null, from });
    void look();
  }
  go({ name: 'forget' });
}

/** Opens the page without a selection: it asks for words, for days, or for everything. */
export function openForgetForm(wanted: Wanted): void {
  const from = here();
  if (useForget.getState().running === null)
    useForget.setState({ ...nothingChosen, wanted, done: null, notice: null, from });
  go({ name: 'forget' });
}

/** Opens the preview of all there is. */
export const forgetEverything = (): void => openForget({ selection: { kind: 'everything' }, name: null });

/** The longest phrase that can be asked for. */
export const MOST_WORDS = 500;

/** Everything in the space on screen that says certain words; a longer text is cut in the form, where one sees it. */
export function openForgetAbout(text: string): void {
  const words = text.trim();
  if (words === '' || words.length > MOST_WORDS) openForgetForm({ kind: 'about', words: words.slice(0, MOST_WORDS) });
  else openForget({ selection: { kind: 'about', words, spaceId: currentSpaceId() }, name: words });
}

/** Back to choosing; what was listed is dropped. */
export function chooseAgain(): void {
  looking?.abort();
  looking = null;
  useForget.setState({ ...nothingChosen, wanted: null, done: null, notice: null });
}

/** Where it leads back to: what is gone is neither looked for nor named in the address. */
function placeBefore({ from, chosen, done }: ForgetState): Route {
  if (from.name === 'search' && done !== null) return { ...from, query: '' };
  if (from.name !== 'chat') return from;
  return { ...from, turnId: done === null ? (chosen?.place ?? from.turnId) : null };
}

/** Back to the page that it was asked on: without forgetting anything, or after it. */
export function leaveForget(): void {
  const before = placeBefore(useForget.getState());
  chooseAgain();
  go(before);
}

/** Drops every word of what was chosen, once it is gone. */
export function dropChosen(): void {
  looking?.abort();
  looking = null;
  useForget.setState({ ...nothingChosen, wanted: null });
}

/** Takes a turn out of the selection, or puts it back. */
export function keepTurn(id: TurnId, isKept: boolean): void {
  useForget.setState(({ kept }) => ({
    kept: isKept ? [...kept.filter((each) => each !== id), id] : kept.filter((each) => each !== id),
    notice: null,
  }));
  void look();
}

/** Whether other turns that say the same words go too. */
export function setWithRepeats(isWithRepeats: boolean): void {
  useForget.setState({ isWithRepeats, notice: null });
  void look();
}
