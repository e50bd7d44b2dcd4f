import { create } from 'zustand';
import type { Consent, ConversationId, SpaceId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

/** Switches of the conversation on screen, or of the one that is about to begin. */
type ConsentState = {
  readonly of: ConversationId | SpaceId | null;
  readonly consent: Consent | null;
  /** What was switched for a chat that has not begun yet. */
  readonly own: { readonly isSaving?: boolean; readonly isUsing?: boolean };
  readonly failure: Failed | null;
};

export const useConsent = create<ConsentState>(() => ({ of: null, consent: null, own: {}, failure: null }));

type Place = { readonly conversationId: ConversationId } | { readonly spaceId: SpaceId };

const keyOf = (place: Place): ConversationId | SpaceId => ('spaceId' in place ? place.spaceId : place.conversationId);

let latest = 0;
/** Conversations whose switches are turning, once for each. */
const turning: ConversationId[] = [];

/** Reads what may be kept and used there. */
export async function loadConsent(place: Place): Promise<void> {
  const of = keyOf(place);
  if (useConsent.getState().of !== of) useConsent.setState({ of, consent: null, own: {}, failure: null });
  latest += 1;
  const mine = latest;
  // While a switch turns, what was read before it is not shown; the answer to it says what is so.
  const isTurning = (): boolean => turning.some((id) => id === of);
  const isCurrent = (): boolean => mine === latest && !isTurning() && useConsent.getState().of === of;
  try {
    const consent = await api.call('consent.get', place);
    if (isCurrent())
      useConsent.setState((before) => ({ consent, ...(before.consent === null ? { failure: null } : {}) }));
  } catch (error) {
    // What is shown stays; only where nothing is does it have to be said why.
    if (isCurrent() && useConsent.getState().consent === null) useConsent.setState({ failure: toFailed(error) });
  }
}

type Change = { readonly isSaving?: boolean; readonly isUsing?: boolean };

/** Turns a switch of a conversation; of one that has not begun, for when it does. */
export async function turnSwitch(place: Place, change: Change): Promise<void> {
  const of = keyOf(place);
  if ('spaceId' in place) {
    useConsent.setState(({ own }) => ({ own: { ...own, ...change } }));
    return;
  }
  const before = useConsent.getState().consent;
  turning.push(place.conversationId);
  latest += 1;
  // Shown at once: a reader that is in the middle of a turn is waited for.
  if (before !== null) useConsent.setState({ consent: withChange(before, change) });
  try {
    const consent = await api.call('consent.set', { conversationId: place.conversationId, ...change });
    if (useConsent.getState().of === of) useConsent.setState({ consent, failure: null });
    if (change.isSaving !== undefined) announce(t(change.isSaving ? 'consent.announce.saved' : 'consent.announce.out'));
  } catch (error) {
    const failure = toFailed(error);
    announce(failure.message);
    if (useConsent.getState().of === of) useConsent.setState({ consent: before, failure });
  } finally {
    turning.splice(turning.indexOf(place.conversationId), 1);
  }
}

function withChange(consent: Consent, { isSaving, isUsing }: Change): Consent {
  const { save, use } = consent;
  return {
    ...consent,
    save: isSaving === undefined ? save : { isOn: isSaving, by: 'conversation' },
    use: isUsing === undefined ? use : { isOn: isUsing, by: 'conversation' },
  };
}

/** The switches for the chat that begins now. They stay until it has begun: a question that failed is asked again. */
export const ownSwitches = (): Change => useConsent.getState().own;

/** The chat has begun and keeps its switches itself: a clean slate for the next. */
export const clearOwnSwitches = (): void => useConsent.setState({ own: {} });
