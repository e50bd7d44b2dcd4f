import { loadDoubles } from '../doubles/doubles-store.ts';
import { refreshInbox } from '../inbox/inbox-store.ts';
import { refreshFact } from './fact-store.ts';
import { refreshLearnt } from './learnt-store.ts';
import { refreshMemory } from './memory-store.ts';

/** An import teaches something with every turn; reading again after each would keep the engine from its work. */
const PAUSE_MS = 250;

let isStale = false;
let isReading = false;

/** Everything on screen that shows what is believed, read again; a burst of changes costs few readings. */
export async function refreshCodex(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isStale) {
      isStale = false;
      await Promise.all([refreshMemory(), refreshFact(), refreshInbox(), refreshLearnt(), loadDoubles()]);
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS));
    }
  } finally {
    isReading = false;
  }
}
