import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../main/contract/errors.ts';
import type { FromEngine, Wire } from '../../main/contract/index.ts';
import type { OpenEngine } from '../../main/engine.ts';
import { type Port, runEngineProcess, type ShellPort } from '../../main/engine-process.ts';
import type { HostExit } from '../../main/inference/launch.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const open = { t: 'open', dataFolder: '/data', appRoot: '/app', version: '1.0.0' };

/** One end of an Electron port: what was posted to it, and a way to let something arrive. */
function makePort() {
  const posted: unknown[] = [];
  const listeners = new Map<string, (event: { data: unknown }) => void>();
  const port: Port = {
    postMessage: (message) => posted.push(message),
    on: (event: string, listener: (event: { data: unknown }) => void) => listeners.set(event, listener),
    start: vi.fn(),
    close: vi.fn(),
  };
  return { port, posted, arrive: (event: string, data?: unknown) => listeners.get(event)?.({ data }) };
}

/** A shell that speaks with the real engine process over an engine that only records what is asked of it. */
function makeShell({ env = {}, opening }: { env?: Record<string, string>; opening?: () => Promise<void> } = {}) {
  const told: unknown[] = [];
  const exits: number[] = [];
  const wires: Wire<unknown, FromEngine>[] = [];
  const opened: OpenEngine[] = [];
  const notePower = vi.fn();
  const lookForWork = vi.fn(async () => undefined);
  const noteSleep = vi.fn(async () => undefined);
  const close = vi.fn(async () => undefined);
  let deliver: Parameters<ShellPort['on']>[1] = () => undefined;
  runEngineProcess(
    { postMessage: (message) => told.push(message), on: (_event, listener) => (deliver = listener) },
    {
      open: async (options) => {
        opened.push(options);
        await opening?.();
        const connect = (wire: Wire<unknown, FromEngine>) => wires.push(wire);
        return { connect, client: () => Promise.reject() as never, notePower, lookForWork, noteSleep, close };
      },
      exit: (code) => exits.push(code),
      env,
    },
  );
  const tell = async (data: unknown, ports: readonly Port[] = []) => {
    deliver({ data, ports });
    await settled();
  };
  return { told, exits, wires, opened, notePower, lookForWork, noteSleep, close, tell };
}

let before: Map<string, readonly unknown[]>;
const SIGNALS = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'] as const;
beforeEach(() => {
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal as 'SIGINT')]));
});
afterEach(() => {
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal as 'SIGINT'))
      if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener);
});

