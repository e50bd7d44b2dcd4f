/** One way in which a text can stand in a file. */
export type Form = {
  /** Index of the text among those looked for. */
  readonly needle: number;
  readonly how: string;
  readonly bytes: Uint8Array;
  /** Upper and lower case of ASCII mean different things here. */
  readonly isExact: boolean;
};

/** Fewer bytes than this stand everywhere by chance. */
export const MIN_BYTES = 4;
/** A way of writing is looked for where it has so many bytes; only the plain ones may be shorter. */
const MIN_ENCODED_BYTES = 8;
/** A longer text is looked for in pieces, so that a part of it is found as well. */
const MAX_WHOLE_CHARS = 96;
const PIECE_CHARS = 48;
const SURROGATE_AT_START = /^[\udc00-\udfff]/;
const SURROGATE_AT_END = /[\ud800-\udbff]$/;

/** A text, or its pieces in order, none of which cuts a character in two. */
export function piecesOf(text: string): readonly string[] {
  if (text.length <= MAX_WHOLE_CHARS) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    // The last piece is not shorter than the others: it reaches back instead.
    let to = Math.min(from + PIECE_CHARS, text.length);
    if (SURROGATE_AT_END.test(text.slice(from, to))) to -= 1;
    let begin = to === text.length ? to - PIECE_CHARS : from;
    if (SURROGATE_AT_START.test(text.slice(begin, to))) begin -= 1;
    pieces.push(text.slice(begin, to));
    from = to;
  }
  return pieces;
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

/** Every way to write a text that the app, its database or a browser may have used. Lone surrogates become U+FFFD. */
export function formsOf(text: string, needle: number): readonly Form[] {
  return piecesOf(text.toWellFormed()).flatMap((piece) => formsOfPiece(piece, needle));
}

function formsOfPiece(piece: string, needle: number): readonly Form[] {
  if (utf8(piece).length < MIN_BYTES) return [];
  const seen = new Set<string>();
  const forms: Form[] = [];
  const add = (how: string, bytes: Uint8Array, options: { isExact?: boolean; isPlain?: boolean } = {}): void => {
    const { isExact = false, isPlain = false } = options;
    const key = Buffer.from(bytes).toString('latin1');
    if (bytes.length < (isPlain ? MIN_BYTES : MIN_ENCODED_BYTES) || seen.has(key)) return;
    seen.add(key);
    forms.push({ needle, how, bytes, isExact });
  };
  for (const [name, text] of spellingsOf(piece)) {
    add(name, utf8(text), { isPlain: true });
    add(`${name}, UTF-16`, Buffer.from(text, 'utf16le'));
    add(`${name}, UTF-16 big end first`, utf16be(text));
    add(`${name}, JSON`, utf8(escapeJson(text)));
    add(`${name}, JSON in JSON`, utf8(escapeJson(escapeJson(text))));
  }
  const ascii = escapeUnicode(escapeJson(piece));
  add('JSON in ASCII', utf8(ascii));
  add('JSON in ASCII in JSON', utf8(escapeJson(ascii)));
  add('HTML', utf8(escapeHtml(piece, '&#39;')));
  add('HTML', utf8(escapeHtml(piece, '&#x27;')));
  add('HTML', utf8(escapeHtml(piece, "'")));
  add('percent', utf8(encodeURIComponent(piece)));
  add('percent, plus', utf8(encodeURIComponent(piece).replaceAll('%20', '+')));
  add('Latin-1', Buffer.from(piece, 'latin1'));
  for (const source of [utf8(piece), Buffer.from(piece, 'utf16le')]) {
    add('hex', utf8(Buffer.from(source).toString('hex')));
    for (const shift of [0, 1, 2])
      for (const text of base64At(source, shift)) add('Base64', utf8(text), { isExact: true });
  }
  return forms;
}

/** As it is, composed and decomposed, in other case beyond ASCII, and without marks as the word index keeps it. */
function spellingsOf(piece: string): readonly (readonly [string, string])[] {
  return [
    ['as written', piece],
    ['NFC', piece.normalize('NFC')],
    ['NFD', piece.normalize('NFD')],
    ['small letters', piece.toLowerCase()],
    ['capitals', piece.toUpperCase()],
    ['without marks', piece.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()],
  ];
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const escapeUnicode = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const escapeHtml = (text: string, apostrophe: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);

/** The letters of Base64 that depend on these bytes alone, when `shift` bytes stand before them; in both alphabets. */
function base64At(bytes: Uint8Array, shift: number): readonly string[] {
  const padded = Buffer.concat([new Uint8Array(shift), bytes]);
  const letters = padded.toString('base64').replace(/=+$/, '');
  // A letter holds six bits: the first ones and the last one may hold bits of the neighbours.
  const from = shift === 0 ? 0 : shift + 1;
  const text = letters.slice(from, Math.floor((padded.length * 8) / 6));
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}
