import { join } from 'node:path';
import type { AppStatus } from './contract/app.ts';
import { createClient } from './contract/client.ts';
import { AppError } from './contract/errors.ts';
import type { Handlers } from './contract/handlers.ts';
import { contract, type EventKey, type FromEngine, type PayloadOf, type Wire } from './contract/index.ts';
import type { ProtectionStatus } from './contract/protection.ts';
import type { Engine, OpenEngine } from './engine.ts';
import type { InnerHandlers } from './handlers.ts';
import { acquireLock } from './journal/lock.ts';
import { clearVaultLeftover, findVaultFile, lockedError } from './journal/vault.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Keyring } from './lib/crypto/keyring.ts';
import { assertFreeSpace, freeBytes, makeFolder } from './lib/disk.ts';
import { type Ids, systemIds } from './lib/ids.ts';
import { fileLog, type Log } from './lib/log.ts';
import { createRequestGate } from './request-gate.ts';
import { createLoopback, serveWire } from './rpc/serve-wire.ts';
import { createAutoLock } from './vault/auto-lock.ts';
import { createProtection, type Protection } from './vault/handlers.ts';

/** What is there while a folder is open: everything but protection, which outlives it. */
export type Assembled = {
  readonly handlers: InnerHandlers;
  readonly notePower: (isOnBattery: boolean) => void;
  readonly lookForWork: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Events = ReturnType<typeof createEvents>;

export type AssembleParts = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly events: Events;
  /** Null where nothing is encrypted. */
  readonly keyring: Keyring | null;
};

type Assemble = (options: OpenEngine, parts: AssembleParts) => Promise<Assembled>;

type State =
  | { readonly kind: 'open'; readonly inner: Assembled; readonly keyring: Keyring | null }
  | { readonly kind: 'locked' | 'changing' };

/** Takes the folder's lock, opens it if it can be opened, and answers about protection whether or not it is. */
export async function openLockable(options: OpenEngine, assemble: Assemble): Promise<Engine> {
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? systemIds;
  await prepareFolder(options.dataFolder);
  const lock = await acquireLock({ folder: options.dataFolder, clock, ids });
  try {
    await clearVaultLeftover(options.dataFolder);
    const log = fileLog(join(options.dataFolder, 'logs', 'engine.log'), clock.now);
    return await openGuarded(options, { clock, ids, log, assemble, release: lock.release });
  } catch (error) {
    await lock.release().catch(() => undefined); // the first failure is the one to report
    throw error;
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new AppError(
      'store.unwritable',
      'This data folder cannot be written to. Choose another, or change its permissions.',
      { cause: error },
    );
  }
  await assertFreeSpace(folder);
}

type Parts = Omit<AssembleParts, 'events' | 'keyring'> & {
  readonly assemble: Assemble;
  readonly release: () => Promise<void>;
};

async function openGuarded(options: OpenEngine, parts: Parts): Promise<Engine> {
  const { clock, ids, log } = parts;
  const events = createEvents();
  const guard = createGuard(options, { ...parts, events });
  const keychain = (await options.findKeychain?.()) ?? null;
  const protection = createProtection({
    ...{ folder: options.dataFolder, clock, ids, log, keychain },
    session: guard.session,
  });
  guard.lockBy(() => protection.lock());
  await openFirst(options, { protection, guard, hasKeychain: keychain !== null });
  const handlers = joinHandlers(guard, { protection, options });

  const connect = (wire: Wire<unknown, FromEngine>): void => serveWire(wire, { handlers, onEvent: events.listen, log });
  return {
    connect,
    client: () => {
      const { engineEnd, clientEnd } = createLoopback();
      connect(engineEnd);
      return createClient(clientEnd);
    },
    notePower: guard.notePower,
    lookForWork: guard.lookForWork,
    noteSleep: async () => {
      if (await protection.isLockedOnSleep()) await protection.lock();
    },
    close: async () => {
      try {
        // A change that is under way must not go on beside the next owner of the folder.
        await protection.settled();
        await guard.session.close('locked');
      } finally {
        await parts.release();
      }
    },
  };
}