describe('engine-process', () => {
  it('reaches the keychain through the shell', async () => {
    const shell = makeShell();
    await shell.tell(open);
    const finding = shell.opened[0]?.findKeychain?.();
    expect(shell.told.at(-1)).toEqual({ t: 'keychain', id: 1, question: { ask: 'describe', data: '' } });
    await shell.tell({ t: 'keychain', id: 1, result: 'keychain' });
    const keychain = await finding;
    expect(keychain?.store).toBe('keychain');
    const encrypting = keychain?.encrypt(Buffer.from('key'));
    await shell.tell({ t: 'keychain', id: 2, result: 'blob' });
    expect(await encrypting).toBe('blob');
    const decrypting = keychain?.decrypt('blob');
    await shell.tell({ t: 'keychain', id: 3, result: null });
    expect(await decrypting).toBeNull();
  });

  it('tells the engine that the computer goes to sleep', async () => {
    const shell = makeShell();
    await shell.tell(open);
    await shell.tell({ t: 'sleeps' });
    expect(shell.noteSleep).toHaveBeenCalledOnce();
  });

  it('opens the folder once and says that it is ready', async () => {
    const shell = makeShell();
    await shell.tell(open);
    await shell.tell(open);
    expect(shell.told).toEqual([{ t: 'ready' }]);
    expect(shell.opened).toEqual([
      {
        ...{ dataFolder: '/data', appRoot: '/app', version: '1.0.0', mode: 'desktop', env: {} },
        findKeychain: expect.any(Function),
      },
    ]);
  });

  it('says why it cannot open the folder, and hides what it did not expect', async () => {
    const locked = makeShell({ opening: () => Promise.reject(new AppError('store.locked', 'In use.')) });
    await locked.tell(open);
    expect(locked.told).toMatchObject([{ t: 'failed', error: { code: 'store.locked', message: 'In use.' } }]);
    const buggy = makeShell({ opening: () => Promise.reject(new Error('secret words')) });
    await buggy.tell(open);
    expect(buggy.told).toMatchObject([{ t: 'failed', error: { code: 'internal.bug' } }]);
    expect(JSON.stringify(buggy.told)).not.toContain('secret');
  });

  it('makes a wire of each page port, also of one that came before the folder was open', async () => {
    let isOpen: () => void = () => undefined;
    const shell = makeShell({ opening: () => new Promise((resolve) => (isOpen = resolve)) });
    const { port, posted, arrive } = makePort();
    await shell.tell(open);
    await shell.tell({ t: 'client' }, [port]);
    expect(shell.wires).toHaveLength(0);
    isOpen();
    await settled();
    const [wire] = shell.wires;
    const received: unknown[] = [];
    const closed = vi.fn();
    wire?.onMessage((message) => received.push(message));
    wire?.onClose(closed);
    wire?.send({ t: 'done', id: 1, value: 2 });
    arrive('message', { t: 'abort', id: 1 });
    arrive('close');
    expect({ posted, received, closes: closed.mock.calls.length }).toEqual({
      posted: [{ t: 'done', id: 1, value: 2 }],
      received: [{ t: 'abort', id: 1 }],
      closes: 1,
    });
    expect(port.start).toHaveBeenCalledTimes(1);
  });

  it('passes on what the system says of power and sleep, once there is an engine', async () => {
    const shell = makeShell();
    await shell.tell({ t: 'power', isOnBattery: true });
    expect(shell.notePower).not.toHaveBeenCalled();
    await shell.tell(open);
    await shell.tell({ t: 'power', isOnBattery: true });
    await shell.tell({ t: 'woke' });
    expect(shell.notePower.mock.calls).toEqual([[true]]);
    expect(shell.lookForWork).toHaveBeenCalledOnce();
  });

  it('closes the engine once, says so, and ends', async () => {
    const shell = makeShell();
    await shell.tell(open);
    await shell.tell({ t: 'close' });
    await shell.tell({ t: 'close' });
    expect(shell.told).toEqual([{ t: 'ready' }, { t: 'closed' }]);
    expect(shell.close).toHaveBeenCalledTimes(1);
    expect(shell.exits).toEqual([0]);
  });

  it('ends also when there is nothing to close or closing fails', async () => {
    const unopened = makeShell();
    await unopened.tell({ t: 'close' });
    expect([unopened.told, unopened.exits]).toEqual([[{ t: 'closed' }], [0]]);
    const failing = makeShell();
    failing.close.mockRejectedValueOnce(new Error('disk'));
    await failing.tell(open);
    await failing.tell({ t: 'close' });
    expect([failing.told.at(-1), failing.exits]).toEqual([{ t: 'closed' }, [1]]);
  });

  it('ends visibly on a message that is not in the contract', async () => {
    const shell = makeShell();
    await shell.tell({ t: 'dance' });
    expect(shell.exits).toEqual([70]);
  });

  it('starts hosts itself unless the environment asks for utility processes', async () => {
    const plain = makeShell();
    await plain.tell(open);
    expect(plain.opened[0]).not.toHaveProperty('launchHost');
  });

  it('asks the shell for hosts, speaks over the port it gets, and hears of their end', async () => {
    const shell = makeShell({ env: { PALIMPSEST_HOST: 'utility' } });
    await shell.tell(open);
    const exits: HostExit[] = [];
    const received: unknown[] = [];
    const host = shell.opened[0]?.launchHost?.((exit) => exits.push(exit));
    host?.onMessage((message) => received.push(message));
    host?.send('early');
    const { port, posted, arrive } = makePort();
    await shell.tell({ t: 'host', launch: 1 }, [port]);
    host?.send('later');
    arrive('message', 'answer');
    host?.kill();
    await shell.tell({ t: 'host-exit', launch: 1, code: 9 });
    await shell.tell({ t: 'host-exit', launch: 1, code: 9 });
    expect({ posted, received, exits }).toEqual({
      posted: ['early', 'later'],
      received: ['answer'],
      exits: [{ code: 9, signal: null }],
    });
    expect(shell.told).toEqual([{ t: 'ready' }, { t: 'launch-host', launch: 1 }, { t: 'kill-host', launch: 1 }]);
  });
});
