import { type ParsedInstant, parseInstant } from './instant.pure.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Names of zones that mean one offset the world over; the others (IST, BST, CST, …) mean several. */
const OFFSETS: Readonly<Record<string, string>> = {
  ...{ GMT: 'Z', UTC: 'Z', Z: 'Z', WET: 'Z', CET: '+01:00', MEZ: '+01:00', CEST: '+02:00', MESZ: '+02:00' },
  ...{ EET: '+02:00', EEST: '+03:00', EST: '-05:00', EDT: '-04:00', CDT: '-05:00', MDT: '-06:00', MST: '-07:00' },
  ...{ PST: '-08:00', PDT: '-07:00', JST: '+09:00', KST: '+09:00', AEST: '+10:00', AEDT: '+11:00' },
};

const CLOCK = String.raw`[,]?\s+(?:at\s+|um\s+|à\s+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([AaPp]\.?[Mm]\.?)?\s*(.*)$`;
const MONTH_FIRST = new RegExp(String.raw`^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})${CLOCK}`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})${CLOCK}`);
/** Dots go with the day first everywhere; slashes do not, and are not guessed at. */
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${CLOCK}`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}`);

/** Reads a time as a page shows it to people. Without a zone that is known, it is a local time. */
export function parseShownTime(shown: string): ParsedInstant {
  const text = shown
    .slice(0, 120)
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .trim();
  const fields = matchFields(text);
  if (fields === null) return parseInstant(text);
  const { year, month, day, hour, minute, second, half, zone } = fields;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  const pad = (value: string | number) => String(value).padStart(2, '0');
  const written = `${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}:${second}`;
  return parseInstant(`${written}${offsetOf(zone)}`);
}

type Shown = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half' | 'zone', string>>;

function matchFields(text: string): Shown | null {
  const found = MONTH_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? DOTTED.exec(text) ?? YEAR_FIRST.exec(text);
  if (found === null) return null;
  const [, a = '', b = '', c = '', hour = '', minute = '', second = '00', half = '', zone = ''] = found;
  const clock = { hour, minute, second, half, zone: zone.trim() };
  if (/^\d{4}$/.test(a)) return { year: a, month: b, day: c, ...clock };
  const [name, day] = /^[A-Za-z]/.test(a) ? [a, b] : [b, a];
  const month = /^\d/.test(name) ? name : String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return { year: c, month, day, ...clock };
}

/** `GMT+2`, `UTC-05:30`, `+0200`, or a name; empty where it says nothing that is sure. */
function offsetOf(zone: string): string {
  const number = /^(?:GMT|UTC)?\s*([+\-\u2212])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (number === null) return OFFSETS[zone.toUpperCase()] ?? '';
  return `${number[1] === '+' ? '+' : '-'}${(number[2] ?? '').padStart(2, '0')}:${number[3] ?? '00'}`;
}
