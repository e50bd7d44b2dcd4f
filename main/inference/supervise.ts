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
  /** Without a path all of them. */
  readonly unloadChat: (modelPath?: string) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type SupervisorOptions = {
  readonly launch: HostLauncher;
  readonly embedder: EmbedderSpec | null;
  readonly log: Log;
  readonly clock: Clock;
  readonly onState?: (state: InferenceState) => void;
  readonly limits?: Partial<Limits>;
};

/** Everything that changes; one per supervisor, touched only by the functions below. */
type Watch = {
  readonly options: SupervisorOptions;
  readonly limits: Limits;
  state: InferenceState;
  /** The current life, or the one being waited for; null before the first and after the last. */
  connection: Promise<Connection> | null;
  /** What is loaded, by path: a new life loads it again. */
  readonly chats: Map<string, ChatSpec>;
  failures: number;
  isCpuOnly: boolean;
  startedMs: number;
  stopWaiting: () => void;
  kill: () => void;
  gone: Promise<void>;
};

/** Keeps one host alive: restarts it with growing waits, then without the graphics card, then gives up and says so. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const watch: Watch = {
    options,
    limits: { ...DEFAULTS, ...options.limits },
    state: { kind: 'idle' },
    connection: null,
    chats: new Map(),
    failures: 0,
    isCpuOnly: false,
    startedMs: 0,
    stopWaiting: () => undefined,
    kill: () => undefined,
    gone: Promise.resolve(),
  };
  const call: Supervisor['call'] = (method, request, callOptions) =>
    callHost(watch, method, { request, ...callOptions });
  return {
    state: () => watch.state,
    call,
    loadChat: (spec, onProgress) => loadChat(watch, spec, onProgress),
    unloadChat: async (modelPath) => {
      if (modelPath === undefined) watch.chats.clear();
      else watch.chats.delete(modelPath);
      if (watch.connection === null) return;
      const params = modelPath === undefined ? {} : { modelPath };
      await call('unloadChat', { method: 'unloadChat', params }, { isIdempotent: true });
    },
    restart: async () => {
      watch.failures = 0;
      watch.isCpuOnly = false;
      if (watch.state.kind === 'failed') setState(watch, { kind: 'idle' });
      await connect(watch);
    },
    close: async () => {
      setState(watch, { kind: 'closed' });
      watch.stopWaiting();
      watch.kill();
      await watch.gone;
    },
  };
}

function setState(watch: Watch, state: InferenceState): void {
  watch.state = state;
  watch.options.onState?.(state);
}

function unavailable({ state }: Watch): AppError {
  return state.kind === 'closed'
    ? new AppError('inference.unavailable', 'Palimpsest is closing.', { retry: 'never' })
    : new AppError('inference.unavailable', 'The model process failed again and again. Restart it on the models page.');
}

function connect(watch: Watch): Promise<Connection> {
  if (watch.state.kind === 'closed' || watch.state.kind === 'failed') return Promise.reject(unavailable(watch));
  return watch.connection ?? keep(watch, Promise.resolve());
}

/** The next life begins when `signal` resolves. */
function keep(watch: Watch, signal: Promise<void>): Promise<Connection> {
  const next = signal.then(() => start(watch));
  next.catch(() => undefined); // the failure is in the state; whoever waits for the connection also gets it
  watch.connection = next;
  return next;
}

/** Starts a process and loads into it what was loaded before. */
async function start(watch: Watch): Promise<Connection> {
  const { options, limits } = watch;
  if (watch.state.kind === 'closed') throw unavailable(watch);
  setState(watch, { kind: 'starting', isCpuOnly: watch.isCpuOnly });
  watch.startedMs = options.clock.monotonicMs();
  const self = watch.connection;
  const ended = deferred<void>();
  watch.gone = ended.promise;
  const opened = openConnection({
    launch: options.launch,
    startMs: limits.startMs,
    onGone: ({ code, signal, wasHung }) => {
      options.log('inference.exit', { code, signal, wasHung });
      watch.kill = () => undefined;
      ended.resolve();
      if (watch.state.kind !== 'closed') recover(watch, wasHung);
    },
  });
  watch.kill = opened.kill;
  await opened.ready;
  options.log('inference.ready', { pid: opened.pid, isCpuOnly: watch.isCpuOnly });
  const load = (request: HostRequest) => opened.call(request.method, { request, silenceMs: limits.loadMs });
  // A model that does not load must not stop the other one; who asks for it gets the reason from the host.
  if (options.embedder !== null) await settled(load({ method: 'loadEmbedder', params: options.embedder }));
  for (const spec of watch.chats.values()) await settled(load({ method: 'loadChat', params: withGpu(watch, spec) }));
  if (watch.connection === self && watch.state.kind === 'starting') {
    const { isCpuOnly } = watch;
    setState(watch, { kind: 'ready', pid: opened.pid, isCpuOnly, notice: isCpuOnly ? CPU_NOTICE : null });
  }
  return opened;
}

