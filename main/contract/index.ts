import type { z } from 'zod';
import { answers } from './answers.ts';
import { app } from './app.ts';
import { auditCalls } from './audit.ts';
import { backup } from './backup.ts';
import { chat } from './chat.ts';
import { checkUp } from './check-up.ts';
import { codex } from './codex.ts';
import { conversations } from './conversations.ts';
import { corrections } from './corrections.ts';
import type { Call, Event, Stream } from './define.ts';
import { documents } from './documents.ts';
import { doubles } from './doubles.ts';
import { exportCalls } from './exports.ts';
import { forgetCalls } from './forget.ts';
import { health } from './health.ts';
import { imports } from './imports.ts';
import { lifecycle } from './lifecycle.ts';
import { models } from './models.ts';
import { procedures } from './procedures.ts';
import { protection } from './protection.ts';
import { recall } from './recall.ts';
import { slots } from './slots.ts';
import { spaces } from './spaces.ts';
import { summaries } from './summaries.ts';
import { topics } from './topics.ts';
import { yourData } from './your-data.ts';

/** Everything a client can ask of the engine, over any transport. */
export const contract = {
  ...app,
  ...conversations,
  ...chat,
  ...codex,
  ...documents,
  ...procedures,
  ...doubles,
  ...recall,
  ...checkUp,
  ...answers,
  ...imports,
  ...exportCalls,
  ...forgetCalls,
  ...auditCalls,
  ...backup,
  ...protection,
  ...spaces,
  ...slots,
  ...models,
  ...corrections,
  ...lifecycle,
  ...health,
  ...summaries,
  ...topics,
  ...yourData,
} as const;
export type Contract = typeof contract;

type KeysOf<T> = { [K in keyof Contract]: Contract[K] extends T ? K : never }[keyof Contract];
export type CallKey = KeysOf<Call>;
export type StreamKey = KeysOf<Stream>;
export type EventKey = KeysOf<Event>;

export type InputOf<K extends CallKey | StreamKey> = z.infer<Contract[K]['input']>;
export type OutputOf<K extends CallKey | StreamKey> = z.infer<Contract[K]['output']>;
export type ChunkOf<K extends StreamKey> = z.infer<Contract[K]['chunk']>;
export type PayloadOf<K extends EventKey> = z.infer<Contract[K]['payload']>;

/** What every client has: the same three verbs over MessagePort, WebSocket or in one process. */
export type Client = {
  readonly call: <K extends CallKey>(key: K, input: InputOf<K>, signal?: AbortSignal) => Promise<OutputOf<K>>;
  readonly stream: <K extends StreamKey>(
    key: K,
    input: InputOf<K>,
    options: { readonly onChunk: (chunk: ChunkOf<K>) => void; readonly signal?: AbortSignal | undefined },
  ) => Promise<OutputOf<K>>;
  readonly on: <K extends EventKey>(key: K, listener: (payload: PayloadOf<K>) => void) => () => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

export * from './answers.ts';
export * from './app.ts';
export * from './audit.ts';
export * from './backup.ts';
export * from './chat.ts';
export * from './check-up.ts';
export * from './codex.ts';
export * from './conversations.ts';
export * from './corrections.ts';
export * from './documents.ts';
export * from './doubles.ts';
export * from './errors.ts';
export * from './exports.ts';
export * from './forget.ts';
export * from './health.ts';
export * from './ids.ts';
export * from './imports.ts';
export * from './lifecycle.ts';
export * from './models.ts';
export * from './procedures.ts';
export * from './programs.ts';
export * from './protection.ts';
export * from './recall.ts';
export * from './slots.ts';
export * from './spaces.ts';
export * from './summaries.ts';
export * from './topics.ts';
export * from './wire.ts';
export * from './your-data.ts';
