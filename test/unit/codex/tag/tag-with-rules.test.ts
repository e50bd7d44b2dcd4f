import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagWithRules } from '../../../../main/codex/tag/tag-with-rules.pure.ts';

const read = (text: string): readonly string[] =>
  tagWithRules(text).map(({ from, to, type }) => `${type}: ${text.slice(from, to)}`);

describe('codex/tag/tag-with-rules', () => {
  it('finds e-mail addresses, web addresses and handles without the marks that end the sentence', () => {
    expect(read('Write to a.b+c@mail.example.org, or see https://example.org/a_(b)?q=1.')).toEqual([
      'email: a.b+c@mail.example.org',
      'url: https://example.org/a_(b)?q=1',
    ]);
    expect(read('It is on www.example.com/x, says @anna_k. (See example.co.uk)')).toEqual([
      'url: www.example.com/x',
      'handle: @anna_k',
      'url: example.co.uk',
    ]);
  });

  it('takes neither a file name nor an abbreviation nor a missing space for an address', () => {
    expect(read('Open notes.md, e.g. main.ts, i.e. the big one.Then stop @ 5')).toEqual([]);
  });

  it('finds phone numbers that are written as such or said to be one, and no dates, sums or long ids', () => {
    expect(read('Call +44 20 7946 0958 or 555-123-4567.')).toEqual(['phone: +44 20 7946 0958', 'phone: 555-123-4567']);
    expect(read('her number is 24 68 10 12')).toEqual(['phone: 24 68 10 12']);
    expect(read('Order 123-456-7890123 has the serial 24 68 10 12 at 192.168.0.1')).toEqual([]);
  });

  it('finds amounts in digits, with signs and codes on either side, and in words', () => {
    expect(read('It was $1,200.50, then 20€, EUR 300, 3k euros and about two hundred pounds')).toEqual([
      'amount: $1,200.50',
      'amount: 20€',
      'amount: EUR 300',
      'amount: 3k euros',
      'amount: two hundred pounds',
    ]);
    expect(read('I lost five pounds and won 3 games, so I paid 5 pounds for $5-10 tickets')).toEqual([
      'quantity: five pounds',
      'amount: 5 pounds',
      'amount: $5-10',
    ]);
    expect(read('The flat is £850/month; they made €5bn and 1 200 000 yen')).toEqual([
      'amount: £850',
      'amount: €5bn',
      'amount: 1 200 000 yen',
    ]);
  });

  it('finds quantities with units and with what is counted, but not a lone article', () => {
    expect(read('I ran 5-10 km in 45 minutes at 72 kg, 20% faster, with twenty-two people')).toEqual([
      'quantity: 5-10 km',
      'quantity: 45 minutes',
      'quantity: 72 kg',
      'quantity: 20%',
      'quantity: twenty-two people',
    ]);
    expect(read(`He is 5'11" and drinks a cup of tea`)).toEqual([`quantity: 5'11"`]);
  });

  it('finds expressions of time and leaves words that only look like one', () => {
    expect(read('We met on 3 May 2021 at 5pm, last summer and every Tuesday, and know each other since 2019')).toEqual([
      'date: on 3 May 2021 at 5pm',
      'date: last summer',
      'date: every Tuesday',
      'date: 2019',
    ]);
    expect(read('between 2015 and 2018, in the summer of 2019 or Q3 2023, half past six')).toEqual([
      'date: 2015 and 2018',
      'date: the summer of 2019',
      'date: Q3 2023',
      'date: half past six',
    ]);
    expect(read('my rent is 950 a month and I use 3/4 of it')).toEqual([]);
    expect(read('I may go now. Version 3.2 is in room 2020, march on')).toEqual([]);
  });

  it('finds addresses of several countries by their street and number', () => {
    expect(read('I live at 14 Maple Street, Flat 3; my office is Lindenstraße 12, 10969 Berlin.')).toEqual([
      'address: 14 Maple Street, Flat 3',
      'address: Lindenstraße 12, 10969',
    ]);
    expect(read('Send it to 12 Rue de la Paix, to Calle Mayor 5 or to PO Box 123')).toEqual([
      'address: 12 Rue de la Paix',
      'address: Calle Mayor 5',
      'address: PO Box 123',
    ]);
    expect(read('parcel for 221b orchard street please')).toEqual(['address: 221b orchard street']);
    expect(read('Maple Street is quiet and 3 of my friends live on it')).toEqual([]);
  });

  it('gives tags inside the text, in its order, none over another, whatever the text', () => {
    const piece = fc.constantFrom(
      '12',
      ' ',
      '@',
      'a.b',
      '€',
      'May',
      '5pm',
      ' Street',
      '+44 ',
      ',',
      '🙂',
      '\n',
      'km',
      '1,000',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (text) => {
          let end = 0;
          for (const { from, to } of tagWithRules(text)) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it.each(['1 ', '12 A ', 'one two ', '1-', 'one hundred and ', 'a.', '@a'])(
    'reads a long text of %j without stalling',
    (part) => {
      const startMs = performance.now();
      tagWithRules(part.repeat(5_000));
      expect(performance.now() - startMs).toBeLessThan(5_000);
    },
  );
});
