import { createHash } from 'node:crypto';

/** Without letters that are read as digits (I, L, O) and without U: Crockford's base 32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 32;
/** 256 bits and 14 of a checksum are 54 letters: nine groups of six. */
const CHECK_BITS = 14;
const GROUP = 6;
const LENGTH = (SECRET_BYTES * 8 + CHECK_BITS) / 5;

/** A recovery key as it is shown and written down: nine groups of six letters, the last three with a checksum. */
export function showRecoveryKey(secret: Uint8Array): string {
  const value = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) << BigInt(CHECK_BITS)) | BigInt(checkOf(secret));
  const letters = Array.from(
    { length: LENGTH },
    (_, i) => LETTERS[Number((value >> BigInt(5 * (LENGTH - 1 - i))) & 31n)],
  );
  return (letters.join('').match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** The secret that was written down, or what is wrong with it. Case, spaces and hyphens do not matter. */
export function readRecoveryKey(
  text: string,
): { readonly kind: 'ok'; readonly secret: Buffer } | { readonly kind: 'wrong-length' | 'mistyped' } {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const digits = [...letters].map((letter) => LETTERS.indexOf(letter));
  if (digits.includes(-1)) return { kind: 'mistyped' };
  if (digits.length !== LENGTH) return { kind: 'wrong-length' };
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n);
  const hex = (value >> BigInt(CHECK_BITS)).toString(16).padStart(SECRET_BYTES * 2, '0');
  const secret = Buffer.from(hex, 'hex');
  const isSound = Number(value & BigInt((1 << CHECK_BITS) - 1)) === checkOf(secret);
  return isSound ? { kind: 'ok', secret } : { kind: 'mistyped' };
}

/** A slip of the pen is told from a wrong key: one in 16,384 passes. */
function checkOf(secret: Uint8Array): number {
  return createHash('sha256').update('palimpsest.recovery.v1').update(secret).digest().readUInt16BE(0) >> 2;
}
