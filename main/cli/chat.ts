import type { ChatChunk, ChatReply, ConversationId } from '../contract/index.ts';
import { requireWords, usageError } from './args.ts';
import type { Cli, Command } from './context.ts';
import { chooseDataFolder } from './data-folder.ts';
import { showDay } from './instant.pure.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { findSpace } from './space.ts';
import { countOf, toPlain } from './text.pure.ts';
import { checkTimes, createTimeReader, readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest chat`: one question, one streamed answer with its sources. */
export const chat: Command = {
  name: 'chat',
  usage:
    'chat "text" [--conversation ID] [--space S] [--as-of ISO] [--known-at ISO] [--budget T] [--temporary] [--no-memory]',
  summary: 'ask something and get one answer, with citations',
  options: {
    conversation: { type: 'string' },
    space: { type: 'string' },
    'as-of': { type: 'string' },
    'known-at': { type: 'string' },
    budget: { type: 'string' },
    temporary: { type: 'boolean' },
    'no-memory': { type: 'boolean' },
  },
  flags: [
    ['--conversation ID', 'go on with this conversation (default: a new one)'],
    ['--space S', 'a new conversation in this space'],
    ['--as-of TIME', 'answer as if it were then'],
    ['--known-at TIME', 'only from what was known then'],
    ['--budget T', 'give memory at most T tokens of the prompt'],
    ['--temporary', 'write nothing about this conversation anywhere'],
    ['--no-memory', 'answer without looking into memory'],
  ],
  run: async (cli, args) => {
    const text = requireWords(args.words, ['"text"'])[0] ?? '';
    if (text.trim() === '') throw usageError('The text is empty.');
    checkTimes(args, ['as-of', 'known-at']);
    const input = {
      text,
      conversationId: args.text('conversation') as ConversationId | undefined, // both parsed by the engine
      budgetTokens: args.integer('budget', { min: 64, max: 200_000 }),
      isTemporary: args.has('temporary') || undefined,
      isMemoryUsed: args.has('no-memory') ? false : undefined,
    };
    return withEngine(cli, { dataFolder: chooseDataFolder(cli, args) }, async (client) => {
      const readTime = createTimeReader(client);
      const asOf = await readTime(args.text('as-of'), '--as-of');
      const knownAt = await readTime(args.text('known-at'), '--known-at');
      const spaceId = await findSpace(client, args.text('space'));
      const screen = args.has('json') ? null : createScreen(cli);
      const reply = await client
        .stream(
          'chat.ask',
          { ...input, asOf, knownAt, spaceId },
          { onChunk: (chunk) => screen?.show(chunk), signal: cli.signal },
        )
        .finally(() => screen?.settle());
      if (reply.isSaved === false && !args.has('temporary')) printLine(cli.stderr, NOT_SAVED);
      if (screen === null) printJson(cli.stdout, toJsonReply(reply));
      else screen.finish(reply, await readZone(client));
      return reply.status === 'complete' ? 0 : 1;
    });
  },
};

const NOT_SAVED =
  'Saving is off here: question and answer are kept to be read in their conversation, and are no part of memory.';

/** The reply as design section 12.1 fixes it. */
function toJsonReply(reply: ChatReply) {
  return {
    answer: reply.answer,
    turn: reply.turn,
    reply: reply.reply,
    citations: reply.citations.map(({ n, turnIds, quote, speaker, at, conversationId }) => ({
      n,
      turns: turnIds,
      quote,
      speaker,
      at,
      conversation: conversationId,
    })),
    // Two modes are promised to scripts: an answer that is not known rests on evidence alone, namely none.
    mode: reply.mode === 'model' ? 'model' : 'evidence',
    isKnown: reply.mode !== 'unknown',
    trace: reply.trace,
    isSaved: reply.isSaved ?? true,
    conversation: reply.conversationId,
    status: reply.status,
    notice: reply.notice,
  };
}

const STAGES = { recalling: 'Looking into memory', reading: 'Reading', writing: 'Writing' } as const;

function createScreen(cli: Cli) {
  const { dim } = stylesFor(cli.stdout, cli.env);
  const progress = createProgress(cli.stderr);
  let written = '';
  return {
    show: (chunk: ChatChunk): void => {
      if (chunk.kind === 'stage' && written === '') {
        const found = chunk.memories > 0 ? `, ${countOf(chunk.memories, 'memory', 'memories')}` : '';
        progress.show(`${STAGES[chunk.stage]}${found}…`);
      }
      if (chunk.kind !== 'delta') return;
      progress.end();
      const text = toPlain(chunk.text);
      written += text;
      cli.stdout.write(text);
    },
    settle: progress.end,
    finish: (reply: ChatReply, zone: string): void => {
      if (written === '') printWrapped(cli.stdout, reply.answer);
      else if (!written.endsWith('\n')) printLine(cli.stdout);
      // What streamed is the model's own text; the numbers of its sources are set when it is whole.
      if (written !== '' && reply.citations.length > 0 && written.trim() !== reply.answer) {
        printLine(cli.stdout, dim('\nWith its sources:'));
        printWrapped(cli.stdout, reply.answer);
      }
      if (reply.citations.length > 0) printLine(cli.stdout);
      for (const { n, quote, speaker, at, turnIds } of reply.citations) {
        printWrapped(cli.stdout, `[${n}] ${speaker}${at === null ? '' : `, ${showDay(at, zone)}`}: “${quote}”`);
        printLine(cli.stdout, dim(`    ${toPlain(turnIds.join(' '))}`));
      }
      if (reply.notice !== null) printLine(cli.stderr, toPlain(reply.notice));
    },
  };
}
