let zones: readonly string[] | null = null;

/** The names of all time zones this browser knows. */
export function listZones(): readonly string[] {
  zones ??= Intl.supportedValuesOf('timeZone');
  return zones;
}
