import type { JournalIndex } from './index.pure.ts';
import { type NameCover, someText } from './names.pure.ts';

export type AuditScope = {
  readonly spaceId: string | null;
  readonly conversationId: string | null;
  /** Said in this time, both ends included. */
  readonly from: string | null;
  readonly to: string | null;
};
export type Redaction = { readonly bodies: boolean; readonly names: NameCover | null };
/** Whether a record's body is in the bundle, or why it is not. */
export type Openness = 'open' | 'scope' | 'bodies' | 'names';

/** Records without a word of anybody's: always whole, since the others are understood by them. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['vault.created', 'erased', 'forgotten', 'codex.read', 'decay.applied', 'edges.decayed', 'codex.undone'],
  ...['procedure.undone', 'clusters.asked', 'reflection.run', 'space.removed', 'space.restored'],
]);

const TURN_KEYS: ReadonlySet<string> = new Set([
  ...['turnId', 'replyTurnId', 'questionTurnId', 'leafTurnId', 'turnIds', 'inPrompt', 'covers', 'turns', 'evidence'],
]);
const HOME_KEYS: ReadonlySet<string> = new Set([
  ...['documentId', 'procedureId', 'procedureIds', 'summaryId', 'clusterId', 'slotId', 'folderId', 'entityId'],
]);

type Refs = {
  readonly turns: Set<string>;
  readonly conversations: Set<string>;
  readonly spaces: Set<string | null>;
  readonly homes: Set<string>;
  readonly claims: Set<string>;
};

/** What a body names, by the names of its fields: a kind that comes later is understood without a word here. */
export function refsOf(body: unknown): Refs {
  const refs: Refs = {
    turns: new Set(),
    conversations: new Set(),
    spaces: new Set(),
    homes: new Set(),
    claims: new Set(),
  };
  collect(body, '', refs);
  return refs;
}

function collect(value: unknown, key: string, refs: Refs): void {
  if (typeof value === 'string' || value === null) {
    if (key === 'spaceId') refs.spaces.add(value);
    if (value === null) return;
    if (key === 'conversationId') refs.conversations.add(value);
    else if (TURN_KEYS.has(key)) refs.turns.add(value);
    else if (HOME_KEYS.has(key)) refs.homes.add(value);
    else if (key === 'claimIds') refs.claims.add(value);
  } else if (Array.isArray(value)) for (const item of value) collect(item, key, refs);
  else if (typeof value === 'object') for (const [name, item] of Object.entries(value)) collect(item, name, refs);
}

export type Decider = (record: { readonly kind: string; readonly body: unknown }) => Openness;

/** Decides for each record, once the whole journal is indexed. */
export function createDecider(index: JournalIndex, scope: AuditScope, redaction: Redaction): Decider {
  const isWhole = scope.spaceId === null && scope.conversationId === null && scope.from === null && scope.to === null;
  const isTurnIn = createTurnCheck(index, scope);
  const cut = cutConversations(index, isTurnIn);
  return ({ kind, body }) => {
    if (STRUCTURE.has(kind)) return 'open';
    if (!isWhole && !isInScope(body, kind)) return 'scope';
    if (redaction.bodies) return 'bodies';
    const { names } = redaction;
    return names !== null && someText(body, names.holds) ? 'names' : 'open';
  };

  function isInScope(body: unknown, kind: string): boolean {
    const refs = refsOf(body);
    for (const claim of refs.claims) {
      const turnId = index.claims.get(claim)?.turnId;
      if (turnId) refs.turns.add(turnId);
    }
    if (![...refs.turns].every(isTurnIn)) return false;
    const conversations = new Set([
      ...refs.conversations,
      ...[...refs.turns].flatMap((id) => index.turns.get(id)?.conversationId ?? []),
    ]);
    const isAboutOne = conversations.size > 0;
    if (scope.conversationId !== null && !(isAboutOne && [...conversations].every((id) => id === scope.conversationId)))
      return false;
    // A title may quote a turn that is outside of the time.
    if (scope.from !== null || scope.to !== null) {
      if (kind.startsWith('conversation.'))
        return [...conversations].every((id) => !cut.has(id)) && isInSpace(refs, conversations);
      if (refs.turns.size === 0) return false;
    }
    return isInSpace(refs, conversations);
  }

  function isInSpace(refs: Refs, conversations: ReadonlySet<string>): boolean {
    if (scope.spaceId === null) return true;
    const spaces = [
      ...refs.spaces,
      ...[...conversations].map((id) => index.conversationSpaces.get(id) ?? null),
      ...[...refs.homes].filter((id) => index.homes.has(id)).map((id) => index.homes.get(id) ?? null),
    ];
    return spaces.length > 0 && spaces.every((id) => id === scope.spaceId);
  }
}

function createTurnCheck(index: JournalIndex, scope: AuditScope): (turnId: string) => boolean {
  const from = scope.from === null ? Number.NEGATIVE_INFINITY : Date.parse(scope.from);
  const to = scope.to === null ? Number.POSITIVE_INFINITY : Date.parse(scope.to);
  return (turnId) => {
    const turn = index.turns.get(turnId);
    if (turn === undefined) return false;
    const isHere = scope.conversationId === null || turn.conversationId === scope.conversationId;
    const isInSpace = scope.spaceId === null || index.conversationSpaces.get(turn.conversationId) === scope.spaceId;
    return isHere && isInSpace && turn.atMs >= from && turn.atMs <= to;
  };
}

/** Conversations of which a turn is out of scope, or that have none. */
function cutConversations(index: JournalIndex, isTurnIn: (turnId: string) => boolean): ReadonlySet<string> {
  const cut = new Set(index.conversationSpaces.keys());
  for (const { conversationId } of index.turns.values()) cut.delete(conversationId);
  for (const [id, { conversationId }] of index.turns) if (!isTurnIn(id)) cut.add(conversationId);
  return cut;
}
