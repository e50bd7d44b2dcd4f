import { z } from 'zod';
import { WireError } from './errors.ts';

const id = z.int().min(1);

/** Page to engine. Values are JSON values; the engine parses `input` against the contract. */
export const ToEngine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('request'), id, key: z.string().max(100), input: z.unknown() }),
  z.strictObject({ t: z.literal('abort'), id }),
  /** The reader has taken every chunk up to `n`. */
  z.strictObject({ t: z.literal('ack'), id, n: z.int().min(0) }),
]);
export type ToEngine = z.infer<typeof ToEngine>;

/** Engine to page. */
export const FromEngine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('chunk'), id, n: z.int().min(1), value: z.unknown() }),
  z.strictObject({ t: z.literal('done'), id, value: z.unknown() }),
  z.strictObject({ t: z.literal('failed'), id, error: WireError }),
  z.strictObject({ t: z.literal('event'), key: z.string().max(100), payload: z.unknown() }),
]);
export type FromEngine = z.infer<typeof FromEngine>;

/** The one thing a transport must be able to do, whatever it is made of. */
export type Wire<In, Out> = {
  readonly send: (message: Out) => void;
  readonly onMessage: (listener: (message: In) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

/** Chunks that may be on their way before the engine waits for the reader. */
export const MAX_UNACKED_CHUNKS = 64;
