import { z } from 'zod';
import { toStoredText } from '../../lib/text.ts';
import type { NoteKind, ParsedAttachment, ParsedConversation, ParsedTurn, SkipReason } from '../import-item.ts';

/** One element of an export, read: its turns, and what of it was left out and why. */
export type ParsedElement = {
  readonly conversation: ParsedConversation | null;
  readonly turns: readonly ParsedTurn[];
  readonly skipped: ReadonlyMap<SkipReason, number>;
  readonly notes: ReadonlyMap<NoteKind, number>;
};

/** Any JSON object; everything in it is still unknown. */
export const Fields = z.record(z.string(), z.unknown());
export type Fields = z.infer<typeof Fields>;

/** The fields of a JSON object, or null: arrays, text and null are no objects here. */
export function fieldsOf(value: unknown): Fields | null {
  const parsed = Fields.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text with something in it, or null. NUL is nothing: it is stripped before storing. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.replaceAll('\u0000', '').trim() !== '' ? value : null;
}

/** An id as links inside the export use it, unchanged so that it is found again. */
export function linkOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return textOf(value);
}

/** An id as it is kept: what the database cannot hold is taken out of it as out of any other text. */
export function idOf(value: unknown): string | null {
  const link = linkOf(value);
  return link === null ? null : textOf(toStoredText(link).text);
}

/** An attachment as it is stored, without the texts that say nothing. */
export function storedAttachment({ kind, name, caption, text }: ParsedAttachment): ParsedAttachment {
  const stored = (value: string | null) => (value === null ? null : textOf(toStoredText(value).text));
  return { kind, name: stored(name), caption: stored(caption), text: stored(text) };
}

export function storedTitle(value: unknown): string | null {
  const title = textOf(value);
  return title === null ? null : toStoredText(title).text.trim();
}

const IMAGE_NAME = /\.(png|jpe?g|gif|webp|heic|heif|bmp|svg|avif|tiff?)$/i;
const AUDIO_NAME = /\.(mp3|wav|m4a|ogg|opus|flac|aac|webm)$/i;

export function attachmentKind(name: string | null, mimeType: string | null): ParsedAttachment['kind'] {
  if (mimeType?.startsWith('image/') || (name !== null && IMAGE_NAME.test(name))) return 'image';
  if (mimeType?.startsWith('audio/') || (name !== null && AUDIO_NAME.test(name))) return 'audio';
  return 'file';
}

/** Counts by reason, for what one conversation leaves out. */
export class Tally<K extends string> {
  readonly counts = new Map<K, number>();

  add(kind: K, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }
}

/** An element that gives nothing but one skip. */
export function skippedElement(reason: SkipReason, count = 1): ParsedElement {
  return { conversation: null, turns: [], skipped: new Map([[reason, count]]), notes: new Map() };
}
