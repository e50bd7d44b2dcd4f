import { addAbortSignal, type Readable } from 'node:stream';

export type ReadLine =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly why: string };

const NEWLINE = 10;
/** A query has at most 20,000 characters; a line longer than this is a file of something else. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/**
 * The JSON values of a stream, one a line, as soon as each line is there; blank lines do not count.
 *
 * Lines end at \n and nowhere else: `node:readline` would also cut at U+2028, which JSON allows inside a string.
 */
export async function* readJsonLines(stream: Readable, signal: AbortSignal): AsyncGenerator<ReadLine> {
  addAbortSignal(signal, stream); // a stream that waits for its next line would not notice
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let isFirst = true;
  const take = (): ReadLine | null => {
    const line = sizeBytes > MAX_LINE_BYTES ? tooLong : parseLine(Buffer.concat(parts), isFirst);
    isFirst = false;
    parts = [];
    sizeBytes = 0;
    return line;
  };
  const keep = (part: Buffer) => {
    sizeBytes += part.length;
    // Past the limit only the length is counted, so that one endless line does not fill the memory.
    if (sizeBytes <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of stream) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      keep(bytes.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line !== null) yield line;
    }
    keep(bytes.subarray(from));
  }
  const last = take();
  if (last !== null) yield last;
}

const tooLong: ReadLine = { kind: 'bad', why: 'it is too long' };
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseLine(bytes: Buffer, isFirst: boolean): ReadLine | null {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    // Guessing at broken bytes would search for something else than was asked.
    return { kind: 'bad', why: 'it is not valid UTF-8' };
  }
  if (isFirst) text = text.replace(/^\uFEFF/, '');
  if (text.trim() === '') return null;
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    // The parser's own message quotes the line.
    return { kind: 'bad', why: 'it is not JSON' };
  }
}
