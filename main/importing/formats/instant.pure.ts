/** A time as an export gives it. `isBad` is set when there was a value that is no believable time. */
export type ParsedInstant = { readonly at: string | null; readonly localTime: string | null; readonly isBad: boolean };

const MISSING: ParsedInstant = { at: null, localTime: null, isBad: false };
const BAD: ParsedInstant = { at: null, localTime: null, isBad: true };

const LATEST_MS = Date.UTC(2101, 0, 1);
/** Seconds reach this in the year 5138, milliseconds in 1973: a larger number cannot be seconds. */
const FIRST_MILLISECONDS = 1e11;
const FIRST_MICROSECONDS = 1e14;

const WRITTEN =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?: \([A-Za-z]{3,9}\))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Reads epoch seconds, milliseconds or microseconds, and ISO times with or without a zone. */
export function parseInstant(value: unknown): ParsedInstant {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'number') return parseEpoch(value);
  if (typeof value !== 'string') return BAD;
  const text = value.trim();
  if (text === '') return MISSING;
  return /^\d{9,17}(\.\d+)?$/.test(text) ? parseEpoch(Number(text)) : parseWritten(text);
}

function parseEpoch(value: number): ParsedInstant {
  // Zero is how exporters write "unknown"; nobody chatted in the first second of 1970.
  if (!Number.isFinite(value) || value <= 0) return BAD;
  const ms =
    value >= FIRST_MICROSECONDS ? value / 1000 : value >= FIRST_MILLISECONDS ? value : Math.round(value * 1000);
  return ms < LATEST_MS ? { at: new Date(ms).toISOString(), localTime: null, isBad: false } : BAD;
}

function parseWritten(text: string): ParsedInstant {
  const match = WRITTEN.exec(text);
  if (match === null) return BAD;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A leap second is a real time that Date cannot hold; the second before it stands for it.
  const readable = second === '60' ? `${local.slice(0, -2)}59` : local;
  const asUtc = new Date(`${readable}Z`);
  // Date turns 30 February into 1 March: a time that does not read back unchanged never was one.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== readable) return BAD;
  if (asUtc.getTime() < 0 || asUtc.getTime() >= LATEST_MS) return BAD;
  if (zone === undefined) return { at: null, localTime: readable, isBad: false };

  const offset = parseOffset(zone);
  if (offset === null) return BAD;
  const at = `${readable}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`;
  return Number.isNaN(Date.parse(at)) ? BAD : { at, localTime: null, isBad: false };
}

/** One way to write each offset, so that the same time always derives the same key. */
function parseOffset(zone: string): string | null {
  if (/^(z|utc)$/i.test(zone)) return 'Z';
  const hours = zone.slice(1, 3);
  const minutes = zone.slice(3).replace(':', '') || '00';
  if (Number(hours) > 15 || Number(minutes) > 59) return null;
  return hours === '00' && minutes === '00' ? 'Z' : `${zone.slice(0, 1)}${hours}:${minutes}`;
}

/** Milliseconds of a time, a local one as if it were UTC: for distances, never for what is stored. */
export function instantMs({ at, localTime }: ParsedInstant): number | null {
  return at !== null ? Date.parse(at) : localTime !== null ? Date.parse(`${localTime}Z`) : null;
}
