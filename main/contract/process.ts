import { z } from 'zod';
import { WireError } from './errors.ts';

/** What the engine asks of the system's keychain, base64: the key of a slot, or what the keychain made of it. */
export const KeychainQuestion = z.strictObject({
  ask: z.enum(['describe', 'encrypt', 'decrypt']),
  data: z.string().max(20_000),
});
export type KeychainQuestion = z.infer<typeof KeychainQuestion>;
const KeychainAnswer = z.strictObject({
  t: z.literal('keychain'),
  id: z.int(),
  /** Null: there is none, or it does not know what it was given. */
  result: z.string().max(20_000).nullable(),
});
export type KeychainAnswer = z.infer<typeof KeychainAnswer>;

/**
 * What shell and engine say to each other over the utility process's own port. It is about lifetimes only: the shell
 * hands over one MessagePort for each page (`client`, the port is transferred with the message) and carries no data.
 */
export const ShellToEngine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('open'), dataFolder: z.string(), appRoot: z.string(), version: z.string() }),
  z.strictObject({ t: z.literal('client') }),
  /** Carries one end of a port to a host process that the shell has forked because the engine asked. */
  z.strictObject({ t: z.literal('host'), launch: z.int() }),
  z.strictObject({ t: z.literal('host-exit'), launch: z.int(), code: z.int().nullable() }),
  /** Background work waits while this computer runs on its battery. */
  z.strictObject({ t: z.literal('power'), isOnBattery: z.boolean() }),
  /** It slept: what came due meanwhile is done now. */
  z.strictObject({ t: z.literal('woke') }),
  /** It is about to sleep, or its screen was locked. */
  z.strictObject({ t: z.literal('sleeps') }),
  KeychainAnswer,
  z.strictObject({ t: z.literal('close') }),
]);
export type ShellToEngine = z.infer<typeof ShellToEngine>;

export const EngineToShell = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('ready') }),
  z.strictObject({ t: z.literal('failed'), error: WireError }),
  /** Please fork the inference host as a utility process and send me a port to it. */
  z.strictObject({ t: z.literal('launch-host'), launch: z.int() }),
  z.strictObject({ t: z.literal('kill-host'), launch: z.int() }),
  z.strictObject({ t: z.literal('keychain'), id: z.int(), question: KeychainQuestion }),
  z.strictObject({ t: z.literal('closed') }),
]);
export type EngineToShell = z.infer<typeof EngineToShell>;
