import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type Connection, openConnection } from './connection.ts';
import type { ChatDescription, ChatSpec, EmbedderSpec, HostMethod, HostRequest, Reply } from './contract.ts';
import { deferred } from './deferred.ts';
import type { HostLauncher } from './launch.ts';

/** What the user may be shown about the model process. */
export type InferenceState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting'; readonly isCpuOnly: boolean }
  | { readonly kind: 'ready'; readonly pid: number | null; readonly isCpuOnly: boolean; readonly notice: string | null }
  | { readonly kind: 'restarting'; readonly attempt: number; readonly notice: string }
  | { readonly kind: 'failed'; readonly notice: string }
  | { readonly kind: 'closed' };

export type Limits = {
  /** Waits before each restart; their number is how often it is tried before the graphics card is given up. */
  readonly backoffMs: readonly number[];
  /** A host that lived this long counts as healthy again. */
  readonly healthyMs: number;
  readonly startMs: number;
  /** Longest silence of an answer: no prompt progress and no token. */
  readonly tokenMs: number;
  readonly embedMs: number;
  readonly loadMs: number;
  readonly countMs: number;
};

const DEFAULTS: Limits = {
  backoffMs: [250, 1000, 4000],
  healthyMs: 60_000,
  startMs: 30_000,
  tokenMs: 60_000,
  embedMs: 30_000,
  loadMs: 180_000,
  countMs: 30_000,
};

const CPU_NOTICE = 'The graphics card failed several times, so models now run on the processor.';

