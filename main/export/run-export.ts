import { AppError } from '../contract/errors.ts';
import type { ExportFormat, ExportProgress, ExportReport, InputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { findConversation } from '../stores/conversations.ts';
import {
  type ExportedConversation,
  type ExportScope,
  getNewestTurnSeq,
  listExportedConversations,
} from '../stores/exports.ts';
import { findSpace } from '../stores/spaces.ts';
import { openFileSink, type Sink } from './file-sink.ts';
import type { Writer } from './history.ts';
import { writeChatgpt } from './write-chatgpt.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';
import { writeJsonl } from './write-jsonl.ts';
import { writeMarkdown } from './write-markdown.ts';

type Input = InputOf<'exports.run'>;
type Watch = { readonly signal: AbortSignal; readonly push: (progress: ExportProgress) => Promise<void> };

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  jsonl: writeJsonl,
  md: writeMarkdown,
  json: writeJson,
  csv: writeCsv,
  chatgpt: writeChatgpt,
};

/** Large enough that a write costs little, small enough that nothing piles up. */
const PIECE_CHARS = 256 * 1024;

/** Writes the user's history and memory for other programs, or for reading. Temporary chats are in no table, so in no export. */
export async function runExport(ctx: Ctx, input: Input, watch: Watch): Promise<ExportReport> {
  const startMs = ctx.clock.monotonicMs();
  const scope = await readScope(ctx, input);
  // A table of facts holds no turns.
  const conversations = input.format === 'csv' ? [] : await listExportedConversations(ctx.db.read, scope);
  const sink =
    input.path === null
      ? pieces(watch)
      : await openFileSink({
          ...{ path: input.path, isOverwriting: input.isOverwriting },
          ...{ dataFolder: ctx.dataFolder, id: ctx.ids.uuid() },
        });
  try {
    const counts = await pour(ctx, { format: input.format, scope, conversations, sink }, watch);
    throwIfAborted(watch.signal);
    await sink.finish();
    return {
      ...{ format: input.format, path: input.path, conversations: conversations.length, ...counts },
      ms: ctx.clock.monotonicMs() - startMs,
    };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function readScope(ctx: Ctx, { spaceId, conversationId, from, to }: Input): Promise<ExportScope> {
  const { read } = ctx.db;
  if (spaceId !== undefined && (await findSpace(read, spaceId)) === null)
    throw new AppError('space.not-found', 'There is no such space.');
  if (conversationId !== undefined) {
    const found = await findConversation(read, conversationId);
    if (found === null || found.isRemoved)
      throw new AppError('conversation.not-found', 'This conversation is not here any more.');
  }
  return {
    ...{ spaceId: spaceId ?? null, conversationId: conversationId ?? null, from: from ?? null, to: to ?? null },
    throughSeq: await getNewestTurnSeq(read),
  };
}

type Pouring = {
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  readonly conversations: readonly ExportedConversation[];
  readonly sink: Sink;
};

/** From the writer into the sink, a piece at a time, saying how far it is. */
async function pour(
  ctx: Ctx,
  { format, scope, conversations, sink }: Pouring,
  { signal, push }: Watch,
): Promise<Pick<ExportReport, 'turns' | 'facts' | 'bytes'>> {
  const counts = { turns: 0, facts: 0, bytes: 0 };
  const total = conversations.reduce((sum, { turns }) => sum + turns, 0);
  let held: string[] = [];
  let chars = 0;
  const flush = async (): Promise<void> => {
    if (chars === 0) return;
    throwIfAborted(signal);
    const text = held.join('');
    held = [];
    chars = 0;
    counts.bytes += Buffer.byteLength(text);
    await sink.write(text);
    const done = format === 'csv' ? counts.facts : counts.turns;
    await push({ kind: 'written', done, total: Math.max(total, done) });
  };
  const note = ({ turns = 0, facts = 0 }: { readonly turns?: number; readonly facts?: number }) => {
    counts.turns += turns;
    counts.facts += facts;
  };
  for await (const text of WRITERS[format]({ ctx, scope, conversations, signal, note, ahead: new Map() })) {
    held.push(text);
    chars += text.length;
    if (chars >= PIECE_CHARS) await flush();
  }
  await flush();
  return counts;
}

/** For whoever takes the text itself: the command line that writes to its output. */
const pieces = ({ push }: Watch): Sink => ({
  write: (text) => push({ kind: 'text', text }),
  finish: async () => undefined,
  discard: async () => undefined,
});
