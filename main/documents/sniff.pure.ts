export type DocumentFormat = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

/** What a file is by its first bytes; `foreign` formats are named so that the user can be told what to do. */
export type Sniffed =
  | { readonly kind: 'document'; readonly format: 'pdf' | 'html' | 'docx' }
  | { readonly kind: 'foreign'; readonly what: Foreign }
  | { readonly kind: 'zip' }
  /** Text, or nothing that is known. */
  | { readonly kind: 'other' };

export type Foreign = 'old-office' | 'spreadsheet' | 'slides' | 'rtf' | 'opendocument' | 'epub' | 'picture' | 'program';

/** So much of the beginning is looked at; PDF readers allow a kilobyte of anything in front. */
export const HEAD_BYTES = 4_096;
/** The list of a zip is at its end. A list longer than this belongs to no text document. */
export const TAIL_BYTES = 1_048_576;

const latin1 = new TextDecoder('latin1');

/** Judges by content alone: a name says what somebody called a file. */
export function sniff(head: Uint8Array, tail: Uint8Array): Sniffed {
  const start = latin1.decode(head);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return sniffZip(start, tail);
  if (start.slice(0, 1_024).includes('%PDF-')) return { kind: 'document', format: 'pdf' };
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { kind: 'foreign', what: 'old-office' };
  if (start.startsWith('{\\rtf')) return { kind: 'foreign', what: 'rtf' };
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|RIFF....WEBP)/s.test(start))
    return { kind: 'foreign', what: 'picture' };
  if (/^(?:MZ|\x7fELF)/.test(start) && start.includes('\0')) return { kind: 'foreign', what: 'program' };
  return looksLikeHtml(head) ? { kind: 'document', format: 'html' } : { kind: 'other' };
}

/** A page says so in its first words, whatever its encoding. */
function looksLikeHtml(head: Uint8Array): boolean {
  const words = latin1
    .decode(head)
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i.test(
    words,
  );
}

function sniffZip(start: string, tail: Uint8Array): Sniffed {
  const kind = /^[\s\S]{30}mimetype(application\/[\w.+-]+)/.exec(start)?.[1] ?? '';
  if (kind.includes('epub')) return { kind: 'foreign', what: 'epub' };
  if (kind.includes('opendocument')) return { kind: 'foreign', what: 'opendocument' };
  const names = listZipNames(tail);
  if (!names.includes('[Content_Types].xml')) return { kind: 'zip' };
  if (names.some((name) => /^word\/document\d*\.xml$/.test(name))) return { kind: 'document', format: 'docx' };
  if (names.some((name) => name.startsWith('xl/'))) return { kind: 'foreign', what: 'spreadsheet' };
  return names.some((name) => name.startsWith('ppt/')) ? { kind: 'foreign', what: 'slides' } : { kind: 'zip' };
}

const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;

/** Names in the central directory, as far as it lies in the end of the file. */
function listZipNames(tail: Uint8Array): readonly string[] {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = tail.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_RECORD) end -= 1;
  if (end < 0) return [];
  const names: string[] = [];
  let at = end - view.getUint32(end + 12, true);
  while (at >= 0 && at + 46 <= end && view.getUint32(at, true) === ENTRY) {
    const [name, extra, comment] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    names.push(latin1.decode(tail.subarray(at + 46, at + 46 + name)));
    at += 46 + name + extra + comment;
  }
  return names;
}
