/** Numbers that carry their own proof: a check digit tells a card from an order number. */

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Luhn: every second digit from the right doubled. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [n, char] of [...digits].reverse().entries()) {
    const doubled = Number(char) * (n % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Beginnings and lengths by brand, so that a serial number or a moment in milliseconds is none. */
const CARDS: readonly RegExp[] = [
  /^4(?:\d{15}|\d{18})$/,
  /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)\d+$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^(?:6011|65|64[4-9])\d+$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^62\d{14,17}$/,
];

/** A payment card: brand, length and Luhn agree. */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  const isShaped = CARDS.some((card) => card.test(digits));
  const hasLength = digits.length === 16 || !/^[2568]/.test(digits) || digits.startsWith('62');
  return isShaped && hasLength && new Set(digits).size > 1 && passesLuhn(digits);
}

const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22
   GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27
   MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** An international bank account number: the length of its country, and remainder 1 by 97. Words may follow it. */
export function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase();
  const length = IBAN_LENGTHS[compact.slice(0, 2)];
  if (length === undefined || compact.length < length) return false;
  const iban = compact.slice(0, length);
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((char) => Number.parseInt(char, 36)).join('');
  let rest = 0;
  for (const char of digits) rest = (rest * 10 + Number(char)) % 97;
  return rest === 1;
}

/** Brazil: two check digits by weights of 11. */
export function isCpf(text: string): boolean {
  const digits = [...digitsOf(text)].map(Number);
  const checkDigit = (length: number): number => {
    const sum = digits.slice(0, length).reduce((total, digit, n) => total + digit * (length + 1 - n), 0);
    return ((sum * 10) % 11) % 10;
  };
  return digits.length === 11 && checkDigit(9) === digits[9] && checkDigit(10) === digits[10];
}

/** Spain: the letter is the number's remainder by 23. */
export function isDni(text: string): boolean {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digitsOf(text)) % 23] === text.at(-1);
}

/** Sweden: a birth date, four digits, Luhn over the last ten. */
export function isPersonnummer(text: string): boolean {
  const digits = digitsOf(text).slice(-10);
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && passesLuhn(digits);
}
