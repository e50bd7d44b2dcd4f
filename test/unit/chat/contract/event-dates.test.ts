import { describe, expect, it } from 'vitest';
import { type Dated, deriveEventDates } from '../../../../main/chat/contract/event-dates.pure.ts';

const said = (id: string, saidAt: string, text: string): Dated => ({
  id,
  saidAt: `${saidAt}T12:00:00Z`,
  text,
  zone: 'UTC',
});
const marks = ['[1]', '[2]'].map((mark) => ` ${mark}`);
const tell = (question: string, turns: readonly Dated[], operation = 'temporal_lookup' as const) =>
  deriveEventDates(question, operation, turns)?.say(marks) ?? null;

const LOFT = said('loft', '2022-03-24', 'We cleared the whole loft last Friday and I found my skates.');

describe('when something happened', () => {
  it('is read out of the words with the day on which they were said', () => {
    expect(tell('When did we clear the loft?', [LOFT])).toBe('That was on 18 March 2022 [1].');
  });

  it('is as exact as it was said', () => {
    const pump = said('pump', '2023-05-20', 'The pump in the cellar broke in February, what a mess.');
    expect(tell('When did the pump in the cellar break?', [pump])).toBe('That was in February 2023 [1].');
  });

  it('follows the newest words about it, wherever they stand', () => {
    const before = said('a', '2022-07-28', 'The harp delivery was last Sunday.');
    const after = said(
      'b',
      '2022-11-24',
      'I looked it up: the harp delivery was on the 21st of July, not when I said.',
    );
    const question = 'When was the harp delivery?';
    for (const turns of [
      [before, after],
      [after, before],
    ])
      expect(tell(question, turns)).toBe('That was on 21 July 2022 [1].');
    expect(deriveEventDates(question, 'temporal_lookup', [before, after])?.dates.map(({ turnId }) => turnId)).toEqual([
      'b',
    ]);
  });

  it('is read over the end of a sentence where the next goes on about it', () => {
    const turns = [
      said('a', '2022-01-25', 'I went to the eye test last Saturday.'),
      said('b', '2022-06-22', 'I had the date of the eye test wrong, by the way. It was on 19 January.'),
    ];
    expect(tell('When was my eye test?', turns)).toBe('That was on 19 January 2022 [1].');
  });

  it('is not told of a habit, of something else, of words without a time, or where two times stand in them', () => {
    expect(tell('When is choir practice?', [said('c', '2022-01-03', 'Choir practice was on Monday.')])).toBeNull();
    expect(tell('When was the boat sold?', [LOFT])).toBeNull();
    expect(tell('When did we clear the loft?', [said('d', '2022-01-03', 'We cleared the loft, finally.')])).toBeNull();
    const both = said('e', '2022-01-20', 'We cleared the loft between 3 January and 5 January.');
    expect(tell('When did we clear the loft?', [both])).toBeNull();
  });

  it('is subtracted where the time between two things is asked for', () => {
    const turns = [
      said('roof', '2022-12-31', 'The roof repair was done on 21 December.'),
      said('harp', '2022-11-24', 'The harp delivery was on the 21st of July.'),
    ];
    const answer = deriveEventDates(
      'How many days were there between the roof repair and the harp delivery?',
      'temporal_arithmetic',
      turns,
    );
    expect(answer?.say(marks)).toBe('That is 153 days: 21 December 2022 [1] and 21 July 2022 [2].');
    expect(answer?.steps).toHaveLength(3);
  });

  it('puts what is named into its order where the day of each is known', () => {
    const turns = [
      said('harp', '2022-11-24', 'The harp delivery was on the 21st of July.'),
      said('fair', '2022-08-20', 'We had the village fair last Monday.'),
      said('leak', '2022-04-25', 'The cellar leak was on 2 April.'),
    ];
    const order = 'In what order did these happen: the village fair, the cellar leak and the harp delivery?';
    expect(deriveEventDates(order, 'event_order', turns)?.say([' [1]', ' [2]', ' [3]'])).toBe(
      'In this order: the cellar leak (2 April 2022) [1]; the harp delivery (21 July 2022) [2]; the village fair (15 August 2022) [3].',
    );
    expect(deriveEventDates(order, 'event_order', turns.slice(1))).toBeNull();
  });
});
