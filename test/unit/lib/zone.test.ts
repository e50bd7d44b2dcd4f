import { expect, test } from 'vitest';
import { resolveZone } from '../../../main/lib/zone.ts';

test.each([
  ['the chosen zone', 'Europe/Paris', 'Asia/Tokyo', 'Europe/Paris'],
  ['the zone of the computer when none is chosen', '', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['the zone of the computer when the chosen one does not exist', 'Mars/Base', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['UTC where TZ is empty', '', 'Etc/Unknown', 'UTC'],
  ['UTC where TZ names no zone', '', undefined, 'UTC'],
])('times are read in %s', (_title, chosen, ofComputer, zone) => {
  expect(resolveZone(chosen, ofComputer)).toBe(zone);
});
