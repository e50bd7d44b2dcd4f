import { z } from 'zod';

export const PROTOCOL = 'lsrep-system';
export const PROTOCOL_VERSION = 1;

/** What a system can tell. What it does not declare is *not observable*: null in every report, never zero. */
export const Observable = z.strictObject({
  /** Which turns a fragment rests on. Without it nothing about evidence can be scored. */
  evidence: z.boolean(),
  /** When what a fragment says was said. */
  times: z.boolean(),
  /** Whether a fragment still holds. */
  statuses: z.boolean(),
  /** Its own answer in words. */
  answers: z.boolean(),
  /** That it does not know. */
  abstention: z.boolean(),
  /** Which evidence its answer cites. */
  citations: z.boolean(),
  /** The clock by which it was asked. */
  clock: z.boolean(),
  turns: z.boolean(),
  documents: z.boolean(),
  records: z.boolean(),
  /** What was said and cannot be found yet. */
  pending: z.boolean(),
  /** Tokens of the prompt of its own answer. */
  promptTokens: z.boolean(),
});
export type Observable = z.infer<typeof Observable>;

const Line = z.string().min(1).max(200);

/** The answer to `hello`: who it is, how it runs, and what can be seen of it. */
export const HelloReply = z.strictObject({
  protocol: z.literal(PROTOCOL),
  version: z.literal(PROTOCOL_VERSION),
  name: Line,
  systemVersion: Line,
  /** How it runs, for the reader of a report: with which embedder, with or without a language model. */
  mode: Line,
  observable: Observable,
  supports: z.strictObject({ documents: z.boolean(), upkeep: z.array(z.string()).readonly() }),
});
export type HelloReply = z.infer<typeof HelloReply>;

export const Done = z.looseObject({});

export const MaintainReply = z.strictObject({
  workers: z.array(z.strictObject({ worker: z.string(), runs: z.int().min(0), failed: z.int().min(0) })).readonly(),
});

export type MaintainReply = z.infer<typeof MaintainReply>;

const Place = z.string().min(1).max(200);

/** One piece of context, best first. Its text is hashed and kept in the trace, and shown in no report. */
export const FragmentReply = z.strictObject({
  kind: z.string().min(1).max(40).default('turn'),
  text: z.string(),
  /** Ids of the turns that it rests on, or `document:ID`. */
  turns: z.array(Place).readonly().default([]),
  /** Ids of turns that came along. */
  context: z.array(Place).readonly().default([]),
  at: z.iso.datetime({ offset: true }).nullable().default(null),
  status: z.string().max(40).nullable().default(null),
});
export type FragmentReply = z.infer<typeof FragmentReply>;

export const AskReply = z.strictObject({
  fragments: z.array(FragmentReply).readonly(),
  answer: z.string().nullable().default(null),
  isAbstaining: z.boolean().nullable().default(null),
  cited: z.array(Place).readonly().default([]),
  promptTokens: z.int().min(0).nullable().default(null),
  /** The time by which it searched. */
  askedAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type AskReply = z.infer<typeof AskReply>;

const Figure = z.int().min(0).nullable().default(null);
export const InspectReply = z.strictObject({
  now: z.iso.datetime({ offset: true }).nullable().default(null),
  turns: Figure,
  documents: Figure,
  records: Figure,
  pending: Figure,
});
export type InspectReply = z.infer<typeof InspectReply>;

/** One line of the other program: the reply to a request, or why there is none. */
export const ReplyLine = z.union([
  z.strictObject({ id: z.int().min(1), ok: z.unknown() }),
  z.strictObject({ id: z.int().min(1), error: z.strictObject({ message: z.string().min(1).max(2_000) }) }),
]);
export type ReplyLine = z.infer<typeof ReplyLine>;

export type Call = 'hello' | 'ingest' | 'documents' | 'settle' | 'maintain' | 'ask' | 'use' | 'inspect' | 'close';

/** A line to the other program. `now` is the simulated time, which is the only time that counts. */
export type RequestLine = {
  readonly id: number;
  readonly now: string;
  readonly call: Call;
  readonly params: Readonly<Record<string, unknown>>;
};
