import type { MessagePortMain, UtilityProcess } from 'electron';
import type { WireError } from '../main/contract/errors.ts';
import {
  EngineToShell,
  type KeychainAnswer,
  type KeychainQuestion,
  type ShellToEngine,
} from '../main/contract/process.ts';
import { createHosts, killHard } from './hosts.ts';
import { planRestart } from './policy/restart.pure.ts';

export type EngineTrouble =
  /** The engine says that it cannot open the folder; its own sentence says why. */
  | { readonly kind: 'refused'; readonly error: WireError }
  /** It ended again and again. */
  | { readonly kind: 'kept-ending' };

export type Engine = {
  readonly start: () => void;
  /** Gives a page's port to the engine, now or when it is ready. */
  readonly connect: (port: MessagePortMain) => void;
  /** Passes on what the system says about power and sleep; an engine that is starting is told when it is ready. */
  readonly notePower: (isOnBattery: boolean) => void;
  readonly noteWaking: () => void;
  readonly noteSleeping: () => void;
  /** Resolves when the process is gone: after closing the journal, or killed when that took too long. */
  readonly close: () => Promise<void>;
};

type State =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'opening' | 'ready' | 'closing'; readonly child: UtilityProcess }
  | { readonly kind: 'pausing'; readonly timer: NodeJS.Timeout };

type Options = {
  readonly forkEngine: () => UtilityProcess;
  readonly forkHost: () => UtilityProcess;
  readonly open: { readonly dataFolder: string; readonly appRoot: string; readonly version: string };
  readonly askKeychain: (question: KeychainQuestion) => KeychainAnswer['result'];
  readonly onTrouble: (trouble: EngineTrouble) => void;
};

/** Long enough for the last write and for PGlite to shut down; after that the user's wish to quit wins. */
const CLOSE_TIMEOUT_MS = 20_000;
const EXIT_TIMEOUT_MS = 2_000;

/** Starts the engine, restarts it when it dies, and closes it in order. It never sees what pages and engine say. */
export function createEngine(options: Options): Engine {
  const hosts = createHosts(options.forkHost);
  const waiting: MessagePortMain[] = [];
  const deathsMs: number[] = [];
  let state: State = { kind: 'stopped' };
  let isOnBattery = false;
  let onGone: (() => void) | null = null;

  const tell = (child: UtilityProcess, message: ShellToEngine, ports: MessagePortMain[] = []) =>
    child.postMessage(message, ports);

  const handOver = (child: UtilityProcess) => {
    for (const port of waiting.splice(0)) tell(child, { t: 'client' }, [port]);
  };

  const receive = (child: UtilityProcess, raw: unknown) => {
    const parsed = EngineToShell.safeParse(raw);
    // A bug of the engine's. Without this the user would get a raw exception dialog from Electron.
    if (!parsed.success) return console.error('The engine sent a message that the shell does not know.');
    const message = parsed.data;
    switch (message.t) {
      case 'ready':
        if (state.kind !== 'opening') return;
        state = { kind: 'ready', child };
        tell(child, { t: 'power', isOnBattery });
        return handOver(child);
      case 'failed':
        state = { kind: 'stopped' };
        child.kill();
        return options.onTrouble({ kind: 'refused', error: message.error });
      case 'launch-host':
        return hosts.launch(message.launch, child);
      case 'kill-host':
        return hosts.kill(message.launch);
      case 'keychain':
        return tell(child, { t: 'keychain', id: message.id, result: options.askKeychain(message.question) });
      case 'closed':
        // It ends by itself now; one that cannot (native code still busy) has nothing left to lose.
        setTimeout(() => killHard(child), EXIT_TIMEOUT_MS);
        return;
    }
  };

  const afterExit = (child: UtilityProcess) => {
    if (!('child' in state) || state.child !== child) return;
    hosts.killAll();
    if (state.kind === 'closing') return onGone?.();
    deathsMs.push(performance.now());
    const plan = planRestart(deathsMs);
    console.error(`The engine ended unexpectedly (${deathsMs.length}).`);
    if (plan.kind === 'give-up') {
      state = { kind: 'stopped' };
      return options.onTrouble({ kind: 'kept-ending' });
    }
    state = { kind: 'pausing', timer: setTimeout(start, plan.delayMs) };
  };

  const start = () => {
    if ('child' in state) return;
    const child = options.forkEngine();
    state = { kind: 'opening', child };
    child.on('message', (raw) => receive(child, raw));
    child.on('exit', () => afterExit(child));
    tell(child, { t: 'open', ...options.open });
  };

  const close = async () => {
    if (state.kind === 'pausing') clearTimeout(state.timer);
    if (!('child' in state)) return;
    const { child } = state;
    state = { kind: 'closing', child };
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => killHard(child), CLOSE_TIMEOUT_MS);
      onGone = () => {
        clearTimeout(timer);
        resolve();
      };
      tell(child, { t: 'close' });
    });
    hosts.killAll();
    state = { kind: 'stopped' };
  };

  return {
    start: () => {
      deathsMs.length = 0;
      start();
    },
    connect: (port) => {
      waiting.push(port);
      if (state.kind === 'ready') handOver(state.child);
    },
    notePower: (next) => {
      isOnBattery = next;
      if (state.kind === 'ready') tell(state.child, { t: 'power', isOnBattery });
    },
    noteWaking: () => {
      if (state.kind === 'ready') tell(state.child, { t: 'woke' });
    },
    noteSleeping: () => {
      if (state.kind === 'ready') tell(state.child, { t: 'sleeps' });
    },
    close,
  };
}
