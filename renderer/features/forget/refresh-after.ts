import { create } from 'zustand';
import { DEFAULT_SPACE } from '../../../main/contract/index.ts';
import { go, useRouter } from '../../router.ts';
import { currentSpaceId } from '../../space.ts';
import { rereadChat } from '../chat/open-chat.ts';
import { dropCheckUp } from '../check-up/check-up-store.ts';
import { clearAdded } from '../documents/adding-store.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { useReading } from '../documents/reading-store.ts';
import { loadApp } from '../frame/app-store.ts';
import { refreshConversations, useConversations } from '../frame/conversations-store.ts';
import { keepConversation } from '../frame/remove-store.ts';
import { useGraph } from '../graph/graph-store.ts';
import { useHabits } from '../habits/habits-store.ts';
import { refreshFindings } from '../health/findings-store.ts';
import { useChanges } from '../memory/changes-store.ts';
import { useFact } from '../memory/fact-store.ts';
import { useMemory } from '../memory/memory-store.ts';
import { refreshCodex } from '../memory/refresh.ts';
import { useSearch } from '../search/search-store.ts';
import { loadSlots, useSlots } from '../slots/slots-store.ts';
import { chooseSpace, refreshSpaces, useSpaces } from '../spaces/spaces-store.ts';
import { useMonths } from '../topics/months-store.ts';
import { useScopes } from '../topics/scope-store.ts';
import { useTopic } from '../topics/topic-store.ts';
import { useTopics } from '../topics/topics-store.ts';
import { useTraces } from '../trace/trace-store.ts';

/** Counts up when what a page shows may be gone: the page is built again and reads what is left. */
export const useErasures = create<{ readonly epoch: number }>(() => ({ epoch: 0 }));

type Resettable<T> = {
  readonly getInitialState: () => T;
  readonly setState: (state: T, shouldReplace: true) => void;
};

const reset = <T>({ getInitialState, setState }: Resettable<T>): void => setState(getInitialState(), true);

/** What was read before may hold forgotten words, on whatever page: nothing of it is kept. */
function dropWhatWasRead(): void {
  clearAdded();
  dropCheckUp();
  reset(useChanges);
  reset(useDocuments);
  reset(useFact);
  reset(useHabits);
  reset(useMonths);
  reset(useReading);
  reset(useScopes);
  reset(useSearch);
  reset(useTopic);
  reset(useTopics);
  reset(useTraces);
  useConversations.setState({ removed: null });
  useGraph.setState({ read: null, timeline: null, focus: null, open: null });
  useMemory.setState({ book: null, names: { kind: 'loading' }, timeline: null });
  useSlots.setState({ editing: null, history: null, removed: null });
  useSpaces.setState({ removed: null, moving: null });
  keepConversation();
}

/** Reads again whatever is on screen, and forgets in this page what it knew. */
export async function refreshAfterForget(): Promise<void> {
  dropWhatWasRead();
  const { route } = useRouter.getState();
  // The words that were searched may be the ones that are gone.
  if (route.name === 'search') go({ name: 'search', query: '' }, { replace: true });
  // A chat is read again in place, so that a half-written turn stays; the pages of forgetting hold nothing to drop.
  const isInPlace = ['new', 'chat', 'forget', 'forgotten'].includes(route.name);
  if (!isInPlace) useErasures.setState(({ epoch }) => ({ epoch: epoch + 1 }));
  await loadApp();
  await Promise.all([
    ...[refreshSpaces(), refreshConversations(), rereadChat(), refreshCodex()],
    ...[loadSlots(), refreshFindings()],
  ]);
  const { spaces, isLoaded } = useSpaces.getState();
  if (isLoaded && spaces.every(({ id }) => id !== currentSpaceId())) await chooseSpace(DEFAULT_SPACE);
}
