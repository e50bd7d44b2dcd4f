import { create } from 'zustand';
import type { EntityId, InputOf, OutputOf } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { useSpace } from '../../space.ts';
import { type Loadable, toFailed } from '../failure.ts';
import { type Day, endOfDay } from '../memory/day.pure.ts';
import { type Filter, type Indexed, indexGraph, NO_FILTER } from './model.pure.ts';
import type { Focus } from './tree-rows.pure.ts';

/** The graph as read, and when: the day looked at is today for as long as it is on screen. */
export type Read = {
  readonly indexed: Indexed;
  readonly nowMs: number;
  readonly knownOn: Day | null;
};

type GraphState = {
  readonly read: Loadable<Read> | null;
  /** Area of each relation; empty where it could not be read, and then nothing can be filtered by area. */
  readonly areas: ReadonlyMap<string, string>;
  /** For the dots on the rulers; null where it could not be read. */
  readonly timeline: OutputOf<'codex.timeline'> | null;
  readonly filter: Filter;
  /** What list and picture both point at. */
  readonly focus: Focus | null;
  /** Whose links the list shows. */
  readonly open: EntityId | null;
};

export const useGraph = create<GraphState>(() => ({
  read: null,
  areas: new Map(),
  timeline: null,
  filter: NO_FILTER,
  focus: null,
  open: null,
}));

const MOST_NODES = 20_000;
let reading: AbortController | null = null;

/** The rest of the screen; the graph is shown without it when it fails. */
async function readExtras(signal: AbortSignal): Promise<Pick<GraphState, 'areas' | 'timeline'>> {
  const [relations, timeline] = await Promise.allSettled([
    api.call('codex.relations', {}, signal),
    api.call('codex.timeline', {}, signal),
  ]);
  const known = relations.status === 'fulfilled' ? relations.value.relations : [];
  return {
    areas: new Map(known.map(({ name, area }) => [name, area])),
    timeline: timeline.status === 'fulfilled' ? timeline.value : null,
  };
}

/** Reads the graph by what was known on a day; what is on screen stays until the new one is here. */
export async function loadGraph(knownOn: Day | null): Promise<void> {
  reading?.abort();
  const controller = new AbortController();
  reading = controller;
  if (useGraph.getState().read?.kind !== 'ready') useGraph.setState({ read: { kind: 'loading' } });
  const input: InputOf<'codex.graph'> = {
    limit: MOST_NODES,
    ...(knownOn === null ? {} : { knownAt: endOfDay(knownOn) }),
  };
  try {
    const [data, extras] = await Promise.all([
      api.call('codex.graph', input, controller.signal),
      readExtras(controller.signal),
    ]);
    if (reading !== controller) return;
    const read: Read = { indexed: indexGraph(data), nowMs: now().getTime(), knownOn };
    useGraph.setState({ read: { kind: 'ready', value: read }, ...extras });
  } catch (error) {
    if (reading === controller) useGraph.setState({ read: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads the graph again whenever something that is believed has changed; returns how to stop. */
export const watchGraph = (knownOn: Day | null): (() => void) => api.on('codex.changed', () => void loadGraph(knownOn));

/** Shows less, or all again. */
export const setFilter = (filter: Filter): void => useGraph.setState({ filter });

/** Points list and picture at an entity or a link; `open` says whose links the list shows then. */
export function setFocus(focus: Focus | null, open?: EntityId | null): void {
  useGraph.setState(open === undefined ? { focus } : { focus, open });
}

// Names of one space are not shown in another, not even until the graph is read again.
useSpace.subscribe(() => {
  reading?.abort();
  reading = null;
  useGraph.setState({ read: null, timeline: null, focus: null, open: null });
});
