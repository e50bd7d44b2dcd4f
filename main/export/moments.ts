const formats = new Map<string, Intl.DateTimeFormat>();

/** A time as a clock on the wall of `zone` shows it: `2024-05-01 09:30`. */
export function showMoment(at: Date, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(zone, format);
  }
  return format.format(at);
}
