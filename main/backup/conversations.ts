import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupConversation } from '../contract/backup.ts';
import { ConversationId } from '../contract/ids.ts';
import type { ImportReport } from '../contract/imports.ts';
import type { Ctx } from '../ctx.ts';
import { lineOf } from '../export/write-jsonl.ts';
import { importFiles } from '../importing/apply.ts';
import type { BodyOf, JournalEvent } from '../journal/events/index.ts';
import { makeFolder } from '../lib/disk.ts';
import { findConversation } from '../stores/conversations.ts';
import type { ExportedConversation, ExportedTurn } from '../stores/exports.ts';
import { notFound } from './errors.ts';
import { readEvents } from './history.ts';
import type { Opened, Watch } from './read-back.ts';

type Turn = BodyOf<'turn.said'>;

/** What a history knows of its conversations, event by event. */
type Draft = {
  readonly id: string;
  title: string | null;
  spaceId: string;
  readonly source: ExportedConversation['source'];
  readonly startedAt: string | null;
  activeLeafId: string | null;
  isRemoved: boolean;
  isSaving: boolean | null;
  opening: string;
  turns: number;
  firstAt: string | null;
  lastAt: string | null;
};

type Drafts = { readonly conversations: Map<string, Draft>; readonly spaces: Map<string, string> };

const OPENING_CHARS = 120;

/** The conversations of a backup, newest first. Ones that were removed by then are not there. */
export async function listConversations(
  ctx: Ctx,
  opened: Opened,
  watch: Watch,
): Promise<readonly BackupConversation[]> {
  const drafts: Drafts = { conversations: new Map(), spaces: new Map() };
  for await (const event of readEvents(opened, ctx.journal.sealer, watch)) note(drafts, event);
  return [...drafts.conversations.values()]
    .filter(({ isRemoved, turns }) => !isRemoved && turns > 0)
    .sort((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''))
    .map(({ id, title, opening, turns, firstAt, lastAt }) => ({
      id: ConversationId.parse(id),
      title: title ?? opening,
      ...{ turns, firstAt, lastAt },
    }));
}

function note({ conversations, spaces }: Drafts, event: JournalEvent): void {
  if (event.kind === 'space.created') spaces.set(event.body.spaceId, event.body.name);
  if (event.kind === 'conversation.started') {
    const { conversationId: id, title, spaceId, source, startedAt } = event.body;
    conversations.set(id, { id, title, spaceId, source, startedAt, ...EMPTY });
  }
  if (event.kind === 'turn.said') {
    const found = conversations.get(event.body.conversationId);
    if (found !== undefined) noteTurn(found, event.body);
    return;
  }
  const id = 'conversationId' in event.body ? event.body.conversationId : undefined;
  const found = typeof id === 'string' ? conversations.get(id) : undefined;
  if (found !== undefined) noteChange(found, event);
}

const EMPTY = {
  activeLeafId: null,
  isRemoved: false,
  isSaving: null,
  opening: '',
  turns: 0,
  firstAt: null,
  lastAt: null,
};

function noteTurn(found: Draft, turn: Turn): void {
  if (turn.isForgotten) return;
  found.turns += 1;
  found.activeLeafId = turn.turnId;
  if (found.opening === '' && turn.role === 'user') found.opening = turn.text.slice(0, OPENING_CHARS);
  if (turn.saidAt === null) return;
  const at = new Date(turn.saidAt).toISOString();
  if (found.firstAt === null || at < found.firstAt) found.firstAt = at;
  if (found.lastAt === null || at > found.lastAt) found.lastAt = at;
}

function noteChange(found: Draft, event: JournalEvent): void {
  switch (event.kind) {
    case 'conversation.renamed':
      found.title = event.body.title;
      return;
    case 'conversation.moved':
      found.spaceId = event.body.spaceId;
      return;
    case 'conversation.branch-chosen':
      found.activeLeafId = event.body.leafTurnId;
      return;
    case 'conversation.removed':
      found.isRemoved = true;
      return;
    case 'conversation.restored':
      found.isRemoved = false;
      return;
    case 'conversation.consent-set':
      found.isSaving = event.body.isSaving ?? found.isSaving;
      return;
    default: // nothing that a conversation is brought back with
  }
}

