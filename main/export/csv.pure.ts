/** A spreadsheet takes a cell that begins so for a formula, also behind white space or in full width. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A text cell of RFC 4180 that no spreadsheet runs: an apostrophe in front makes it text. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record with the line end that RFC 4180 asks for. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : typeof cell === 'string' ? textCell(cell) : String(cell))).join(',')}\r\n`;
