const CODE = { open: 0x5b, close: 0x5d, brace: 0x7b, unbrace: 0x7d, quote: 0x22, escape: 0x5c, comma: 0x2c } as const;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** A value of a file, or a file, that is larger than is read. */
export class TooLarge extends Error {}

/**
 * Cuts a stream of bytes into JSON values without reading it whole: the entries of one list, or values in a row, as a
 * file of lines has them. What it cuts off is not yet known to be JSON.
 */
export class JsonSplitter {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #held = 0;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** Null until the first byte that is no space tells. */
  #isList: boolean | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Values that end in these bytes. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const values: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const cut = this.#step(byte);
      if (cut === 'goes-on') continue;
      // A closing bracket belongs to its value; a comma, a space or the list's own bracket to none.
      this.#hold(chunk.subarray(from, cut === 'with' ? at + 1 : at));
      from = at + 1;
      const value = this.#take();
      if (value !== null) values.push(value);
    }
    this.#hold(chunk.subarray(from));
    return values;
  }

  /** What is left at the end. */
  end(): readonly Uint8Array[] {
    const value = this.#take();
    return value === null ? [] : [value];
  }

  #step(byte: number): 'goes-on' | 'with' | 'without' {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === CODE.escape) this.#isEscaped = true;
      else if (byte === CODE.quote) this.#isText = false;
      return 'goes-on';
    }
    if (this.#isList === null && BYTE_ORDER_MARK.includes(byte)) return 'without';
    if (this.#isList === null && !isSpace(byte)) {
      this.#isList = byte === CODE.open;
      if (this.#isList) return 'without';
    }
    return this.#stepOutside(byte);
  }

  #stepOutside(byte: number): 'goes-on' | 'with' | 'without' {
    if (byte === CODE.quote) this.#isText = true;
    else if (byte === CODE.open || byte === CODE.brace) this.#depth += 1;
    else if (byte === CODE.close || byte === CODE.unbrace) {
      if (this.#depth === 0) return 'without';
      this.#depth -= 1;
      return this.#depth === 0 ? 'with' : 'goes-on';
    } else if (this.#depth === 0 && (byte === CODE.comma || isSpace(byte))) return 'without';
    return 'goes-on';
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#held += bytes.length;
    if (this.#held > this.#maxBytes) throw new TooLarge();
    this.#parts.push(bytes);
  }

  #take(): Uint8Array | null {
    if (this.#held === 0) return null;
    const value = new Uint8Array(this.#held);
    let at = 0;
    for (const part of this.#parts) {
      value.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#held = 0;
    return value;
  }
}
