/** More than ten thick books. All of it is in memory at once, and its vectors take hours. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;
/** Of files that hold pictures and fonts beside their words. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024;
/** Of the words in any file. */
export const MAX_TEXT_CHARS = 20_000_000;

/** DOCX: parts and what they unpack to. A book of a thousand pages has 10 MB of XML. */
export const DOCX_LIMITS = {
  entries: 10_000,
  unpackedBytes: 200 * 1024 * 1024,
  /** Real XML is a tenth to a thirtieth when packed. */
  ratio: 200,
  depth: 500,
} as const;

/** Elements inside each other. */
export const MAX_HTML_DEPTH = 5_000;

/** One document's process. */
export const PARSER_LIMITS = {
  heapMb: 768,
  residentBytes: 1_200 * 1024 * 1024,
  /** Without a sign of life. */
  silenceMs: 60_000,
  totalMs: 20 * 60_000,
} as const;
