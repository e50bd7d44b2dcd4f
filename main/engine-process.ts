import { AppError } from './contract/errors.ts';
import type { FromEngine, Wire } from './contract/index.ts';
import { type EngineToShell, ShellToEngine } from './contract/process.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { createShellHosts, type HostPort } from './shell-hosts.ts';
import { createShellKeychain } from './shell-keychain.ts';

/** Electron's MessagePortMain, as far as it is used; its types are not loaded here, since plain Node runs this file too. */
export type Port = {
  readonly postMessage: (message: unknown) => void;
  readonly on: {
    (event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
    (event: 'close', listener: () => void): unknown;
  };
  readonly start: () => void;
  readonly close: () => void;
};

export type ShellPort = {
  readonly postMessage: (message: EngineToShell) => void;
  readonly on: (
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly Port[] }) => void,
  ) => unknown;
};

/** The way to the shell, or null when this is no utility process. */
export function findShellPort(): ShellPort | null {
  // Electron sets it in utility processes only; @types/node does not know it.
  return (process as unknown as { readonly parentPort?: ShellPort }).parentPort ?? null;
}

type Deps = {
  readonly open: (options: OpenEngine) => Promise<Engine>;
  readonly exit: (code: number) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
};
type State = { readonly engine: Promise<Engine | null> | null; readonly isClosing: boolean };

const realDeps: Deps = {
  // Loaded when asked for, because the command line shares this module's bundle and should start at once.
  open: async (options) => (await import('./engine.ts')).openEngine(options),
  exit: (code) => process.exit(code),
  env: process.env,
};

/** Speaks with the shell about lifetimes: opens the folder once, takes a port for each page, closes in order. */
export function runEngineProcess(shell: ShellPort, { open, exit, env }: Deps = realDeps): void {
  let state: State = { engine: null, isClosing: false };
  const hosts = createShellHosts((message) => shell.postMessage(message));
  const keychain = createShellKeychain((message) => shell.postMessage(message));

  const start = async (message: Extract<ShellToEngine, { t: 'open' }>): Promise<Engine | null> => {
    const { dataFolder, appRoot, version } = message;
    const launchHost = env.PALIMPSEST_HOST === 'utility' ? { launchHost: hosts.launch } : {};
    try {
      const engine = await open({
        dataFolder,
        appRoot,
        version,
        mode: 'desktop',
        env,
        findKeychain: keychain.find,
        ...launchHost,
      });
      shell.postMessage({ t: 'ready' });
      return engine;
    } catch (error) {
      shell.postMessage({ t: 'failed', error: toAppError(error).toWire() });
      return null;
    }
  };

  const close = async (): Promise<void> => {
    if (state.isClosing) return;
    state = { ...state, isClosing: true };
    let code = 0;
    try {
      await (await state.engine)?.close();
    } catch {
      // Everything acknowledged is on disk already; the next start finds and finishes what closing did not.
      code = 1;
    }
    shell.postMessage({ t: 'closed' });
    exit(code);
  };

  const receive = async (raw: unknown, ports: readonly Port[]): Promise<void> => {
    const message = ShellToEngine.parse(raw);
    switch (message.t) {
      case 'open':
        state = { ...state, engine: state.engine ?? start(message) };
        return;
      case 'client': {
        const engine = await state.engine;
        if (ports[0]) engine?.connect(createPortWire(ports[0]));
        return;
      }
      case 'host':
        return hosts.adopt(message.launch, ports[0] as HostPort | undefined);
      case 'host-exit':
        return hosts.leave(message.launch, message.code);
      case 'power':
        (await state.engine)?.notePower(message.isOnBattery);
        return;
      case 'woke':
        await (await state.engine)?.lookForWork();
        return;
      case 'sleeps':
        await (await state.engine)?.noteSleep();
        return;
      case 'keychain':
        return keychain.answer(message);
      case 'close':
        return close();
    }
  };

  shell.on('message', (event) => {
    // The edge of the process: a bug must end it visibly, and the shell starts another.
    receive(event.data, event.ports).catch(() => exit(70));
  });
  watchProcess(close, exit);
}

function watchProcess(close: () => Promise<void>, exit: Deps['exit']): void {
  process.on('uncaughtException', () => exit(70));
  process.on('unhandledRejection', () => exit(70));
  // Ctrl+C in a terminal reaches every process of the app; the shell answers it by asking us to close.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void close());
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal.bug', 'Palimpsest could not open the data folder because of a fault of its own.');
}

/** A page's port as a wire. */
export function createPortWire(port: Port): Wire<unknown, FromEngine> {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
      port.start();
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
    close: () => port.close(),
  };
}
