/** Shorter ones stand in any file by chance. */
const MIN_BYTES = 12;
/** A whole text may be shorter, where it is more than a word that anything might say. */
const MIN_WHOLE_BYTES = 8;
/** Longer ones are cut, so that a part of a sentence is found as well. */
const MAX_CHARS = 80;
const CUT_CHARS = 48;
/** As many characters in a row, or so many of a script that says more with each, are no chance. */
const RUN_BYTES = 20;

const SENTENCE_END = /(?<=[.!?…][\p{P}\p{S}]*)\s+|(?<=[。！？]["'”’」』）]*)/gu;
const CHAR_AT_END = /[\ud800-\udbff]$/;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Lines and sentences of a text, long ones in parts, each as it stands there and long enough to be looked for. */
export function listPieces(text: string): readonly string[] {
  const whole = text.normalize('NFC').trim();
  if (whole === '') return [];
  const parts = whole
    .split(/\n+/u)
    .flatMap(splitLine)
    .flatMap(cutLong)
    .map((part) => part.trim())
    .filter((part) => bytesOf(part) >= MIN_BYTES);
  if (parts.length > 0) return [...new Set(parts)];
  return isFindable(whole) ? [whole] : [];
}

/** Whether a short text can be looked for byte by byte without finding what is none of it. */
export function isFindable(text: string): boolean {
  if (bytesOf(text) >= MIN_BYTES && /[\p{L}\p{N}]/u.test(text)) return true;
  return bytesOf(text) >= MIN_WHOLE_BYTES && /[\p{N}\s]|[^\p{ASCII}]/u.test(text);
}

/** Sentences of a line; one that is too short to be looked for goes with the next, or the last, as they stand there. */
function splitLine(line: string): readonly string[] {
  const parts: { readonly start: number; readonly text: string }[] = [];
  let start = 0;
  for (const { index, 0: gap } of line.matchAll(SENTENCE_END)) {
    const text = line.slice(start, index);
    if (bytesOf(text) < MIN_BYTES) continue;
    parts.push({ start, text });
    start = index + gap.length;
  }
  const rest = line.slice(start);
  const last = bytesOf(rest.trim()) < MIN_BYTES ? parts.pop() : undefined;
  return [...parts.map(({ text }) => text), last === undefined ? rest : line.slice(last.start)];
}

function cutLong(text: string): readonly string[] {
  if (text.length <= MAX_CHARS) return [text];
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_CHARS) {
    const space = rest.lastIndexOf(' ', CUT_CHARS);
    let at = space > CUT_CHARS / 2 ? space : CUT_CHARS;
    if (CHAR_AT_END.test(rest.slice(0, at))) at -= 1;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest];
}

/** Whether a piece says enough to call whoever says it too a repetition. */
export function isRepetition(piece: string): boolean {
  return bytesOf(piece) >= RUN_BYTES;
}

/** As it stands in the journal: JSON, without the quotation marks. */
export function toJsonBytes(text: string): Uint8Array {
  return Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8');
}

const MIN_RUN_BYTES = 20;

export type RunIndex = { readonly isIn: (text: string) => boolean };

/**
 * Every run of `runChars` characters of some texts. Letters of scripts that say more with each count for more, so a run of
 * them is shorter.
 */
export function indexRuns(texts: readonly string[], runBytes = MIN_RUN_BYTES): RunIndex {
  const runs = new Set<string>();
  for (const text of texts) for (const run of listRuns(text, runBytes)) runs.add(run);
  return {
    isIn: (text) => {
      if (runs.size === 0) return false;
      for (const run of listRuns(text, runBytes)) if (runs.has(run)) return true;
      return false;
    },
  };
}

function* listRuns(text: string, runBytes: number): Generator<string> {
  const chars = [...text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()];
  const sizes = chars.map(bytesOf);
  let end = 0;
  let size = 0;
  for (let start = 0; start < chars.length; start += 1) {
    while (end < chars.length && size < runBytes) {
      size += sizes[end] ?? 0;
      end += 1;
    }
    if (size < runBytes) return;
    yield chars.slice(start, end).join('');
    size -= sizes[start] ?? 0;
  }
}
