import { fork } from 'node:child_process';
import { throwIfAborted } from '../lib/abort.ts';
import { PARSER_LIMITS } from './limits.pure.ts';
import { FromParser, type ParsedText, TextBuilder, type ToParser, type Unreadable } from './parsed-text.pure.ts';
import { toUnreadable } from './unreadable-words.pure.ts';

export type Parsed = ParsedText & Omit<Extract<FromParser, { kind: 'done' }>, 'kind'>;

export type ParseWatch = {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** Reads PDF, DOCX and HTML, each file in a process of its own. */
export type Parser = (file: ToParser, watch: ParseWatch) => Promise<Parsed>;

type ParserOptions = {
  readonly parserPath: string;
  /** Longest time without a sign of life. */
  readonly silenceMs?: number;
};

type Ended = { readonly parsed: Parsed } | { readonly why: Unreadable };

/** A parser over the built entry at `parserPath`. A hostile file can stall, fill memory or crash: only its process ends. */
export function createParser(options: ParserOptions): Parser {
  return async (file, watch) => {
    throwIfAborted(watch.signal);
    const ended = await runParser(options, file, watch);
    throwIfAborted(watch.signal);
    if ('why' in ended) throw toUnreadable(ended.why, file.format);
    return ended.parsed;
  };
}

function runParser(
  { parserPath, silenceMs = PARSER_LIMITS.silenceMs }: ParserOptions,
  file: ToParser,
  { signal, onProgress }: ParseWatch,
): Promise<Ended> {
  const child = startParser(parserPath);
  const builder = new TextBuilder();
  return new Promise((resolve) => {
    let silence: NodeJS.Timeout | undefined;
    let isFinished = false;
    const finish = (ended: Ended): void => {
      isFinished = true;
      clearTimeout(silence);
      clearTimeout(limit);
      signal.removeEventListener('abort', onAbort);
      child.kill('SIGKILL');
      resolve(ended);
    };
    const onAbort = (): void => finish({ why: 'too-slow' });
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => finish({ why: 'too-slow' }), silenceMs);
    };
    const limit = setTimeout(() => finish({ why: 'too-slow' }), PARSER_LIMITS.totalMs);
    signal.addEventListener('abort', onAbort);
    child.on('message', (raw) => {
      // What was on its way when it was stopped.
      if (isFinished) return;
      hear();
      const { data: message } = FromParser.safeParse(raw);
      // Thrown in here, it would end the engine and not the process that a hostile file has taken over.
      if (message === undefined) finish({ why: 'damaged' });
      else if (message.kind === 'part') builder.add(message);
      else if (message.kind === 'progress') onProgress(message.done, message.total);
      else if (message.kind === 'failed') finish({ why: message.why });
      else finish({ parsed: { ...builder.build(), ...withoutKind(message) } });
    });
    // Ended without a word: it was killed for its memory, ran out of heap, or crashed on what it read.
    child.on('exit', () => finish({ why: 'out-of-memory' }));
    child.on('error', () => finish({ why: 'damaged' }));
    // A process that ended at once is told of by its exit.
    child.send(file, () => undefined);
    hear();
  });
}

const withoutKind = ({ kind: _, ...rest }: Extract<FromParser, { kind: 'done' }>) => rest;

function startParser(parserPath: string) {
  return fork(parserPath, [], {
    execArgv: [`--max-old-space-size=${PARSER_LIMITS.heapMb}`],
    serialization: 'advanced',
    // What a library prints may quote the file.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, ...(process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }) },
  });
}
