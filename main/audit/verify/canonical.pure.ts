/** Deeper values would overflow the stack of a reader. */
const MAX_DEPTH = 200;

/** RFC 8785 canonical JSON of what `JSON.parse` gave, or null where JSON cannot carry it exactly. */
export function canonical(value: unknown): string | null {
  try {
    return write(value, 0);
  } catch {
    // What `write` throws means exactly this.
    return null;
  }
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError('nested too deeply');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (!isWellFormed(value)) throw new TypeError('lone surrogate');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('not finite');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError('not JSON');
  const members = new Map<string, unknown>(Object.entries(value));
  // Without a comparator keys are ordered by UTF-16 code units, as RFC 8785 asks.
  const keys = [...members.keys()].sort();
  return `{${keys.map((key) => `${write(key, depth + 1)}:${write(members.get(key), depth + 1)}`).join(',')}}`;
}

/** `String.isWellFormed` is missing in browsers of before 2023. */
const isWellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** A parsed value whose bytes are the canonical form, or what is wrong with them. */
export type CanonicalReading =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'not-json' | 'not-canonical' };

/** Reads a text that must be canonical JSON. */
export function readCanonical(text: string): CanonicalReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A finding, not an exception.
    return { kind: 'not-json' };
  }
  return canonical(value) === text ? { kind: 'ok', value } : { kind: 'not-canonical' };
}
