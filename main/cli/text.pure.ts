/** How many columns a terminal gives a text: East Asian and emoji take two. Good enough to align by. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE.test(segment) ? 2 : ZERO.test(segment) ? 0 : 1;
  return width;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/**
 * Text that was imported or written by a model, fit for a terminal: without the control characters that could move the
 * cursor, change the title or answer in the user's name.
 */
export function toPlain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Breaks text into lines of at most `width` columns, at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  return toPlain(text)
    .split('\n')
    .flatMap((line) => wrapLine(line.replaceAll('\t', '  '), Math.max(width, 8)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    if (widthOf((current + word).trimEnd()) <= width) {
      current += word;
      continue;
    }
    if (current.trim() !== '') lines.push(current.trimEnd());
    current = '';
    // A word longer than the line (an address, or a script without spaces) is cut where the line ends.
    for (const { segment } of segmenter.segment(word)) {
      if (widthOf((current + segment).trimEnd()) > width) {
        lines.push(current);
        current = '';
      }
      current += segment;
    }
  }
  lines.push(current.trimEnd());
  return lines;
}

/** Rows in columns as wide as their widest cell; the last column is left as it is. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  const pad = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : pad(cell, widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** `1 turn`, `2 turns`, `12,345 turns`. */
export function countOf(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** A size as people say it, in powers of ten as disks and networks are sold. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`;
}

/** A duration as people say it. */
export function timeOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
