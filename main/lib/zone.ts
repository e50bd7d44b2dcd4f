const known = new Map<string, boolean>();

/** Whether times can be read and shown in a zone: a settings file and the environment may hold anything. */
export function isKnownZone(zone: string): boolean {
  let isKnown = known.get(zone);
  if (isKnown === undefined) {
    try {
      isKnown = zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
    } catch {
      isKnown = false; // that it throws is the answer
    }
    known.set(zone, isKnown);
  }
  return isKnown;
}

/** The zone to use: the chosen one, else the computer's, else UTC (an empty or wrong `TZ` leaves a computer without any). */
export function resolveZone(chosen: string, ofComputer: string | undefined): string {
  return [chosen, ofComputer ?? ''].find(isKnownZone) ?? 'UTC';
}
