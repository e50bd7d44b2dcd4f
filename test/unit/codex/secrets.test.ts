import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIban, passesLuhn } from '../../../main/codex/checks/check-digits.pure.ts';
import { findSecret, listSecrets } from '../../../main/codex/secrets.pure.ts';

/** Made at run time, so that no scanner of this repository takes a test for a leak. */
const random = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';
const join = (...parts: readonly string[]): string => parts.join('');

describe('codex/secrets', () => {
  it.each([
    [join('-----BEGIN RSA PRIV', 'ATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'), 'private-key'],
    [join('AGE-SECRET', '-KEY-1QQPQYRZ7FUAAA0ZZ9Y8X7W6V5U4'), 'private-key'],
    [`my private key is 0x${'ab12'.repeat(16)}`, 'private-key'],
    [join('use sk', '-proj-', random), 'token'],
    [join('the token gh', 'p_', random, 'abcd'), 'token'],
    [join('AKI', 'AIOSFODNN7EXAMPLE'), 'token'],
    [join('Authorization: Bea', 'rer ', random), 'token'],
    [join('eyJ', 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN'), 'token'],
    ['my API key is a1b2c3d4e5f6', 'token'],
    [`here it is: ${random}`, 'token'],
    ['postgres://anna:pa55word@db.example.org/app', 'password'],
    ['My password is hunter2.', 'password'],
    ['Password: Tr0ub4dor&3', 'password'],
    ['the wifi password for the cabin is sunflowers', 'password'],
    ['my email password was "kittens"', 'password'],
    ['The door code is 4711#', 'password'],
    ['My PIN is 4821', 'password'],
    ['pin for my card: 4821', 'password'],
    ['My card is 4111 1111 1111 1111, ok?', 'card-number'],
    ['pay with 5500-0000-0000-0004', 'card-number'],
    ['amex 378282246310005', 'card-number'],
    ['cvv 123', 'card-number'],
    ['IBAN DE89 3704 0044 0532 0130 00 please', 'bank-account'],
    ['gb29nwbk60161331926819', 'bank-account'],
    ['My account number is 12345678', 'bank-account'],
    ['My SSN is 536-22-8726', 'national-id'],
    ['social security number 536228726', 'national-id'],
    ['NI number AB 12 34 56 C', 'national-id'],
    ['my passport number is X1234567', 'national-id'],
    ['CPF 529.982.247-25', 'national-id'],
    ['DNI 12345678Z', 'national-id'],
    ['My BSN: 123456782', 'national-id'],
    ['Your verification code is 482913', 'one-time-code'],
    ['482 913 is your login code', 'one-time-code'],
    ['OTP: 4829', 'one-time-code'],
    ['G-482913 is your Google verification code', 'one-time-code'],
    ['seed phrase: lamp river stone cloud maple tiger ocean drift panel rocket violin zebra', 'seed-phrase'],
    ['lamp river stone cloud maple tiger ocean drift panel rocket violin zebra', 'seed-phrase'],
  ])('finds the secret in %s', (text, kind) => {
    expect(findSecret(text)?.kind).toBe(kind);
  });

  it.each([
    'My order number is 4539 1488 0343 6468 2',
    'Order 1234567890123456 has shipped.',
    'Call me at +44 7911 123456.',
    'My number is 555 0134.',
    'My phone number is (212) 555-0187, or 0032 475 12 34 56.',
    'Born on 1990-05-03, married 12/06/2015.',
    'The book is ISBN 978-0-306-40615-7.',
    'ISBN 9780306406157 and 0-306-40615-2',
    'It happened at 1717236000000.',
    'My flight is BA2490 on 3 May at 14:30.',
    'My password is too long to type.',
    'The password is not working.',
    'My password manager is Bitwarden.',
    'I forgot my password again.',
    'My PIN is blocked.',
    'I work on token economics and API keys.',
    'My secret is that I love karaoke.',
    'I passed the security check and the verification took 3 days.',
    'We wrote code 2024 times.',
    'The ticket is 550e8400-e29b-41d4-a716-446655440000.',
    'See https://example.org/watch?v=aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY',
    'I weigh 70 kg and run 42.195 km in 3:58:12.',
    'The budget is 3,200 euros a month for 12 months.',
    'My street is 12 Mill Lane, 9000 Ghent, Belgium.',
    'I use the recovery key program at the gym.',
    'My sister and I went to the market and then we had some soup for lunch there.',
    'Antidisestablishmentarianism and Donaudampfschifffahrtsgesellschaft are long.',
    'My account was closed in 2019.',
    'I drive to work on route 66 and my number plate is old.',
    'The combination of lime and chili is great.',
    'My passport expires in June 2027.',
    'I got my driving licence in 2011.',
    'Model WH-1000XM4, serial 3528 1234.',
    'Jede Woche 3 Mal, seit 2019.',
  ])('lets pass: %s', (text) => {
    expect(listSecrets(text)).toEqual([]);
  });

  it('says where each secret stands, in order', () => {
    const text = 'PIN: 4821, password: kittens';
    expect(listSecrets(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([
      ['password', 'PIN: 4821'],
      ['password', 'password: kittens'],
    ]);
  });

  it('finds every number that ends in its check digit, however it is spaced', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(digits, fc.constantFrom('', ' ', '-'), (rest, gap) => {
        const body = `4${rest.join('')}`;
        const check = [...'0123456789'].find((digit) => passesLuhn(body + digit)) ?? '';
        const number = (body + check).match(/.{4}/g)?.join(gap) ?? '';
        expect(findSecret(`card ${number}.`)?.kind).toBe('card-number');
      }),
      { seed: 3 },
    );
  });

  it('knows an account number by its country and remainder', () => {
    expect(isIban('BE68 5390 0754 7034')).toBe(true);
    expect(isIban('BE68 5390 0754 7035')).toBe(false);
    expect(isIban('ZZ68 5390 0754 7034')).toBe(false);
  });

  it('stays fast on long text without secrets', () => {
    const started = performance.now();
    listSecrets('lamp river 12 34 56 Stone-cloud is my password or is it '.repeat(2000));
    listSecrets('a'.repeat(100_000));
    listSecrets('1 '.repeat(50_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
