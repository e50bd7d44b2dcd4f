import { create } from 'zustand';
import type { LegName, RecallResult, RecallSettings, TopicId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Loadable, toFailed } from '../failure.ts';
import { MOST_TOKENS, readNumber } from '../trace/settings.pure.ts';

export type SearchInput = {
  readonly query: string;
  readonly k: number;
  /** A local date, `YYYY-MM-DD`, or empty for now. */
  readonly asOfDay: string;
  /** Legs that take no part. */
  readonly off: readonly LegName[];
  /** What is set otherwise than the recipe has it. */
  readonly settings: RecallSettings;
  /** As it was typed; empty for no limit. */
  readonly budget: string;
  /** Only this topic. */
  readonly topic: { readonly id: TopicId; readonly name: string } | null;
};

type SearchState = { readonly input: SearchInput; readonly result: Loadable<RecallResult> | null };

export const useSearch = create<SearchState>(() => ({
  input: { query: '', k: 10, asOfDay: '', off: [], settings: {}, budget: '', topic: null },
  result: null,
}));

/** The end of that day where the reader is: what was said on it counts. */
function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59, 999).toISOString();
}

let running: AbortController | null = null;

/** Asks memory; a newer question replaces an older one that is still running. */
export async function search(input: SearchInput): Promise<void> {
  useSearch.setState({ input });
  running?.abort();
  if (input.query.trim() === '') {
    useSearch.setState({ result: null });
    return;
  }
  const controller = new AbortController();
  running = controller;
  useSearch.setState({ result: { kind: 'loading' } });
  try {
    const { k, asOfDay, off, settings, budget, topic } = input;
    const budgetTokens = readNumber(budget, MOST_TOKENS);
    const value = await api.call(
      'memory.recall',
      {
        ...{ query: input.query.trim(), k, settings },
        ...(off.length === 0 ? {} : { noLegs: off }),
        ...(asOfDay === '' ? {} : { asOf: endOfDay(asOfDay) }),
        ...(budgetTokens === undefined ? {} : { budgetTokens }),
        ...(topic === null ? {} : { clusterId: topic.id }),
      },
      controller.signal,
    );
    if (running !== controller) return;
    useSearch.setState({ result: { kind: 'ready', value } });
    announce(t('search.announce', { memories: count(value.results.length, 'memories') }));
  } catch (error) {
    if (running === controller) useSearch.setState({ result: { kind: 'failed', failure: toFailed(error) } });
  }
}

// What was found in one space, and the topic it was found in, are not shown in another.
useSpace.subscribe(() => {
  running?.abort();
  running = null;
  useSearch.setState(({ input }) => ({ input: { ...input, topic: null }, result: null }));
});
