/** A table as spreadsheets read it. What begins a formula is marked as text: histories are written by others. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

const quote = (cell: string): string => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;

/** Rows of a CSV file (RFC 4180) as spreadsheets save it: comma or semicolon, quoted or not. Null: it is none. */
export function readCsv(text: string): readonly (readonly string[])[] | null {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const rows: string[][] = [[]];
  let at = 0;
  while (at < body.length) {
    const read = body[at] === '"' ? readQuoted(body, at + 1) : readPlain(body, at, separator);
    if (read === null) return null;
    rows.at(-1)?.push(read.cell);
    at = read.end;
    if (body[at] === separator) {
      at += 1;
      // A separator at the very end leaves one empty cell.
      if (at === body.length) rows.at(-1)?.push('');
    } else if (at < body.length) {
      const end = /^\r?\n/.exec(body.slice(at, at + 2));
      if (end === null) return null;
      at += end[0].length;
      rows.push([]);
    }
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

/** Of the two, the one that the first line has more of. */
function separatorOf(body: string): string {
  const [first = ''] = body.split('\n', 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

type Read = { readonly cell: string; readonly end: number };

function readQuoted(body: string, from: number): Read | null {
  let cell = '';
  let at = from;
  for (;;) {
    const end = body.indexOf('"', at);
    if (end === -1) return null;
    cell += body.slice(at, end);
    if (body[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    at = end + 2;
  }
}

function readPlain(body: string, from: number, separator: string): Read {
  let end = from;
  while (end < body.length && body[end] !== separator && body[end] !== '\n' && body.slice(end, end + 2) !== '\r\n')
    end += 1;
  return { cell: body.slice(from, end), end };
}