/** The folder as it is open, and the way to close it in order. */
function createGuard(options: OpenEngine, parts: Parts & { readonly events: Events }) {
  const { assemble, events } = parts;
  const gate = createRequestGate();
  let state: State = { kind: 'locked' };
  let isOnBattery: boolean | null = null;
  let lock = async (): Promise<void> => undefined;
  const autoLock = createAutoLock(() => {
    if (gate.isBusy()) return autoLock.touch();
    lock().catch(() => parts.log('vault.not-locked', {}));
  });
  const enter = (next: State): void => {
    state = next;
    events.emit('protection.changed', { state: next.kind });
    events.emit('app.changed', {});
  };

  const open = async (keyring: Keyring | null): Promise<void> => {
    const inner = await assemble(options, { ...parts, keyring });
    if (isOnBattery !== null) inner.notePower(isOnBattery);
    const file = await findVaultFile(options.dataFolder);
    enter({ kind: 'open', inner, keyring });
    autoLock.set(file?.format === 2 ? file.keyWrapping.lockAfterMinutes : null);
  };
  const close = async (next: 'locked' | 'changing'): Promise<void> => {
    autoLock.set(null);
    const before = state;
    enter({ kind: next });
    if (before.kind !== 'open') return;
    await gate.stopAll();
    try {
      await before.inner.close();
    } finally {
      before.keyring?.wipe();
    }
  };

  return {
    gate,
    touch: autoLock.touch,
    inner: (): Assembled | null => (state.kind === 'open' ? state.inner : null),
    state: (): ProtectionStatus['state'] => state.kind,
    session: {
      ...{ open, close, state: () => state.kind, lockAfter: autoLock.set },
      onChange: () => events.emit('protection.changed', { state: state.kind }),
    },
    lockBy: (how: () => Promise<void>): void => {
      lock = how;
    },
    notePower: (next: boolean): void => {
      isOnBattery = next;
      if (state.kind === 'open') state.inner.notePower(next);
    },
    lookForWork: async (): Promise<void> => {
      if (state.kind === 'open') await state.inner.lookForWork();
    },
  };
}
type Guard = ReturnType<typeof createGuard>;

type First = { readonly protection: Protection; readonly guard: Guard; readonly hasKeychain: boolean };

/** An open folder is opened; a protected one too, if what opens it was given. A command cannot ask for it later. */
async function openFirst(options: OpenEngine, { protection, guard, hasKeychain }: First): Promise<void> {
  const file = await findVaultFile(options.dataFolder);
  if (file?.format !== 2) return guard.session.open(null);
  if (options.credential) return protection.unlock(options.credential);
  const canAsk = options.mode !== 'command line' || options.isLockedAllowed === true;
  if (hasKeychain && file.keyWrapping.slots.some(({ kind }) => kind === 'keychain')) {
    const opened = protection.unlock({ kind: 'keychain' });
    // A keychain that does not know the folder (another computer, another account) is no reason not to ask.
    return opened.catch((error: unknown) => {
      if (!(error instanceof AppError && error.code.startsWith('vault.'))) throw error;
    });
  }
  if (canAsk) return;
  const text =
    'This data folder is locked. Give its passphrase in PALIMPSEST_PASSPHRASE or with --passphrase-file FILE, or its recovery key with --recovery-key-file FILE.';
  throw new AppError('vault.locked', text);
}

type Rest = { readonly protection: Protection; readonly options: OpenEngine };

/** Every call of the contract: protection's own, and the folder's while it is open. */
function joinHandlers(guard: Guard, { protection, options }: Rest): Handlers {
  const own: Partial<Handlers> = {
    ...protection.handlers,
    'app.status': async (input, request) => {
      const inner = guard.inner();
      const { says } = await protection.status();
      const status = inner === null ? await lockedStatus(options) : await inner.handlers['app.status'](input, request);
      return { ...status, protection: says };
    },
  };
  const keys = Object.keys(contract).filter((key) => contract[key as keyof typeof contract].type !== 'event');
  // A handler's key is known here at run time only; what it is given was parsed with the schema of that key.
  return Object.fromEntries(keys.map((key) => [key, own[key as keyof Handlers] ?? guarded(guard, key)])) as Handlers;
}

/** What a page asks by itself, with nobody in front of it. */
const UNATTENDED: readonly string[] = ['app.status', 'protection.status', 'health.view', 'lifecycle.queue'];

function guarded(guard: Guard, key: string) {
  return async (input: never, request: never): Promise<unknown> => {
    const inner = guard.inner();
    if (inner === null) throw guard.state() === 'locked' ? lockedError() : changingError();
    if (!UNATTENDED.includes(key)) guard.touch();
    const run = inner.handlers[key as keyof InnerHandlers] as (input: never, request: never) => Promise<unknown>;
    try {
      return await guard.gate.run(request, (stoppable) => run(input, stoppable as never));
    } catch (error) {
      // What was stopped because the folder was locked says so.
      if (guard.inner() !== inner) throw lockedError();
      throw error;
    }
  };
}

const changingError = (): AppError =>
  new AppError(
    'vault.converting',
    'The data folder is being encrypted, decrypted or written with new keys. Wait until that is done.',
    {
      retry: 'later',
    },
  );

async function lockedStatus({ version, mode, dataFolder }: OpenEngine): Promise<Omit<AppStatus, 'protection'>> {
  return {
    ...{ version, mode, dataFolder, freeBytes: await freeBytes(dataFolder) },
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    chatModel: null,
    embedder: { name: '', device: 'cpu' },
    host: { state: 'stopped', restarts: 0, notice: null },
    index: { turns: 0, passages: 0, pending: 0, isIndexing: false },
    history: { records: 0, state: 'unchecked', checkedAt: null },
    ...{ connections: [], isDownloading: false },
  };
}

function createEvents() {
  const listeners = new Set<(key: EventKey, payload: PayloadOf<EventKey>) => void>();
  return {
    emit: <K extends EventKey>(key: K, payload: PayloadOf<K>): void => {
      for (const listener of listeners) listener(key, payload);
    },
    listen: (listener: (key: EventKey, payload: PayloadOf<EventKey>) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
