import { z } from 'zod';

/** Every expected failure that may cross the wire. `area.reason`; messages are fit to show and hold no user text. */
export const ErrorCode = z.enum([
  'request.invalid',
  'request.unknown',
  'request.aborted',
  'internal.bug',
  'store.locked',
  'store.not-found',
  'store.unwritable',
  'store.newer-format',
  'store.damaged',
  'journal.damaged',
  'disk.too-full',
  'conversation.not-found',
  'turn.not-found',
  'trace.not-found',
  'fact.not-found',
  'entity.not-found',
  'entity.circular',
  'relation.unknown',
  'relation.exists',
  'procedure.not-found',
  'document.not-found',
  'folder.not-found',
  'folder.unusable',
  'import.unknown-format',
  'import.unreadable',
  'import.too-large',
  'export.exists',
  'export.unwritable',
  'model.unknown',
  'model.not-downloaded',
  'model.damaged',
  'model.no-source',
  'model.not-gguf',
  'network.failed',
  'inference.crashed',
  'inference.timeout',
  'inference.out-of-memory',
  'inference.unavailable',
  'upload.not-found',
  'topic.not-found',
  'job.not-found',
  'finding.not-found',
  'consent.not-saving',
  'space.not-found',
  'summary.not-found',
  'space.exists',
  'space.fixed',
  'slot.not-found',
  'slot.too-long',
  'forget.nothing',
  'forget.changed',
  'forget.running',
  'backup.not-found',
  'backup.damaged',
  'backup.newer-format',
  'backup.passphrase-needed',
  'backup.wrong-passphrase',
  'backup.running',
  'backup.unwritable',
  'backup.target-taken',
  'vault.locked',
  'vault.wrong-key',
  'vault.not-protected',
  'vault.protected',
  'vault.converting',
  'vault.no-keychain',
  'audit.too-large',
  'audit.unreadable',
  'audit.changed',
  'system.unusable',
  'system.failed',
  'system.timeout',
  'system.ended',
  'usage.invalid',
  'evaluation.invalid',
  'evaluation.other-run',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const Retry = z.enum(['never', 'later', 'after-user-action']);
export type Retry = z.infer<typeof Retry>;

export const WireError = z.strictObject({
  code: ErrorCode,
  message: z.string(),
  retry: Retry,
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type WireError = z.infer<typeof WireError>;

export type ErrorDetails = WireError['details'];

/** An expected failure. `message` says what is so and what to do, and never quotes what the user wrote. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retry?: Retry; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retry = options.retry ?? 'after-user-action';
    this.details = options.details ?? {};
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, retry: this.retry, details: this.details };
  }
}
