import { makeZip, type ZipEntry } from '../unit/importing/zip-builder.ts';

type Page = readonly string[];

export type PdfParts = {
  /** Lines of each page; an empty string is a blank line. */
  readonly pages: readonly Page[];
  readonly title?: string;
  /** Bookmarks: title and page, from 1. */
  readonly outline?: readonly (readonly [title: string, page: number])[];
  readonly isEncrypted?: boolean;
  /** A picture on each page and no words. */
  readonly isScanned?: boolean;
};

const LINE = 14;
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function drawn(lines: Page, isScanned: boolean): string {
  if (isScanned) return 'q 400 0 0 500 50 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q';
  const moves = lines.map((line) => (line === '' ? `0 -${LINE} Td` : `0 -${LINE} Td (${escaped(line)}) Tj`));
  return `BT /F1 11 Tf 60 780 Td ${moves.join('\n')} ET`;
}

/** A PDF as a simple writer makes it: one font, one stream a page, a table of what lies where. Text in Latin-1. */
export function makePdf({ pages, title, outline = [], isEncrypted = false, isScanned = false }: PdfParts): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const [catalog, tree, font] = [
    add(''),
    add(''),
    add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  ];
  const kids = pages.map((lines) => {
    const stream = drawn(lines, isScanned);
    const content = add(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const bookmarks = addOutline(outline, { add, objects, kids });
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R ${bookmarks} >>`;
  const info = title === undefined ? '' : `/Info ${add(`<< /Title (${escaped(title)}) >>`)} 0 R`;
  const lock = isEncrypted ? `/Encrypt ${add(ENCRYPT)} 0 R /ID [<00> <00>]` : '';
  return written(objects, `/Root ${catalog} 0 R ${info} ${lock}`);
}

const ENCRYPT = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`;

type Writing = { readonly add: (body: string) => number; readonly objects: string[]; readonly kids: readonly number[] };

function addOutline(outline: NonNullable<PdfParts['outline']>, { add, objects, kids }: Writing): string {
  if (outline.length === 0) return '';
  const root = add('');
  const items = outline.map(() => add(''));
  outline.forEach(([title, page], n) => {
    const [before, after] = [items[n - 1], items[n + 1]];
    const links = `${before === undefined ? '' : `/Prev ${before} 0 R`} ${after === undefined ? '' : `/Next ${after} 0 R`}`;
    const own = items[n] ?? 0;
    objects[own - 1] =
      `<< /Title (${escaped(title)}) /Parent ${root} 0 R ${links} /Dest [${kids[page - 1]} 0 R /Fit] >>`;
  });
  objects[root - 1] = `<< /Type /Outlines /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count ${items.length} >>`;
  return `/Outlines ${root} 0 R`;
}

function written(objects: readonly string[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((body, n) => {
    const bytes = Buffer.from(`${n + 1} 0 obj\n${body}\nendobj\n`, 'latin1');
    parts.push(bytes);
    offset += bytes.length;
    return offset - bytes.length;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end, 'latin1')]);
}

export type DocxPart =
  | string
  | { readonly heading: string; readonly level: number }
  | { readonly rows: readonly (readonly string[])[] };

const xml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function paragraph(part: DocxPart): string {
  if (typeof part === 'string') return `<w:p>${run(part)}</w:p>`;
  if ('heading' in part)
    return `<w:p><w:pPr><w:pStyle w:val="Heading${part.level}"/></w:pPr>${run(part.heading)}</w:p>`;
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join('');
  return `<w:tbl>${part.rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const STYLES = `<?xml version="1.0"?><w:styles ${W}>${[1, 2, 3].map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`).join('')}</w:styles>`;

/** A Word document of paragraphs, headings and tables; `more` are further parts of its zip, or other bodies. */
export function makeDocx(
  parts: readonly DocxPart[],
  { body, more = [] }: { readonly body?: string; readonly more?: readonly ZipEntry[] } = {},
): Buffer {
  const document = `<?xml version="1.0"?><w:document ${W}><w:body>${body ?? parts.map(paragraph).join('')}</w:body></w:document>`;
  return makeZip([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELATIONS },
    { name: 'word/document.xml', content: document },
    { name: 'word/styles.xml', content: STYLES },
    ...more,
  ]);
}
