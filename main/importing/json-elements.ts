import { JSONParser } from '@streamparser/json';
import { isAbort } from '../lib/abort.ts';
import { type ByteSource, Utf8Cleaner } from './byte-source.ts';
import type { ImportLimits } from './import-item.ts';

/** Where the elements of a JSON file are: a top-level array, an array in a member of the top-level object, or all of it. */
export type JsonLayout =
  | { readonly kind: 'array' }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'document' };

export type JsonElement =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly reason: 'bad-json' | 'too-large' | 'too-deep' }
  /** The file ended early or lost its structure; everything from here on is missing. */
  | { readonly kind: 'truncated' };

export type JsonChunk = {
  readonly elements: readonly JsonElement[];
  readonly readBytes: number;
  readonly utf8Repairs: number;
};

/** Reads a JSON file of any size element by element; memory is bounded by the largest element that the limits allow. */
export async function* readJsonElements(
  source: ByteSource,
  layout: JsonLayout,
  limits: ImportLimits,
): AsyncGenerator<JsonChunk> {
  const cleaner = new Utf8Cleaner();
  const reader = new ElementReader(layout, limits);
  let readBytes = 0;
  try {
    for await (const chunk of await source.open()) {
      readBytes += chunk.byteLength;
      yield { elements: reader.write(cleaner.write(chunk)), readBytes, utf8Repairs: cleaner.repairs };
      if (reader.isBroken) break;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    // A damaged archive or disk: what was read before stands, and the reader reports the rest as missing.
    reader.breakOff();
  }
  const elements = [...reader.write(cleaner.end()), ...reader.end()];
  yield { elements, readBytes, utf8Repairs: cleaner.repairs };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MAX_NAME_BYTES = 64;

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Finds where each element begins and ends by quotes and brackets alone, and gives each its own parser. So a syntax
 * error, a huge or a deeply nested element costs only itself, which one parser over the whole file could not do.
 */
class ElementReader {
  readonly #layout: JsonLayout;
  readonly #limits: ImportLimits;
  readonly #elementDepth: number;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isOpen: boolean;
  #hasRoot = false;
  #hasRootEnded = false;
  /** The name of the member that comes next in the top-level object, while that matters. */
  #name: number[] | null = null;
  #memberName = '';
  #element: ElementInProgress | null = null;
  #elements: JsonElement[] = [];
  isBroken = false;

  constructor(layout: JsonLayout, limits: ImportLimits) {
    this.#layout = layout;
    this.#limits = limits;
    this.#elementDepth = layout.kind === 'array' ? 1 : layout.kind === 'member' ? 2 : 0;
    this.#isOpen = layout.kind === 'document';
  }

  write(chunk: Uint8Array): readonly JsonElement[] {
    let from = 0;
    for (let i = 0; i < chunk.byteLength && !this.isBroken; i += 1) {
      const byte = chunk[i] ?? 0;
      if (this.#isInString) {
        if (!this.#stepInString(byte)) continue;
        // A string element has no bracket to end it.
        if (this.#element?.kind === 'string') from = this.#finish(chunk.subarray(from, i + 1), i + 1);
        continue;
      }
      if (this.#element?.kind === 'scalar' && !isPartOfScalar(byte)) from = this.#finish(chunk.subarray(from, i), i);
      const hadElement = this.#element !== null;
      this.#step(byte);
      if (!hadElement && this.#element !== null) from = i;
      if (this.#element?.kind === 'container' && this.#depth === this.#elementDepth) {
        from = this.#finish(chunk.subarray(from, i + 1), i + 1);
      }
    }
    this.#element?.feed(chunk.subarray(from));
    const found = this.#elements;
    this.#elements = [];
    return found;
  }

  /** The bytes stop here although more should follow. */
  breakOff(): void {
    this.#break();
  }

  end(): readonly JsonElement[] {
    if (this.#element?.kind === 'scalar' && this.#layout.kind === 'document') {
      this.#finish(new Uint8Array(0), 0);
    } else if (this.isBroken || !this.#hasRootEnded) {
      this.#elements.push({ kind: 'truncated' });
    }
    return this.#elements;
  }

  /** True when this byte ends the string. */
  #stepInString(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      return true;
    }
    if (this.#name !== null && this.#name.length < MAX_NAME_BYTES) this.#name.push(byte);
    return false;
  }

  #step(byte: number): void {
    if (isSpace(byte)) return;
    if (this.#hasRootEnded) {
      this.#break();
      return;
    }
    switch (byte) {
      case QUOTE:
        this.#begin('string');
        this.#isInString = true;
        this.#name = this.#layout.kind === 'member' && this.#depth === 1 ? [] : null;
        return;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        this.#openBracket(byte);
        return;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        this.#closeBracket();
        return;
      case COLON:
        if (this.#depth === 1 && this.#name !== null) this.#memberName = Buffer.from(this.#name).toString('utf8');
        return;
      case COMMA:
        if (this.#depth === 1) this.#memberName = '';
        return;
      default:
        this.#begin('scalar');
    }
  }

  #openBracket(byte: number): void {
    this.#begin('container');
    const isContainer =
      this.#layout.kind === 'array'
        ? this.#depth === 0 && byte === OPEN_ARRAY
        : this.#layout.kind === 'member' &&
          this.#depth === 1 &&
          byte === OPEN_ARRAY &&
          this.#memberName === this.#layout.name;
    if (isContainer) this.#isOpen = true;
    this.#hasRoot = true;
    this.#depth += 1;
    if (this.#depth - this.#elementDepth > this.#limits.nestingLevels) this.#element?.giveUp('too-deep');
  }

  #closeBracket(): void {
    this.#depth -= 1;
    if (this.#depth < 0) this.#break();
    if (this.#depth < this.#elementDepth) this.#isOpen = false;
    if (this.#depth === 0 && this.#hasRoot) this.#hasRootEnded = true;
  }

  #begin(kind: ElementInProgress['kind']): void {
    if (this.#element !== null) return;
    if (this.#isOpen && this.#depth === this.#elementDepth) this.#element = new ElementInProgress(kind, this.#limits);
    else if (this.#depth === 0 && kind !== 'container') this.#break();
  }

  #finish(rest: Uint8Array, next: number): number {
    if (this.#element !== null) {
      this.#element.feed(rest);
      this.#elements.push(this.#element.end());
    }
    if (this.#layout.kind === 'document') this.#hasRootEnded = true;
    this.#element = null;
    return next;
  }

  #break(): void {
    this.isBroken = true;
    this.#element = null;
  }
}

function isPartOfScalar(byte: number): boolean {
  return !isSpace(byte) && byte !== COMMA && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT;
}

/** One element whose bytes are still arriving. Once it is given up, its bytes are counted past and not kept. */
class ElementInProgress {
  readonly kind: 'container' | 'string' | 'scalar';
  readonly #maxBytes: number;
  #parser: JSONParser | null;
  #sizeBytes = 0;
  #value: unknown;
  #hasValue = false;
  #failure: 'bad-json' | 'too-large' | 'too-deep' = 'bad-json';

  constructor(kind: 'container' | 'string' | 'scalar', limits: ImportLimits) {
    this.kind = kind;
    this.#maxBytes = limits.conversationBytes;
    this.#parser = new JSONParser({ paths: ['$'] });
    this.#parser.onValue = ({ value }) => {
      this.#value = value;
      this.#hasValue = true;
    };
  }

  feed(bytes: Uint8Array): void {
    if (this.#parser === null || bytes.byteLength === 0) return;
    this.#sizeBytes += bytes.byteLength;
    if (this.#sizeBytes > this.#maxBytes) {
      this.giveUp('too-large');
      return;
    }
    try {
      this.#parser.write(bytes);
    } catch {
      // Any parser error means the same: this element is no JSON. It becomes a counted skip.
      this.giveUp('bad-json');
    }
  }

  giveUp(reason: 'bad-json' | 'too-large' | 'too-deep'): void {
    if (this.#parser === null) return;
    this.#failure = reason;
    this.#parser = null;
    this.#value = undefined;
    this.#hasValue = false;
  }

  end(): JsonElement {
    try {
      // Only the end tells the parser that a number is complete.
      if (this.#parser !== null && !this.#parser.isEnded) this.#parser.end();
    } catch {
      // An unfinished value, such as a bare word: a counted skip like any other bad JSON.
      this.giveUp('bad-json');
    }
    return this.#hasValue ? { kind: 'value', value: this.#value } : { kind: 'unreadable', reason: this.#failure };
  }
}
