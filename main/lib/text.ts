/** Text as it is stored: NFC, NUL stripped and counted, lone surrogates replaced (design section 3). */
export type StoredText = { readonly text: string; readonly nulCount: number };

export function toStoredText(raw: string): StoredText {
  const withoutNul = raw.replaceAll('\u0000', '');
  return { text: withoutNul.toWellFormed().normalize('NFC'), nulCount: raw.length - withoutNul.length };
}