/**
 * Brings conversations of a backup into the vault that is open, as if their export were imported: ids stay, what is there
 * already is skipped, and so is what was forgotten.
 */
export async function restoreConversations(
  ctx: Ctx,
  opened: Opened,
  { ids, watch }: { readonly ids: readonly string[]; readonly watch: Watch },
): Promise<ImportReport> {
  const wanted = new Set(ids);
  const drafts: Drafts = { conversations: new Map(), spaces: new Map() };
  const turns = new Map<string, Turn[]>(ids.map((id) => [id, []]));
  for await (const event of readEvents(opened, ctx.journal.sealer, watch)) {
    note(drafts, event);
    if (event.kind === 'turn.said' && wanted.has(event.body.conversationId) && !event.body.isForgotten)
      turns.get(event.body.conversationId)?.push(event.body);
  }
  if (ids.some((id) => turns.get(id)?.length === 0))
    throw notFound(
      'This backup holds no such conversation. List the conversations of the backup to see which it holds.',
    );
  const folder = join(ctx.dataFolder, 'uploads');
  await makeFolder(folder);
  const path = join(folder, `${ctx.ids.uuid()}.jsonl`);
  try {
    await writeLines(path, linesOf(ids, { drafts, turns }));
    const input = { files: [{ path, name: 'backup' }], format: 'jsonl', isDryRun: false, shouldWait: false } as const;
    const report = await importFiles(
      ctx,
      { ...input, spaceId: undefined },
      { signal: watch.signal, push: async () => undefined },
    );
    await showRemoved(ctx, ids);
    return report;
  } finally {
    await rm(path, { force: true });
  }
}

/** One that was put away meanwhile is shown again: that is what was asked for. */
async function showRemoved(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const conversationId of ids) {
    const found = await findConversation(ctx.db.read, conversationId);
    if (found?.isRemoved) await ctx.commit([{ kind: 'conversation.restored', body: { conversationId } }]);
  }
  ctx.emit('conversations.changed', { ids: ids.map((id) => ConversationId.parse(id)) });
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for (const line of lines) await handle.writeFile(line);
  } finally {
    await handle.close();
  }
}

function* linesOf(
  ids: readonly string[],
  { drafts, turns }: { readonly drafts: Drafts; readonly turns: ReadonlyMap<string, readonly Turn[]> },
): Generator<string> {
  for (const id of ids) {
    const draft = drafts.conversations.get(id);
    const said = [...(turns.get(id) ?? [])].sort((a, b) => a.position - b.position);
    if (draft === undefined) continue;
    const spaceName = drafts.spaces.get(draft.spaceId) ?? draft.spaceId;
    for (const [index, turn] of said.entries()) {
      const place = { isFirst: index === 0, isLast: index === said.length - 1 };
      yield lineOf(toExported(turn, draft), toConversation(draft, spaceName), place);
    }
  }
}

function toExported(turn: Turn, draft: Draft): ExportedTurn {
  const { turnId: id, parentTurnId: parentId, saidAt, isUnsaved, conversationId, position, role, speaker } = turn;
  const { text, isTimeInferred, zone, session, status, attachments, isHidden } = turn;
  return {
    ...{ id, parentId, conversationId, position, role, speaker, text, isTimeInferred, zone, session, status, isHidden },
    attachments: [...attachments],
    saidAt: saidAt === null ? null : new Date(saidAt),
    seq: 0,
    isUnsaved: draft.isSaving === null ? isUnsaved === true : !draft.isSaving,
  };
}

function toConversation(draft: Draft, spaceName: string): ExportedConversation {
  const { id, title, opening, spaceId, source, startedAt, activeLeafId, turns } = draft;
  const dates = { startedAt: startedAt === null ? null : new Date(startedAt), firstAt: null, lastAt: null };
  return { id, title, opening, spaceId, spaceName, source, activeLeafId, turns, ...dates };
}
