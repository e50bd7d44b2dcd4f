import { create } from 'zustand';
import type {
  ConversationId,
  DocumentId,
  EntityId,
  RevisionId,
  TopicId,
  TraceId,
  TurnId,
} from '../main/contract/index.ts';
import { parseRoute, type Route, routeToHash } from './route.pure.ts';

type RouterState = { readonly route: Route };

const read = (): Route => parseRoute(window.location.hash);

export const useRouter = create<RouterState>(() => ({ route: read() }));

window.addEventListener('hashchange', () => useRouter.setState({ route: read() }));

/** Goes to a page of the app; `replace` leaves no step behind to go back to. */
export function go(route: Route, options: { readonly replace?: boolean } = {}): void {
  const hash = routeToHash(route);
  if (options.replace) {
    window.history.replaceState(null, '', hash);
    useRouter.setState({ route });
  } else if (window.location.hash === hash) useRouter.setState({ route });
  else window.location.hash = hash;
}

export const hrefs = {
  newChat: routeToHash({ name: 'new', isTemporary: false }),
  chat: (id: ConversationId, turnId: TurnId | null = null) => routeToHash({ name: 'chat', id, turnId }),
  trace: (id: TraceId) => routeToHash({ name: 'trace', id }),
  compare: (id: TraceId, withId: TraceId) => routeToHash({ name: 'trace', id, withId }),
  memory: (subject: EntityId | null = null) => routeToHash({ name: 'memory', subject, trueOn: null, knownOn: null }),
  fact: (id: RevisionId) => routeToHash({ name: 'fact', id }),
  graph: routeToHash({ name: 'graph', trueOn: null, knownOn: null }),
  documents: (id: DocumentId | null = null, passage: number | null = null) =>
    routeToHash({ name: 'documents', id, passage }),
  topics: (id: TopicId | null = null) => routeToHash({ name: 'topics', id }),
  backups: routeToHash({ name: 'backups' }),
  'check-up': routeToHash({ name: 'check-up' }),
  habits: routeToHash({ name: 'habits' }),
  forget: routeToHash({ name: 'forget' }),
  forgotten: routeToHash({ name: 'forgotten' }),
  audit: routeToHash({ name: 'audit' }),
  inbox: routeToHash({ name: 'inbox' }),
  search: routeToHash({ name: 'search', query: '' }),
  import: routeToHash({ name: 'import' }),
  models: routeToHash({ name: 'models' }),
  settings: routeToHash({ name: 'settings' }),
  health: routeToHash({ name: 'health' }),
  'your-data': routeToHash({ name: 'your-data' }),
  protection: routeToHash({ name: 'protection' }),
} as const;