export type CallOptions = {
  /** Sent again once after a restart, since asking twice changes nothing. */
  readonly isIdempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onDelta?: ((text: string) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
};

export type Supervisor = {
  readonly state: () => InferenceState;
  readonly call: <M extends HostMethod>(
    method: M,
    request: HostRequest & { readonly method: M },
    options: CallOptions,
  ) => Promise<Reply<M>>;
  readonly loadChat: (spec: ChatSpec, onProgress?: (fraction: number) => void) => Promise<ChatDescription>;
  readonly unloadChat: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Keeps one host alive: restarts it with growing waits, then without the graphics card, then gives up and says so. */
export function createSupervisor(options: {
  readonly launch: HostLauncher;
  readonly embedder: EmbedderSpec | null;
  readonly log: Log;
  readonly clock: Clock;
  readonly onState?: (state: InferenceState) => void;
  readonly limits?: Partial<Limits>;
}): Supervisor {
  const limits = { ...DEFAULTS, ...options.limits };
  const { clock, log } = options;
  let state: InferenceState = { kind: 'idle' };
  let connection: Promise<Connection> | null = null;
  let chat: ChatSpec | null = null;
  let failures = 0;
  let isCpuOnly = false;
  let startedMs = 0;
  let wait: { readonly timer: NodeJS.Timeout; readonly stop: () => void } | null = null;
  let gone: Promise<void> = Promise.resolve();
  let liveKill: (() => void) | null = null;

  const set = (next: InferenceState): void => {
    state = next;
    options.onState?.(next);
  };
  const unavailable = (): AppError =>
    state.kind === 'closed'
      ? new AppError('inference.unavailable', 'Palimpsest is closing.', { retry: 'never' })
      : new AppError(
          'inference.unavailable',
          'The model process failed again and again. Restart it on the models page.',
        );

  /** Starts a process and loads into it what was loaded before. */
  const start = async (): Promise<Connection> => {
    set({ kind: 'starting', isCpuOnly });
    startedMs = clock.monotonicMs();
    const ended = deferred<void>();
    gone = ended.promise;
    let self: Promise<Connection> | null = null;
    const opened = openConnection({
      launch: options.launch,
      startMs: limits.startMs,
      onGone: ({ code, signal, wasHung }) => {
        log('inference.exit', { code, signal, wasHung, livedMs: clock.monotonicMs() - startedMs });
        ended.resolve();
        liveKill = null;
        if (state.kind === 'closed') return;
        if (self !== null && connection !== self) return;
        recover(wasHung);
      },
    });
    liveKill = opened.kill;
    self = connection;
    await opened.ready;
    log('inference.ready', { pid: opened.pid, isCpuOnly });
    const load = (request: HostRequest) => opened.call(request.method, { request, silenceMs: limits.loadMs });
    // A model that does not load must not stop the other one; who asks for it gets the reason from the host.
    if (options.embedder !== null) await settled(load({ method: 'loadEmbedder', params: options.embedder }));
    if (chat !== null) await settled(load({ method: 'loadChat', params: withGpu(chat, isCpuOnly) }));
    if (connection === self) {
      set({ kind: 'ready', pid: opened.pid, isCpuOnly, notice: isCpuOnly ? CPU_NOTICE : null });
    }
    return opened;
  };

  const recover = (wasHung: boolean): void => {
    if (clock.monotonicMs() - startedMs > limits.healthyMs) failures = 0;
    const delayMs = limits.backoffMs[failures];
    failures += 1;
    const reason = wasHung ? 'gave no sign of life' : 'ended unexpectedly';
    if (delayMs === undefined && (isCpuOnly || chat?.gpu === false)) {
      connection = null;
      set({ kind: 'failed', notice: `The model process ${reason} ${failures} times. Restart it on the models page.` });
      return;
    }
    if (delayMs === undefined) isCpuOnly = true;
    set({ kind: 'restarting', attempt: failures, notice: `The model process ${reason} and is starting again.` });
    const again = deferred<void>();
    const timer = setTimeout(again.resolve, delayMs ?? limits.backoffMs.at(-1) ?? 0);
    wait = { timer, stop: () => again.reject(unavailable()) };
    keep(again.promise.then(start));
  };

  const keep = (next: Promise<Connection>): void => {
    next.catch(() => undefined); // the failure is in the state; whoever waits for the connection also gets it
    connection = next;
  };

  const connected = (): Promise<Connection> => {
    if (state.kind === 'closed' || state.kind === 'failed') return Promise.reject(unavailable());
    if (connection === null) keep(Promise.resolve().then(start));
    return connection ?? Promise.reject(unavailable());
  };

  const silenceMs = (method: HostMethod): number => {
    if (method === 'generate') return limits.tokenMs;
    if (method === 'embed') return limits.embedMs;
    return method === 'loadChat' || method === 'loadEmbedder' ? limits.loadMs : limits.countMs;
  };

  const call: Supervisor['call'] = async (method, request, { isIdempotent, ...rest }) => {
    const attempt = async () => (await connected()).call(method, { request, silenceMs: silenceMs(method), ...rest });
    try {
      return await attempt();
    } catch (error) {
      if (!isIdempotent || !isLost(error)) throw error;
      return attempt();
    }
  };

  const close = async (): Promise<void> => {
    set({ kind: 'closed' });
    clearTimeout(wait?.timer);
    wait?.stop();
    liveKill?.();
    await gone;
  };

  return {
    state: () => state,
    call,
    loadChat: async (spec, onProgress) => {
      await connected();
      // Remembered before it is loaded, so that a crash while loading is followed by another try.
      chat = spec;
      try {
        const request = { method: 'loadChat', params: withGpu(spec, isCpuOnly) } as const;
        const report = onProgress && ((done: number, total: number) => onProgress(done / total));
        return await call('loadChat', request, { isIdempotent: true, onProgress: report });
      } catch (error) {
        if (chat === spec) chat = null;
        throw error;
      }
    },
    unloadChat: async () => {
      chat = null;
      if (connection !== null) await call('unloadChat', { method: 'unloadChat', params: {} }, { isIdempotent: true });
    },
    restart: async () => {
      failures = 0;
      isCpuOnly = false;
      if (state.kind === 'failed') set({ kind: 'idle' });
      await connected();
    },
    close,
  };
}

function withGpu(spec: ChatSpec, isCpuOnly: boolean): ChatSpec {
  return isCpuOnly ? { ...spec, gpu: false } : spec;
}

function isLost(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'inference.crashed' || error.code === 'inference.timeout');
}

async function settled(task: Promise<unknown>): Promise<void> {
  await task.catch(() => undefined); // see the caller: the host keeps the reason and gives it to each request
}
