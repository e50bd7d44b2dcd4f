import { toStoredText } from '../../lib/text.ts';
import { deriveConversationId, deriveTurnKey } from '../derive-key.ts';
import type { ExportFormat, NoteKind, ParsedAttachment, ParsedRole, ParsedTurn, SkipReason } from '../import-item.ts';
import { type ParsedElement, storedAttachment, type Tally } from './conversation-parts.ts';
import type { ParsedInstant } from './instant.pure.ts';
import { placeTurns } from './place-turns.pure.ts';

/** What was said in a message, as the vendor wrote it. */
export type Said = {
  readonly role: ParsedRole;
  readonly speaker: string;
  readonly text: string;
  readonly time: ParsedInstant;
  readonly attachments: readonly ParsedAttachment[];
};

/** One node or message of an export, in the order of the file. Without `said` it only links others together. */
export type ExportedNode = {
  /** The id that links use; unique in the conversation. */
  readonly nodeId: string;
  readonly parentId: string | null;
  readonly childIds: readonly string[];
  readonly originId: string | null;
  /** Where the export gives no id, and the place among all nodes would not stay the same: what stands for it. */
  readonly key?: string;
  readonly said: Said | null;
};

export type ExportedConversation = {
  readonly source: ExportFormat;
  readonly originId: string | null;
  readonly title: string | null;
  readonly started: ParsedInstant;
  readonly activeNodeId: string | null;
  readonly nodes: readonly ExportedNode[];
};

type Talking = ExportedNode & { readonly said: Said };

/** Orders the turns of a conversation along its branches and gives each its stored text and stable key. */
export function assembleConversation(
  exported: ExportedConversation,
  left: { readonly skipped: Tally<SkipReason>; readonly notes: Tally<NoteKind> },
): ParsedElement {
  const talking = exported.nodes.filter((node): node is Talking => node.said !== null);
  if (exported.started.isBad) left.notes.add('bad-date');
  left.notes.add('bad-date', talking.filter(({ said }) => said.time.isBad).length);
  const keys = chooseKeys(exported, talking);
  const placed = placeTurns(
    exported.nodes.map(({ nodeId, parentId, childIds, said }) => ({
      id: nodeId,
      parentId,
      childIds,
      isTurn: said !== null,
      atMs: said?.time.at ? Date.parse(said.time.at) : null,
    })),
    exported.activeNodeId,
  );

  const byId = new Map(talking.map((node) => [node.nodeId, node]));
  const turns = placed.turns.flatMap(({ id, parentId, isOnActivePath }) => {
    const node = byId.get(id);
    const parentOriginId = parentId === null ? null : (keys.get(parentId) ?? null);
    return node === undefined ? [] : [toTurn(node, { key: keys.get(id) ?? id, parentOriginId, isOnActivePath })];
  });
  const [first] = turns;
  if (first === undefined) {
    if (left.skipped.counts.size === 0) left.skipped.add('empty-conversation');
    return { conversation: null, turns, skipped: left.skipped.counts, notes: left.notes.counts };
  }

  const { source, title, started } = exported;
  const originId =
    exported.originId ??
    deriveConversationId({ source, startedAt: started.at, firstKey: first.key, firstText: first.text });
  const activeLeafKey = placed.activeLeafId === null ? null : (keys.get(placed.activeLeafId) ?? null);
  return {
    conversation: { originId, title, source, startedAt: started.at, activeLeafKey },
    turns,
    skipped: left.skipped.counts,
    notes: left.notes.counts,
  };
}

/** The export's own id where it is there and not taken; otherwise one that the next import derives again. */
function chooseKeys(exported: ExportedConversation, talking: readonly Talking[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const [order, { nodeId, originId, key: own, said }] of talking.entries()) {
    const conversation = exported.originId ?? exported.started.at ?? '';
    const { speaker, text } = said;
    const wanted = originId ?? own ?? null;
    const key =
      wanted !== null && !taken.has(wanted)
        ? wanted
        : deriveTurnKey({ conversation, order, speaker, time: said.time.at, text });
    taken.add(key);
    keys.set(nodeId, key);
  }
  return keys;
}

function toTurn(
  { originId, said }: Talking,
  place: { readonly key: string; readonly parentOriginId: string | null; readonly isOnActivePath: boolean },
): ParsedTurn {
  const stored = toStoredText(said.text);
  return {
    originId,
    parentOriginId: place.parentOriginId,
    key: place.key,
    role: said.role,
    speaker: toStoredText(said.speaker).text,
    text: stored.text,
    at: said.time.at,
    localTime: said.time.localTime,
    session: null,
    space: null,
    attachments: said.attachments.map(storedAttachment),
    isOnActivePath: place.isOnActivePath,
    isHidden: false,
    nulCount: stored.nulCount,
  };
}
