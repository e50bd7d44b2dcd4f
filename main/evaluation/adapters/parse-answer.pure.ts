import type { ReferenceAnswer } from '../format/trajectory.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '((?:19|20)\\d\\d)';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const DAY_FIRST = new RegExp(`^${DAY} ${MONTH},? ${YEAR}$`, 'i');
const MONTH_FIRST = new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`, 'i');
const MONTH_ONLY = new RegExp(`^${MONTH},? ${YEAR}$`, 'i');
const ISO = /^(?:19|20)\d\d-\d\d-\d\d$/;
const NUMBER = /^[$€£]?(-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d+)?)(?: ?(%|[a-z]+))?$/i;

const two = (n: number): string => String(n).padStart(2, '0');
const monthOf = (name: string): string => two(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** A day that the calendar has. */
function toDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${two(Number(day))}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

function parseDate(text: string): string | null {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return toDay(dayFirst[3] ?? '', monthOf(dayFirst[2] ?? ''), dayFirst[1] ?? '');
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return toDay(monthFirst[3] ?? '', monthOf(monthFirst[1] ?? ''), monthFirst[2] ?? '');
  const month = MONTH_ONLY.exec(text);
  if (month) return `${month[2]}-${monthOf(month[1] ?? '')}`;
  const [year = '', number = '', day = ''] = text.split('-');
  return ISO.test(text) ? toDay(year, number, day) : null;
}

function parseNumber(text: string): ReferenceAnswer | null {
  const [, digits, unit] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(',', ''));
  return { kind: 'number', value, ...(unit === undefined ? {} : { unit: unit.toLowerCase() }) };
}

/** `isTime`: the question asks when, so a lone year is a date and no count. */
type Context = { readonly isTime: boolean };

/**
 * The answer of another benchmark as one that code can score, where it is nothing but a number or a date; else its words.
 * Null where there is none.
 */
export function parseAnswer(raw: string | number, { isTime }: Context): ReferenceAnswer | null {
  const whole = String(raw).trim();
  const text = whole.replace(/\s+/g, ' ').replace(/\.$/, '');
  if (text === '') return null;
  if (isTime && new RegExp(`^${YEAR}$`).test(text)) return { kind: 'date', value: text };
  const date = parseDate(text);
  return date === null ? (parseNumber(text) ?? { kind: 'open', text: whole }) : { kind: 'date', value: date };
}
