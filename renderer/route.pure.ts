import type {
  ConversationId,
  DocumentId,
  EntityId,
  RevisionId,
  TopicId,
  TraceId,
  TurnId,
} from '../main/contract/index.ts';

export type Route =
  | { readonly name: 'new'; readonly isTemporary: boolean }
  | { readonly name: 'chat'; readonly id: ConversationId; readonly turnId: TurnId | null }
  /** `withId`: a second trace, to be compared with the first. */
  | { readonly name: 'trace'; readonly id: TraceId; readonly withId?: TraceId }
  | { readonly name: 'search'; readonly query: string }
  /** What is known about somebody, on a day (`YYYY-MM-DD`, null is now) and by what was known on another. */
  | {
      readonly name: 'memory';
      readonly subject: EntityId | null;
      readonly trueOn: string | null;
      readonly knownOn: string | null;
    }
  /** Who and what is linked, on those two days. */
  | { readonly name: 'graph'; readonly trueOn: string | null; readonly knownOn: string | null }
  | { readonly name: 'fact'; readonly id: RevisionId }
  /** All documents, or one, opened at a passage. */
  | { readonly name: 'documents'; readonly id: DocumentId | null; readonly passage: number | null }
  /** All topics, or one. */
  | { readonly name: 'topics'; readonly id: TopicId | null }
  | { readonly name: 'habits' }
  /** What is about to go. It names nothing: an address is kept by browsers, and what goes must not be in it. */
  | { readonly name: 'forget' }
  /** Receipts of what went. */
  | { readonly name: 'forgotten' }
  /** A file that a stranger can check, and the check of one. */
  | { readonly name: 'audit' }
  | { readonly name: 'backups' }
  /** One's own questions asked again. */
  | { readonly name: 'check-up' }
  | { readonly name: 'inbox' }
  | { readonly name: 'import' }
  | { readonly name: 'models' }
  | { readonly name: 'settings' }
  | { readonly name: 'health' }
  /** What is stored, and taking it out. */
  | { readonly name: 'your-data' }
  /** Who can read what is stored. */
  | { readonly name: 'protection' };

const START: Route = { name: 'new', isTemporary: false };
const plain = [
  'audit',
  'backups',
  'check-up',
  'forget',
  'forgotten',
  'habits',
  'inbox',
  'import',
  'models',
  'settings',
  'health',
  'your-data',
  'protection',
] as const;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A hand-typed address with a stray percent sign names nothing; it ends at "not found", not in a crash.
  }
}

/** A day as the address writes it; anything else is now. */
function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(text);
  // Some engines read 30 February as 1 March: only a day that comes back as it was written exists.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text;
}

const readCount = (text: string | null): number | null =>
  text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null;

/** Reads the part of the address behind `#`; anything unknown is the start page. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name = '', ...rest] = path.split('/');
  const [first = '', between, second = ''] = rest;
  const isPair = name === 'trace' && between === 'with' && rest.length === 3 && second !== '';
  const id = decode(isPair ? first : rest.join('/'));
  const query = new URLSearchParams(search);
  const page = plain.find((each) => each === name);
  if (page) return { name: page };
  if (name === 'temporary') return { name: 'new', isTemporary: true };
  if (name === 'search') return { name: 'search', query: query.get('q') ?? '' };
  const days = { trueOn: readDay(query.get('true')), knownOn: readDay(query.get('known')) };
  if (name === 'graph') return { name: 'graph', ...days };
  if (name === 'topics') return { name: 'topics', id: id === '' ? null : (id as TopicId) };
  if (name === 'memory') return { name: 'memory', subject: id === '' ? null : (id as EntityId), ...days };
  if (name === 'documents')
    return { name: 'documents', id: id === '' ? null : (id as DocumentId), passage: readCount(query.get('passage')) };
  if (id === '') return START;
  // The ids are only handed back to the engine, which parses them: a wrong one is "not found".
  if (name === 'chat') return { name: 'chat', id: id as ConversationId, turnId: query.get('turn') as TurnId | null };
  if (name === 'fact') return { name: 'fact', id: id as RevisionId };
  if (name === 'trace')
    return { name: 'trace', id: id as TraceId, ...(isPair ? { withId: decode(second) as TraceId } : {}) };
  return START;
}

function daysToQuery({ trueOn, knownOn }: { readonly trueOn: string | null; readonly knownOn: string | null }): string {
  const days = new URLSearchParams();
  if (trueOn !== null) days.set('true', trueOn);
  if (knownOn !== null) days.set('known', knownOn);
  return days.size === 0 ? '' : `?${days}`;
}

/** The address of a page; `parseRoute` reads it back. */
export function routeToHash(route: Route): string {
  switch (route.name) {
    case 'new':
      return route.isTemporary ? '#/temporary' : '#/';
    case 'chat': {
      const turn = route.turnId === null ? '' : `?${new URLSearchParams({ turn: route.turnId })}`;
      return `#/chat/${encodeURIComponent(route.id)}${turn}`;
    }
    case 'trace': {
      const pair = route.withId === undefined ? '' : `/with/${encodeURIComponent(route.withId)}`;
      return `#/trace/${encodeURIComponent(route.id)}${pair}`;
    }
    case 'memory': {
      const subject = route.subject === null ? '' : `/${encodeURIComponent(route.subject)}`;
      return `#/memory${subject}${daysToQuery(route)}`;
    }
    case 'graph':
      return `#/graph${daysToQuery(route)}`;
    case 'documents': {
      const passage = route.passage === null ? '' : `?${new URLSearchParams({ passage: String(route.passage) })}`;
      return route.id === null ? '#/documents' : `#/documents/${encodeURIComponent(route.id)}${passage}`;
    }
    case 'topics':
      return route.id === null ? '#/topics' : `#/topics/${encodeURIComponent(route.id)}`;
    case 'fact':
      return `#/fact/${encodeURIComponent(route.id)}`;
    case 'search':
      return route.query === '' ? '#/search' : `#/search?${new URLSearchParams({ q: route.query })}`;
    default:
      return `#/${route.name}`;
  }
}
