import { readCsvHead } from './formats/copilot.ts';
import { splitTranscript } from './formats/split-transcript.pure.ts';

/** Exports that are text and are read as a whole or in pieces. */
export type TextHolds = 'gemini-html' | 'copilot-csv' | 'transcript';

/** Enough for the first turns of a transcript, unless an answer is a book. */
const HEAD_BYTES = 256 * 1024;
/** The page of a Takeout begins with its styles. */
const HTML_BYTES = 4 * 1024 * 1024;
const MARKS = ['outer-cell', 'header-cell', 'content-cell'];

/** Looks at the beginning of a text that is no JSON. */
export class TextProbe {
  readonly #chunks: Uint8Array[] = [];
  readonly #found = new Set<string>();
  #sizeBytes = 0;
  #tail = '';
  #isJudged = false;
  #isHtml: boolean | null = null;

  write(chunk: Uint8Array): void {
    if (this.#sizeBytes < HEAD_BYTES) this.#chunks.push(chunk.subarray(0, HEAD_BYTES - this.#sizeBytes));
    this.#isHtml ??= startsLikeHtml(chunk);
    if (this.#isHtml && this.#sizeBytes < HTML_BYTES) this.#searchMarks(chunk);
    this.#sizeBytes += chunk.byteLength;
  }

  #searchMarks(chunk: Uint8Array): void {
    const text = this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    for (const mark of MARKS) if (text.includes(`${mark} mdl-`) || text.includes(`"${mark}`)) this.#found.add(mark);
    this.#tail = text.slice(-32);
  }

  judge(isComplete: boolean): TextHolds | null {
    if (this.#isHtml) return this.#found.size === MARKS.length ? 'gemini-html' : null;
    if (this.#isJudged || (this.#sizeBytes < HEAD_BYTES && !isComplete)) return null;
    this.#isJudged = true;
    return judgeText(Buffer.concat(this.#chunks));
  }
}

function startsLikeHtml(chunk: Uint8Array): boolean {
  return /^\s*<[!a-z]/i.test(Buffer.from(chunk.subarray(0, 1_024)).toString('latin1'));
}

/** What the beginning of a text is, where it is an export at all. */
export function judgeText(head: Buffer): Exclude<TextHolds, 'gemini-html'> | null {
  const text = head.toString('utf8');
  if (text.includes('\u0000') || /^\s*(?:\{|\[(?!\d))/.test(text.slice(0, 1_000))) return null;
  const [line = ''] = text.slice(0, 2_000).split('\n');
  if (readCsvHead(line.trim()) !== null) return 'copilot-csv';
  return splitTranscript(text) === null ? null : 'transcript';
}
