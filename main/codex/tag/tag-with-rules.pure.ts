import { findAddresses } from './rules/addresses.pure.ts';
import { findAmounts, findQuantities } from './rules/amounts.pure.ts';
import { findContacts } from './rules/contacts.pure.ts';
import { findDates } from './rules/dates.pure.ts';
import { dropOverlaps, type Tag } from './tag.pure.ts';

/** Dates, amounts, quantities, addresses of all kinds and handles in a text: what needs no model to be known. */
export function tagWithRules(text: string): readonly Tag[] {
  return dropOverlaps([
    ...findContacts(text),
    ...findAddresses(text),
    ...findAmounts(text),
    ...findDates(text),
    ...findQuantities(text),
  ]);
}
