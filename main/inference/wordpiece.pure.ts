import { assert } from '../lib/assert.ts';

/** One token and the UTF-16 characters of the given text that it stands for. */
export type OffsetToken = {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly isWordStart: boolean;
};

export type WordPiece = {
  readonly clsId: number;
  readonly sepId: number;
  readonly padId: number;
  /** Tokens without the special ones, in order. */
  readonly encode: (text: string) => readonly OffsetToken[];
};

type WordPieceJson = {
  readonly model: {
    readonly type: string;
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word: number;
  };
  readonly normalizer: {
    readonly type: string;
    readonly lowercase: boolean;
    readonly strip_accents: boolean | null;
    readonly handle_chinese_chars: boolean;
    readonly clean_text: boolean;
  };
};

/** Characters after normalising, and where each one's original begins and ends: one original may become several. */
type Word = { readonly chars: readonly string[]; readonly from: readonly number[]; readonly to: readonly number[] };

const CONTROL = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}]$/u;
const MARK = /^\p{Mn}$/u;
const PUNCTUATION = /^[\p{P}!-/:-@[-`{-~]$/u;
const SPACE = /^\s$/u;

type CharClass = 'dropped' | 'space' | 'punctuation' | 'other';

/** What may be asked of each character, which regular expressions answer slowly: nearly all characters are among these. */
const ASCII: readonly CharClass[] = Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));

/** Other controls than tab and line ends vanish without ending a word; so do byte order marks and replacement characters. */
function classOf(char: string): CharClass {
  if (char === '\t' || char === '\n' || char === '\r') return 'space';
  if (char === '\ufffd' || CONTROL.test(char)) return 'dropped';
  if (SPACE.test(char)) return 'space';
  return PUNCTUATION.test(char) || isCjk(char.codePointAt(0) ?? 0) ? 'punctuation' : 'other';
}

const classify = (char: string): CharClass =>
  (char.length === 1 ? ASCII[char.charCodeAt(0)] : undefined) ?? classOf(char);

function isCjk(codePoint: number): boolean {
  return (
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
    (codePoint >= 0x20000 && codePoint <= 0x2a6df) ||
    (codePoint >= 0x2a700 && codePoint <= 0x2b73f) ||
    (codePoint >= 0x2b740 && codePoint <= 0x2b81f) ||
    (codePoint >= 0x2b820 && codePoint <= 0x2ceaf) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0x2f800 && codePoint <= 0x2fa1f)
  );
}

/** Reads a BERT `tokenizer.json`. The package for this gives no character offsets, and chunks need them. */
export function createWordPiece(json: unknown): WordPiece {
  const file = json as WordPieceJson; // checked below, field by field that matters
  assert(file.model?.type === 'WordPiece' && file.normalizer?.type === 'BertNormalizer', 'not a BERT tokenizer.json');
  const vocab = new Map(Object.entries(file.model.vocab));
  const unkId = vocab.get(file.model.unk_token);
  const [clsId, sepId, padId] = ['[CLS]', '[SEP]', '[PAD]'].map((token) => vocab.get(token));
  assert(
    unkId !== undefined && clsId !== undefined && sepId !== undefined && padId !== undefined,
    'the tokenizer lacks a special token',
  );
  const lowercase = file.normalizer.lowercase;
  const strip = file.normalizer.strip_accents ?? lowercase;
  const context: Pieces = {
    vocab,
    unkId,
    prefix: file.model.continuing_subword_prefix,
    maxChars: file.model.max_input_chars_per_word,
    maxPieceUnits: Math.max(...Object.keys(file.model.vocab).map((piece) => piece.length)),
  };
  return {
    clsId,
    sepId,
    padId,
    encode: (text) => splitWords(text, { lowercase, strip }).flatMap((word) => encodeWord(word, context)),
  };
}

/** Cleans, lowers, strips accents and splits as BERT does, while every character remembers where it came from. */
function splitWords(text: string, rules: { readonly lowercase: boolean; readonly strip: boolean }): readonly Word[] {
  const words: Word[] = [];
  let chars: string[] = [];
  let from: number[] = [];
  let to: number[] = [];
  const flush = (): void => {
    if (chars.length > 0) words.push({ chars, from, to });
    chars = [];
    from = [];
    to = [];
  };
  let at = 0;
  for (const original of text) {
    const start = at;
    at += original.length;
    if (classify(original) === 'dropped') continue;
    for (const char of normaliseChar(original, rules)) {
      const charClass = classify(char);
      if (charClass === 'space') flush();
      else if (charClass === 'punctuation') {
        flush();
        words.push({ chars: [char], from: [start], to: [at] });
      } else {
        chars.push(char);
        from.push(start);
        to.push(at);
      }
    }
  }
  flush();
  return words;
}

function normaliseChar(
  char: string,
  rules: { readonly lowercase: boolean; readonly strip: boolean },
): Iterable<string> {
  if (char.length === 1 && char < '\u0080') return rules.lowercase ? char.toLowerCase() : char;
  const stripped = rules.strip ? [...char.normalize('NFD')].filter((part) => !MARK.test(part)).join('') : char;
  return rules.lowercase ? stripped.toLowerCase() : stripped;
}

type Pieces = {
  readonly vocab: ReadonlyMap<string, number>;
  readonly unkId: number;
  readonly prefix: string;
  readonly maxChars: number;
  /** Length of the longest entry: nothing longer is looked up, or encoded data in a chat would take minutes. */
  readonly maxPieceUnits: number;
};

/** Longest match first; a word with one unknown piece, or too long, is one unknown token over all of it. */
function encodeWord(word: Word, pieces: Pieces): readonly OffsetToken[] {
  const { chars, from, to } = word;
  const unknown = [{ id: pieces.unkId, from: from[0] ?? 0, to: to.at(-1) ?? 0, isWordStart: true }];
  if (chars.length > pieces.maxChars) return unknown;
  const tokens: OffsetToken[] = [];
  let start = 0;
  while (start < chars.length) {
    const found = findPiece(chars, start, pieces);
    if (found === null) return unknown;
    tokens.push({
      id: found.id,
      from: from[start] ?? 0,
      to: to[found.stop - 1] ?? 0,
      isWordStart: start === 0,
    });
    start = found.stop;
  }
  return tokens;
}

function findPiece(chars: readonly string[], start: number, { vocab, prefix, maxPieceUnits }: Pieces) {
  const lead = start === 0 ? '' : prefix;
  const end = Math.min(chars.length, start + maxPieceUnits);
  const longest = chars.slice(start, end).join('');
  // Characters outside the first plane have two units; sizes are taken off one character at a time.
  let units = longest.length;
  for (let stop = end; stop > start; stop -= 1) {
    const id = vocab.get(lead + longest.slice(0, units));
    if (id !== undefined) return { id, stop };
    units -= chars[stop - 1]?.length ?? 1;
  }
  return null;
}
