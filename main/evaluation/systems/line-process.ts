import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../../contract/errors.ts';
import { untilAborted } from '../../lib/abort.ts';
import { type Call, ReplyLine, type RequestLine } from './protocol.ts';

export type ProcessStart = {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the few variables that a program needs to run at all. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
};

export type Requested = {
  readonly now: string;
  readonly call: Call;
  readonly params: RequestLine['params'];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null;
};

/** A program that answers lines with lines. */
export type LineProcess = {
  readonly request: (requested: Requested) => Promise<unknown>;
  /** The end of what it wrote beside its replies; it may hold what was said, so it goes into no message. */
  readonly stderrTail: () => string;
  /** Ends it and all that it started; waits until it is gone. */
  readonly end: () => Promise<void>;
};

const STDERR_KEPT = 16_384;
/** A reply longer than this is none: it would fill the memory of the run. */
const LINE_LIMIT = 64 * 1024 * 1024;
const MESSAGE_LIMIT = 500;

/** What a program needs of the surroundings. Keys and addresses of services are not among it. */
const PASSED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP'],
  ...['SYSTEMROOT', 'SystemRoot', 'USERPROFILE', 'LOCALAPPDATA', 'APPDATA', 'PATHEXT', 'COMSPEC'],
];

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: AppError) => void };

/** Starts a program as the other end of JSON lines on its standard input and output. */
export function startLineProcess(start: ProcessStart): LineProcess {
  const child = spawnGroup(start);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: AppError | null = null;
  let tail = '';
  const gone = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });
  const fail = (error: AppError): void => {
    ended ??= error;
    for (const one of waiting.values()) one.reject(ended);
    waiting.clear();
    killGroup(child);
    // What it started in a group of its own outlives it and holds these open: nobody waits for that.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  child.on('error', () => fail(unusable('could not be started. Check that it is installed')));
  child.on('close', (code, signal) => fail(endedWith(code, signal)));
  // Its end is told of by `close`; a broken pipe is the same news a second time.
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_KEPT);
  });
  readLines(child, (line) => {
    const reply = parseReply(line);
    const one = reply === null ? undefined : waiting.get(reply.id);
    if (reply === null || one === undefined) return fail(unusable('said something that is no reply. It was ended'));
    waiting.delete(reply.id);
    if ('error' in reply) one.reject(new AppError('system.failed', plain(reply.error.message)));
    else one.resolve(reply.ok);
  });
  const request = ({ now, call, params, timeoutMs, signal }: Requested): Promise<unknown> => {
    if (ended !== null) return Promise.reject(ended);
    lastId += 1;
    const line: RequestLine = { id: lastId, now, call, params };
    const replied = new Promise<unknown>((resolve, reject) => waiting.set(line.id, { resolve, reject }));
    const timer = setTimeout(() => fail(tooSlow(call, timeoutMs)), timeoutMs);
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const timed = replied.finally(() => clearTimeout(timer));
    if (signal === null) return timed;
    // After an abort nobody waits for the reply, which may still fail.
    timed.catch(() => undefined);
    return untilAborted(timed, signal);
  };
  return {
    request,
    stderrTail: () => tail,
    end: async () => {
      fail(new AppError('system.ended', 'The other system was closed.', { retry: 'never' }));
      await gone;
    },
  };
}

function spawnGroup({ command, args, env, folder }: ProcessStart): ChildProcessWithoutNullStreams {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return spawn(command, [...args], {
    cwd: folder,
    env: { ...Object.fromEntries(passed), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already, and all of its group with it.
    return;
  }
}

function readLines(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    const [first = '', ...rest] = decoder.write(chunk).split('\n');
    parts.push(first);
    size += first.length;
    for (const next of rest) {
      const line = parts.join('').trim();
      parts = [next];
      size = next.length;
      if (line !== '') onLine(line);
    }
    if (size > LINE_LIMIT) {
      parts = [];
      size = 0;
      onLine('a line without end');
    }
  });
}

function parseReply(line: string): ReplyLine | null {
  try {
    return ReplyLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // the caller ends the program and says why
  }
}

/** Words of another program, fit to be shown. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, MESSAGE_LIMIT);

const unusable = (what: string): AppError =>
  new AppError('system.unusable', `The program of the other system ${what}.`);

const endedWith = (code: number | null, signal: NodeJS.Signals | null): AppError =>
  new AppError('system.ended', 'The program of the other system ended by itself; what it was asked got no reply.', {
    details: { code, signal },
  });

const tooSlow = (call: Call, timeoutMs: number): AppError =>
  new AppError(
    'system.timeout',
    `The other system did not reply to "${call}" in ${timeoutMs / 1_000} s and was ended.`,
    {
      details: { call, timeoutMs },
    },
  );
