import { create } from 'zustand';
import { createClient } from '../main/contract/client.ts';
import {
  AppError,
  type CallKey,
  type Client,
  contract,
  type EventKey,
  type InputOf,
  type StreamKey,
  type ToEngine,
  type Wire,
} from '../main/contract/index.ts';
import { currentSpaceId } from './space.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'no-token';

type Connection = {
  readonly state: ConnectionState;
  /** Counts up with each connection; what was read over an earlier one may be stale. */
  readonly epoch: number;
};

export const useConnection = create<Connection>(() => ({ state: 'connecting', epoch: 0 }));

const TOKEN_KEY = 'palimpsest.token';
const HELLO_EVERY_MS = 1_000;
const PATIENCE_MS = 8_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 4_000] as const;

type Listener = {
  readonly key: EventKey;
  readonly listener: (payload: never) => void;
  /** Takes it off the connection that it was put on last. */
  off: () => void;
};
const listeners = new Set<Listener>();
const waiting = new Set<{ readonly resolve: (client: Client) => void; readonly reject: (error: AppError) => void }>();
let current: Client | null = null;
let attempt = 0;

/** Takes the one-time token out of the address bar, where it would be seen and bookmarked. */
function takeToken(): string | null {
  const found = /^#token=([^&]+)/.exec(window.location.hash)?.[1];
  if (found) {
    window.sessionStorage.setItem(TOKEN_KEY, found);
    window.history.replaceState(null, '', `${window.location.pathname}#/`);
  }
  return window.sessionStorage.getItem(TOKEN_KEY);
}

function socketWire(socket: WebSocket): Wire<unknown, ToEngine> {
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string') listener(JSON.parse(event.data));
      });
    },
    onClose: (listener) => socket.addEventListener('close', () => listener()),
    close: () => socket.close(),
  };
}

function portWire(port: MessagePort): Wire<unknown, ToEngine> {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', () => listener()),
    close: () => port.close(),
  };
}

/** A listener that was taken away stays silent, whichever connection it was put on. */
function listen(client: Client, entry: Listener): void {
  entry.off = client.on(entry.key, (payload) => {
    if (listeners.has(entry)) entry.listener(payload as never);
  });
}

function adopt(wire: Wire<unknown, ToEngine>, onLost: () => void): void {
  const client = createClient(wire);
  current = client;
  attempt = 0;
  for (const entry of listeners) listen(client, entry);
  client.onClose(() => {
    if (current !== client) return;
    current = null;
    useConnection.setState({ state: 'lost' });
    onLost();
  });
  for (const each of waiting) each.resolve(client);
  waiting.clear();
  useConnection.setState((before) => ({ state: 'open', epoch: before.epoch + 1 }));
}

function connectSocket(token: string): void {
  const socket = new WebSocket(`ws://${window.location.host}/rpc`, [`palimpsest.${token}`]);
  const again = () => {
    const delayMs = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
    attempt += 1;
    window.setTimeout(() => connectSocket(token), delayMs);
  };
  let wasOpen = false;
  socket.addEventListener('open', () => {
    wasOpen = true;
    adopt(socketWire(socket), again);
  });
  socket.addEventListener('close', () => {
    if (wasOpen) return;
    useConnection.setState({ state: 'lost' });
    again();
  });
}

/** The shell's preload hands a port over whenever there is an engine; the page keeps asking until it has one. */
function connectPort(): void {
  const hello = () => {
    if (current === null) window.postMessage({ palimpsest: 'hello' }, window.location.origin);
  };
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window) return;
    const data = event.data;
    const port = event.ports[0];
    if (typeof data === 'object' && data !== null && 'palimpsest' in data && data.palimpsest === 'port' && port) {
      const old = current;
      adopt(portWire(port), hello);
      old?.close();
    }
  });
  hello();
  window.setInterval(hello, HELLO_EVERY_MS);
}

/** Opens the way to the engine: a socket where the address brought a token, else the port the shell hands over. */
export function connect(): void {
  const token = takeToken();
  if (token !== null) connectSocket(token);
  else connectPort();
  window.setTimeout(() => {
    if (current !== null || useConnection.getState().state !== 'connecting') return;
    useConnection.setState({ state: token === null ? 'no-token' : 'lost' });
    for (const each of waiting)
      each.reject(new AppError('internal.bug', 'The engine does not answer.', { retry: 'later' }));
    waiting.clear();
  }, PATIENCE_MS);
}

/** Requests wait for the first connection; later they fail at once, because the banner already says why. */
function client(): Promise<Client> {
  if (current !== null) return Promise.resolve(current);
  if (useConnection.getState().state !== 'connecting')
    return Promise.reject(
      new AppError('internal.bug', 'The engine is not connected. This page tries again by itself.', { retry: 'later' }),
    );
  return new Promise((resolve, reject) => waiting.add({ resolve, reject }));
}

/** Requests that may name a space and do not are about the one that is shown: no page can forget to say so. */
function inSpace<K extends CallKey | StreamKey>(key: K, input: InputOf<K>): InputOf<K> {
  const schema = contract[key].input;
  if (!('shape' in schema && 'spaceId' in schema.shape) || !schema.shape.spaceId.safeParse(undefined).success)
    return input;
  return { spaceId: currentSpaceId(), ...input };
}

export const api: Pick<Client, 'call' | 'stream' | 'on'> = {
  call: async (key, input, signal) => (await client()).call(key, inSpace(key, input), signal),
  stream: async (key, input, options) => (await client()).stream(key, inSpace(key, input), options),
  on: (key, listener) => {
    const entry: Listener = { key, listener, off: () => undefined };
    listeners.add(entry);
    if (current !== null) listen(current, entry);
    return () => {
      listeners.delete(entry);
      entry.off();
    };
  },
};
