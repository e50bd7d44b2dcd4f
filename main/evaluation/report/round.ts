/** Figures are given to so many decimals; chances, which can be tiny, to as many significant digits. */
export const DIGITS = 6;

const SIGNIFICANT: readonly string[] = ['p'];

/** The same value with every number rounded, and no negative zero. */
export function roundFigures<T>(value: T, key = ''): T {
  return round(value, key) as T;
}

function round(value: unknown, key: string): unknown {
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return value + 0 === 0 ? 0 : value;
    const rounded = SIGNIFICANT.includes(key) ? Number(value.toPrecision(DIGITS)) : Number(value.toFixed(DIGITS));
    return rounded === 0 ? 0 : rounded;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => round(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]: [string, unknown]) => [name, round(item, name)]));
}