function recover(watch: Watch, wasHung: boolean): void {
  const { limits, options } = watch;
  if (options.clock.monotonicMs() - watch.startedMs > limits.healthyMs) watch.failures = 0;
  const delayMs = limits.backoffMs[watch.failures];
  watch.failures += 1;
  const reason = wasHung ? 'gave no sign of life' : 'ended unexpectedly';
  const specs = [...watch.chats.values()];
  const isOnCpu = specs.length > 0 && specs.every(({ gpu }) => gpu === false);
  if (delayMs === undefined && (watch.isCpuOnly || isOnCpu)) {
    watch.connection = null;
    const notice = `The model process ${reason} ${watch.failures} times. Restart it on the models page.`;
    setState(watch, { kind: 'failed', notice });
    return;
  }
  if (delayMs === undefined) watch.isCpuOnly = true;
  const notice = `The model process ${reason} and is starting again.`;
  setState(watch, { kind: 'restarting', attempt: watch.failures, notice });
  const again = deferred<void>();
  const timer = setTimeout(again.resolve, delayMs ?? limits.backoffMs.at(-1) ?? 0);
  watch.stopWaiting = () => {
    clearTimeout(timer);
    again.reject(unavailable(watch));
  };
  keep(watch, again.promise).catch(() => undefined); // see keep
}

async function callHost<M extends HostMethod>(
  watch: Watch,
  method: M,
  { isIdempotent, ...rest }: CallOptions & { readonly request: HostRequest },
): Promise<Reply<M>> {
  const silenceMs = getSilenceMs(watch.limits, rest.request);
  const attempt = async () => (await connect(watch)).call(method, { silenceMs, ...rest });
  try {
    return await attempt();
  } catch (error) {
    if (!isIdempotent || !isLost(error)) throw error;
    return attempt();
  }
}

/** Four times slower than the slowest text measured: a long one is cut before its first sign of life. */
const CUT_MS_PER_CHAR = 0.02;

function getSilenceMs(limits: Limits, request: HostRequest): number {
  switch (request.method) {
    case 'generate':
      return limits.tokenMs;
    case 'embed':
    case 'tag':
      return limits.embedMs + CUT_MS_PER_CHAR * request.params.texts.reduce((sum, text) => sum + text.length, 0);
    case 'loadChat':
    case 'loadEmbedder':
      return limits.loadMs;
    default:
      return limits.countMs;
  }
}

async function loadChat(
  watch: Watch,
  spec: ChatSpec,
  onProgress: ((fraction: number) => void) | undefined,
): Promise<ChatDescription> {
  await connect(watch);
  // Remembered before it is loaded, so that a crash while loading is followed by another try.
  watch.chats.set(spec.modelPath, spec);
  try {
    const request = { method: 'loadChat', params: withGpu(watch, spec) } as const;
    const report = onProgress && ((done: number, total: number) => onProgress(done / total));
    return await callHost(watch, 'loadChat', { request, isIdempotent: true, onProgress: report });
  } catch (error) {
    if (watch.chats.get(spec.modelPath) === spec) watch.chats.delete(spec.modelPath);
    throw error;
  }
}

function withGpu({ isCpuOnly }: Watch, spec: ChatSpec): ChatSpec {
  return isCpuOnly ? { ...spec, gpu: false } : spec;
}

function isLost(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'inference.crashed' || error.code === 'inference.timeout');
}

async function settled(task: Promise<unknown>): Promise<void> {
  await task.catch(() => undefined); // see the caller: the host keeps the reason and gives it to each request
}
