import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { toStoredText } from '../../lib/text.ts';
import { deriveTurnKey } from '../derive-key.ts';
import type { ImportItem, ImportLimits, ParsedAttachment, ParsedRole, SkipReason } from '../import-item.ts';
import { parseInstant } from './instant.pure.ts';
import { readOwnLine } from './own-line.ts';

const Stored = z.string().transform((raw) => toStoredText(raw).text);
const Id = z.union([Stored, z.number().transform(String)]).refine((id) => id.trim() !== '');
/** A field that may hold anything: only what is usable is taken. */
const OptionalText = Stored.refine((text) => text.trim() !== '')
  .nullish()
  .catch(null);

const Line = z.object({
  conversation: Id,
  session: Id.nullish().catch(null),
  speaker: OptionalText,
  role: OptionalText,
  at: z.unknown().optional(),
  text: z.string().nullish(),
  id: Id.nullish(),
  parent: Id.nullish(),
  space: OptionalText,
  caption: OptionalText,
  attachments: z.array(z.unknown()).nullish().catch(null),
});
type Line = z.infer<typeof Line>;

const Attachment = z.object({
  kind: z.enum(['image', 'file', 'audio', 'other']).catch('other'),
  name: OptionalText,
  caption: OptionalText,
  text: OptionalText,
});

const ROLES: ReadonlyMap<string, ParsedRole> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'system'],
]);

/** Reads one turn a line. Keeps a count for each conversation that has turns without an id, and nothing else. */
export class JsonlReader {
  readonly #splitter: LineSplitter;
  readonly #orders = new Map<string, number>();
  #lineNumber = 0;

  constructor(limits: ImportLimits) {
    this.#splitter = new LineSplitter(limits.lineBytes);
  }

  write(chunk: Uint8Array): readonly ImportItem[] {
    return this.#splitter.write(chunk).flatMap((line) => this.#readLine(line));
  }

  end(): readonly ImportItem[] {
    return this.#splitter.end().flatMap((line) => this.#readLine(line));
  }

  #readLine(bytes: Uint8Array | 'too-long'): readonly ImportItem[] {
    this.#lineNumber += 1;
    if (bytes === 'too-long') return [this.#skip('line-too-long')];
    const start = this.#lineNumber === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const line = bytes.subarray(start);
    if (!isUtf8(line)) return [this.#skip('bad-utf8')];
    const json = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8').trim();
    if (json === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      // Not JSON: the line is a counted skip, and the next one is read.
      return [this.#skip('bad-json')];
    }
    const own = readOwnLine(value, this.#lineNumber);
    if (own !== null) return [own];
    const parsed = Line.safeParse(value);
    return parsed.success ? this.#toItems(parsed.data) : [this.#skip(explain(value))];
  }

  #toItems(line: Line): readonly ImportItem[] {
    const attachments = listAttachments(line);
    if ((line.text ?? null) === null && attachments.length === 0) return [this.#skip('missing-text')];
    const stored = toStoredText(line.text ?? '');
    if (stored.text.trim() === '' && attachments.length === 0) return [this.#skip('empty')];

    const role = line.role === null || line.role === undefined ? null : (ROLES.get(line.role.toLowerCase()) ?? 'other');
    const speaker = line.speaker ?? line.role ?? 'unknown';
    const instant = parseInstant(line.at);
    const originId = line.id ?? null;
    const turn: Extract<ImportItem, { kind: 'turn' }>['turn'] = {
      originId,
      parentOriginId: line.parent ?? null,
      key: originId ?? this.#deriveKey(line.conversation, speaker, instant.at ?? instant.localTime, stored.text),
      role,
      speaker,
      text: stored.text,
      at: instant.at,
      localTime: instant.localTime,
      session: line.session ?? null,
      space: line.space ?? null,
      attachments,
      isOnActivePath: true,
      isHidden: role === 'system',
      nulCount: stored.nulCount,
    };
    const item: ImportItem = {
      kind: 'turn',
      source: 'jsonl',
      conversationOriginId: line.conversation,
      line: this.#lineNumber,
      turn,
    };
    return instant.isBad ? [item, { kind: 'note', note: 'bad-date', count: 1, where: this.#where() }] : [item];
  }

  #deriveKey(conversation: string, speaker: string, time: string | null, text: string): string {
    const order = this.#orders.get(conversation) ?? 0;
    this.#orders.set(conversation, order + 1);
    return deriveTurnKey({ conversation, order, speaker, time, text });
  }

  #skip(reason: SkipReason): ImportItem {
    return { kind: 'skipped', reason, count: 1, where: this.#where() };
  }

  #where(): string {
    return `line ${this.#lineNumber}`;
  }
}

/** Why a line that is JSON is no turn: the most useful answer first. */
function explain(value: unknown): SkipReason {
  const shape = z.object({ conversation: z.unknown().optional() }).safeParse(value);
  if (!shape.success) return 'wrong-type';
  const { conversation } = shape.data;
  return conversation === undefined || conversation === null || conversation === ''
    ? 'missing-conversation'
    : 'wrong-type';
}

function listAttachments(line: Line): readonly ParsedAttachment[] {
  const given = (line.attachments ?? []).flatMap((value) => {
    const parsed = Attachment.safeParse(value);
    if (!parsed.success) return [];
    const { kind, name, caption, text } = parsed.data;
    const attachment = { kind, name: name ?? null, caption: caption ?? null, text: text ?? null };
    return attachment.name === null && attachment.caption === null && attachment.text === null ? [] : [attachment];
  });
  const caption = line.caption ?? null;
  return caption === null ? given : [...given, { kind: 'image', name: null, caption, text: null }];
}

/** Cuts bytes into lines without ever holding more than one line and one chunk. */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isTooLong = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  write(chunk: Uint8Array): readonly (Uint8Array | 'too-long')[] {
    const lines: (Uint8Array | 'too-long')[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      this.#hold(chunk.subarray(from, end));
      lines.push(this.#take());
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
    return lines;
  }

  end(): readonly (Uint8Array | 'too-long')[] {
    return this.#heldBytes === 0 ? [] : [this.#take()];
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#heldBytes += bytes.byteLength;
    if (this.#heldBytes > this.#maxBytes) {
      this.#isTooLong = true;
      this.#held = [];
    }
    if (!this.#isTooLong) this.#held.push(bytes);
  }

  #take(): Uint8Array | 'too-long' {
    const [only] = this.#held;
    const line = this.#isTooLong
      ? 'too-long'
      : this.#held.length === 1 && only !== undefined
        ? only
        : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#isTooLong = false;
    return line;
  }
}
