const QUOTE = '"';

/** Cuts CSV text into rows as it arrives; quoted fields may hold line breaks and, doubled, quotes. */
export class CsvRows {
  readonly #separator: string;
  readonly #maxChars: number;
  #row: string[] = [];
  #field = '';
  #chars = 0;
  #isQuoted = false;
  /** A quote inside a quoted field ends it, unless another follows. */
  #isQuotePending = false;

  constructor(separator: string, maxChars: number) {
    this.#separator = separator;
    this.#maxChars = maxChars;
  }

  write(text: string): readonly (readonly string[] | 'too-long')[] {
    const rows: (readonly string[] | 'too-long')[] = [];
    for (const char of text) {
      if (this.#isQuotePending) {
        this.#isQuotePending = false;
        this.#isQuoted = char === QUOTE;
        if (this.#isQuoted) {
          this.#keep(char);
          continue;
        }
      } else if (this.#isQuoted) {
        if (char === QUOTE) this.#isQuotePending = true;
        else this.#keep(char);
        continue;
      }
      if (char === QUOTE && this.#field === '') this.#isQuoted = true;
      else if (char === this.#separator) this.#endField();
      else if (char === '\n') rows.push(...this.#endRow());
      else if (char !== '\r') this.#keep(char);
    }
    return rows;
  }

  end(): readonly (readonly string[] | 'too-long')[] {
    return this.#row.length > 0 || this.#field !== '' ? this.#endRow() : [];
  }

  #keep(char: string): void {
    this.#chars += char.length;
    if (this.#chars <= this.#maxChars) this.#field += char;
  }

  #endField(): void {
    // A row of nothing but separators is no smaller in memory than one of words.
    this.#chars += 1;
    if (this.#chars <= this.#maxChars) this.#row.push(this.#field);
    this.#field = '';
  }

  #endRow(): readonly (readonly string[] | 'too-long')[] {
    this.#endField();
    const row = this.#chars > this.#maxChars ? 'too-long' : this.#row;
    const isBlank = row !== 'too-long' && row.every((field) => field === '');
    this.#row = [];
    this.#chars = 0;
    return isBlank ? [] : [row];
  }
}
