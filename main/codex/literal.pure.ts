import * as chrono from 'chrono-node';
import type { ClaimValue } from './fence.pure.ts';
import { nameKeyOf } from './names.pure.ts';

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** Words that a person typed as a value: a date or a number where the relation wants one, else as they are; null if they do not read as what is wanted. */
export function readLiteral(
  words: string,
  kinds: readonly string[],
  now: Date,
): Extract<ClaimValue, { kind: 'literal' }> | null {
  const text = words.trim();
  if (kinds.includes('date')) {
    const date = readDate(text, now);
    if (date !== null) return { kind: 'literal', text, value: date };
    if (kinds.length === 1) return null;
  }
  if (kinds.includes('number') && /^\d+(?:[.,]\d+)?$/.test(text))
    return { kind: 'literal', text, value: text.replace(',', '.') };
  if (kinds.includes('amount') && !/\d/.test(text) && kinds.length === 1) return null;
  if (kinds.includes('number') && kinds.length === 1) return null;
  return { kind: 'literal', text, value: nameKeyOf(text) };
}

/** An ISO date; a day without a year, such as a birthday, as `--MM-DD` (ISO 8601:2000). */
function readDate(text: string, now: Date): string | null {
  const [found] = chrono.parse(text, now);
  if (!found) return null;
  const { start } = found;
  const month = start.get('month');
  const day = start.get('day');
  if (month === null || day === null || !start.isCertain('month') || !start.isCertain('day')) return null;
  const year = start.isCertain('year') ? pad(start.get('year') ?? 0, 4) : '-';
  return `${year}-${pad(month, 2)}-${pad(day, 2)}`;
}
