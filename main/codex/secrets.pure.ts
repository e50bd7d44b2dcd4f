import { isCardNumber, isCpf, isDni, isIban, isPersonnummer } from './checks/check-digits.pure.ts';
import type { Span } from './checks/verbatim.pure.ts';

export type SecretKind =
  | 'private-key'
  | 'token'
  | 'password'
  | 'card-number'
  | 'bank-account'
  | 'national-id'
  | 'seed-phrase'
  | 'one-time-code';

export type Secret = Span & { readonly kind: SecretKind };

type Detector = {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
  /** Of what the pattern found, group 1 where there is one: whether it is what it looks like. */
  readonly isSecret?: (found: string) => boolean;
};

/** Where a value may begin after its name: "is", ":", "=", or nothing. */
const LINK = String.raw`(?:\s{0,3}(?:is|was|are|[:=#]|->|it's)){0,2}\s{1,3}|\s{0,3}[:=#]\s{0,3}`;

const named = (names: string, value: string, flags = 'giu'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names})(?:${LINK})["'“‘\x60]?(${value})`, flags);

const hasDigit = (text: string): boolean => /\d/.test(text);

/** Words that follow "the password is" in talk about passwords. */
const NO_PASSWORD = new Set(
  `not no too very so the a an my our your his her their its it that this always never now still also just only really
   in on at to of for from with by and or but if when where what which about than as same different new old long short
   wrong incorrect invalid right correct weak strong safe secure secret good bad blocked locked stolen leaked hacked expired lost gone
   required needed saved stored written set changed reset shared protected encrypted forgotten known hidden working
   broken easy hard difficult impossible simple complicated important unique one something anything nothing
   being getting going annoying stupid`.split(/\s+/),
);

/** "my password is sunshine" gives it away; "my password is too long" does not. */
function isPassword(value: string): boolean {
  const bare = value.replace(/[.,;!?"'”’`)]+$/u, '');
  return bare.length >= 3 && !NO_PASSWORD.has(bare.toLowerCase());
}

/** Written by a machine: capitals, small letters and digits mixed, and hardly a character twice in a row. */
function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  const switches = [...value.matchAll(/(?<=[a-z])\d|(?<=\d)[A-Za-z]|(?<=[a-z])[A-Z]|(?<=[A-Z]{2})[a-z]/g)].length;
  return switches >= value.length / 6 && new Set(value).size >= 12;
}

const DOCUMENTS = [
  'passport|national (?:id|identity|insurance)|identity card|id card|personal(?: id(?:entity)?)?|social (?:security|insurance)',
  "driver'?s? licen[cs]e|driving licen[cs]e|tax(?:payer)? (?:id|file|identification)|ssn|nino|tfn|aadhaar|aadhar|pesel|bsn",
  'nie|dni|cpf|codice fiscale|personnummer|steuer-?id|nhs|medicare|itin',
].join('|');

const CODES =
  'one[- ]time|verification|confirmation|security|log-?in|sign-?in|authentication|authenticator|auth|2fa|two-factor|sms|otp|mfa';

const DETECTORS: readonly Detector[] = [
  {
    kind: 'private-key',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}-----|$)/g,
  },
  { kind: 'private-key', pattern: /\b(?:AGE-SECRET-KEY-1[0-9A-Z]{20,}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,})/g },
  { kind: 'private-key', pattern: /\b([5KL][1-9A-HJ-NP-Za-km-z]{50,51})\b/g, isSecret: isRandom },
  { kind: 'private-key', pattern: named('private key|secret key|signing key', '(?:0x)?[0-9a-f]{32,}') },
  {
    kind: 'token',
    pattern:
      /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeprs]-[\w-]{10,}|\bhf_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}|\bdop_v1_[0-9a-f]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  },
  { kind: 'token', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g },
  { kind: 'token', pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|\bbearer\s+[\w.~+/-]{20,}/gi },
  {
    kind: 'token',
    pattern: named(
      '(?:api|access|secret|auth|client|bot|personal access|bearer)[ _-]?(?:key|token|secret)|token|webhook secret',
      String.raw`[\w./+=~-]{10,}`,
    ),
    isSecret: (value) => hasDigit(value) && /[a-z]/i.test(value),
  },
  // Not inside an address: the ids in links are made public by the link.
  { kind: 'token', pattern: /(?<![\w./:=?&%#-])([A-Za-z0-9+/_-]{28,}={0,2})(?![\w./])/g, isSecret: isRandom },
  { kind: 'password', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,60}:[^\s/@]{1,80}@/gi },
  {
    kind: 'password',
    pattern:
      /(?<![\p{L}\p{N}])(?:pass(?:word|phrase|wort)|passwd|pwd|master password|wi-?fi key)(?: (?:for|to|of|on) (?:\S+ ){0,3}?\S+?)?(?:\s{0,3}[:=]\s{0,3}| (?:is|was)(?: now)?:? )["'“‘`]?(\S{3,80})/giu,
    isSecret: isPassword,
  },
  {
    kind: 'password',
    pattern: named(
      String.raw`(?:(?:door|alarm|access|entry|gate|lock|safe|garage|locker|unlock|key ?box) (?:pass)?code|passcode|safe combination|combination)(?: (?:for|to|of) (?:\S+ ){0,3}?\S+?)?`,
      String.raw`[\w*#-]{3,12}`,
    ),
    isSecret: hasDigit,
  },
  {
    kind: 'password',
    pattern: named(String.raw`pin(?: ?code| number)?(?: (?:for|to|of) (?:\S+ ){0,3}?\S+?)?`, String.raw`\d{4,8}(?!\d)`),
  },
  { kind: 'card-number', pattern: /(?<![\d+])(?<!\d[ -])(\d(?:[ -]?\d){13,18})(?![ -]?\d)/g, isSecret: isCardNumber },
  { kind: 'card-number', pattern: named('cvv2?|cvc2?|card verification(?: code| value)?', String.raw`\d{3,4}(?!\d)`) },
  {
    kind: 'bank-account',
    pattern: /(?<![A-Z0-9])([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})(?![A-Z0-9])/gi,
    isSecret: isIban,
  },
  {
    kind: 'bank-account',
    pattern: named(
      String.raw`(?:bank )?account (?:number|no\.?)|routing(?: number| no\.?)|sort code`,
      String.raw`\d[\d -]{4,20}\d`,
    ),
  },
  {
    kind: 'national-id',
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
  },
  { kind: 'national-id', pattern: /\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g },
  { kind: 'national-id', pattern: /\b(\d{3}\.\d{3}\.\d{3}-\d{2})\b/g, isSecret: isCpf },
  { kind: 'national-id', pattern: /\b(\d{8}-?[A-Z])\b/g, isSecret: isDni },
  { kind: 'national-id', pattern: /\b((?:\d{2})?\d{6}[-+]\d{4})\b/g, isSecret: isPersonnummer },
  { kind: 'national-id', pattern: /\b[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]\b/gi },
  {
    kind: 'national-id',
    pattern: named(
      String.raw`(?:${DOCUMENTS})(?: (?:number|no\.?|id|code|card))?`,
      String.raw`[A-Z0-9](?:[ .\/-]?[A-Z0-9]){5,18}`,
    ),
    isSecret: (value) => value.replace(/\D/g, '').length >= 5,
  },
  {
    kind: 'one-time-code',
    pattern: named(
      `(?:${CODES})(?: (?:pass)?(?:code|pin|password|number|token))?`,
      String.raw`(?:[A-Z]{1,2}-)?\d{3}[ -]?\d{1,5}(?!\d)`,
    ),
  },
  { kind: 'one-time-code', pattern: /\b(?:[A-Z]-)?\d{3}[ -]?\d{1,5} is (?:your|the|my) (?:\S+ ){0,4}code\b/gi },
  {
    kind: 'seed-phrase',
    pattern: named(
      '(?:seed|recovery|mnemonic|backup|wallet|secret)(?: recovery)? (?:phrase|words?|key)',
      String.raw`(?:\d{0,2}[.):]? ?[a-z]{3,8}[, \n]{1,2}){11,23}\d{0,2}[.):]? ?[a-z]{3,8}`,
    ),
  },
  {
    kind: 'seed-phrase',
    pattern: /(?<=^|[\n:"“])\s{0,3}((?:[a-z]{3,8} ){11,23}[a-z]{3,8})\s{0,3}(?=$|[\n"”.])/g,
    isSecret: isSeedPhrase,
  },
];

/** Words that no seed phrase list has and hardly a sentence lacks. */
const SENTENCE_WORDS =
  /\b(?:the|and|for|was|were|are|with|that|this|they|them|his|her|our|you|your|but|not|had|has|from|she|its|who|all|can|will|would|could|my|to|of|in|is|it|at|on)\b/;

function isSeedPhrase(words: string): boolean {
  return words.split(' ').length % 3 === 0 && !SENTENCE_WORDS.test(words);
}

/** Every secret in a text, in order of its place: what must never become a fact or its evidence. */
export function listSecrets(text: string): readonly Secret[] {
  const found = DETECTORS.flatMap(({ kind, pattern, isSecret }) =>
    [...text.matchAll(pattern)]
      .filter((match) => isSecret?.(match[1] ?? match[0]) ?? true)
      .map((match): Secret => ({ kind, from: match.index, to: match.index + match[0].length })),
  );
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The first secret in a text, or null: keys, tokens, passwords, card and account numbers, identity numbers, seed phrases, codes. */
export function findSecret(text: string): Secret | null {
  return listSecrets(text)[0] ?? null;
}
