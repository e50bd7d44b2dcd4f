import type { ImportFormat } from '../contract/imports.ts';
import type { OwnFields } from '../export/own-line.pure.ts';

/** What an importer hands on: nothing here knows about a vendor, the journal or the vault. */

export type ExportFormat = Exclude<ImportFormat, 'document'>;

/** `system` is only met in jsonl, always with `isHidden`; `null` means the file names no role. */
export type ParsedRole = 'user' | 'assistant' | 'other' | 'system';

export type ParsedAttachment = {
  readonly kind: 'image' | 'file' | 'audio' | 'other';
  readonly name: string | null;
  readonly caption: string | null;
  readonly text: string | null;
};

export type ParsedTurn = {
  /** The id in the export, or null where it has none. */
  readonly originId: string | null;
  /** The `key` of the nearest imported ancestor in the same conversation. For jsonl: the line's `parent`, unresolved. */
  readonly parentOriginId: string | null;
  /** Unique in the conversation, and the same at every reading of the same export. */
  readonly key: string;
  readonly role: ParsedRole | null;
  readonly speaker: string;
  readonly text: string;
  /** ISO 8601 with offset; null when missing or absurd. */
  readonly at: string | null;
  /** `YYYY-MM-DDTHH:mm:ss`, when the source names no zone: to be read in the vault's zone. Then `at` is null. */
  readonly localTime: string | null;
  readonly session: string | null;
  readonly space: string | null;
  readonly attachments: readonly ParsedAttachment[];
  readonly isOnActivePath: boolean;
  /** Kept for the record; never the user's words, never shown or recalled. */
  readonly isHidden: boolean;
  readonly nulCount: number;
  /** Of a line of our own export: it is taken exactly as it was. */
  readonly own?: OwnFields;
};

export type ParsedConversation = {
  readonly originId: string;
  readonly title: string | null;
  readonly source: ExportFormat;
  readonly startedAt: string | null;
  readonly activeLeafKey: string | null;
};

/** Why turns were not imported. A conversation or archive entry that cannot be read counts as one turn. */
export type SkipReason =
  | 'bad-json'
  | 'bad-utf8'
  | 'line-too-long'
  | 'wrong-type'
  | 'missing-text'
  | 'missing-conversation'
  | 'empty'
  | 'empty-conversation'
  | 'bad-conversation'
  | 'too-large'
  | 'too-deep'
  | 'not-conversation'
  | 'do-not-remember'
  | 'project'
  | 'memory'
  | 'truncated'
  | 'unsafe-entry'
  | 'encrypted-entry'
  | 'duplicate-entry'
  | 'archive-bomb';

/** What was changed or left out inside turns that were imported; not part of read = imported + skipped. */
export type NoteKind =
  | 'bad-date'
  | 'invalid-utf8'
  | 'unknown-content'
  | 'left-out-block'
  | 'nested-archive'
  | 'left-out-file';

export type ImportItem =
  | { readonly kind: 'conversation'; readonly conversation: ParsedConversation; readonly turns: readonly ParsedTurn[] }
  | {
      readonly kind: 'turn';
      readonly source: 'jsonl';
      readonly conversationOriginId: string;
      readonly line: number;
      readonly turn: ParsedTurn;
    }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly count: number; readonly where: string }
  | { readonly kind: 'note'; readonly note: NoteKind; readonly count: number; readonly where: string }
  | { readonly kind: 'progress'; readonly readBytes: number; readonly totalBytes: number };

export type ImportLimits = {
  /** One conversation of a JSON export, in bytes of JSON. */
  readonly conversationBytes: number;
  /** One line of a jsonl file. */
  readonly lineBytes: number;
  readonly nestingLevels: number;
  readonly archiveEntries: number;
  readonly archiveBytes: number;
  /** An entry is a bomb when it is larger than `bombBytes` and expands by more than `bombRatio`. */
  readonly bombBytes: number;
  readonly bombRatio: number;
  /** How far into a file recognition looks. */
  readonly probeBytes: number;
};

export const DEFAULT_LIMITS: ImportLimits = {
  conversationBytes: 64_000_000,
  lineBytes: 32_000_000,
  nestingLevels: 200,
  archiveEntries: 100_000,
  archiveBytes: 20_000_000_000,
  bombBytes: 100_000_000,
  bombRatio: 200,
  probeBytes: 16_000_000,
};
