import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../../main/chat/contract/contract.pure.ts';
import {
  findRetraction,
  lastDayOf,
  listNewerWords,
  type Said,
} from '../../../../main/chat/contract/newer-words.pure.ts';

const said = (id: string, day: string, text: string): Said => ({ id, text, saidAt: `${day}T12:00:00.000Z` });

/** A ledger's answer that rests on one turn; of the rest nothing is looked at. */
const contract = (
  over: {
    readonly mode?: string;
    readonly outcome?: string;
    readonly at?: string | null;
    readonly subject?: { readonly id: string; readonly name: string };
  } = {},
): Contract =>
  ({
    derivation: {
      ...{ outcome: over.outcome ?? 'known', question: { mode: over.mode ?? 'current' } },
      ledger: { subjects: [over.subject ?? { id: 'me', name: 'Ada' }] },
      used: [{ object: { kind: 'entity', name: 'Mr Oduya' } }],
    },
    cited: {
      text: 'You rent from Mr Oduya [1].',
      memories: [
        {
          ...{ n: 1, turnId: 'old', speaker: 'Ada', text: '', quote: 'Mr Oduya, our landlord, has not called back.' },
          at: over.at === undefined ? '2024-02-01T12:00:00.000Z' : over.at,
        },
      ],
    },
    now: new Date('2024-12-01T00:00:00.000Z'),
  }) as unknown as Contract; // parts of a derivation that are not read are left out

const QUESTION = 'Who do we rent from?';
const idsOf = (turns: readonly Said[], over = {}) =>
  listNewerWords(QUESTION, contract(over), turns).map(({ id }) => id);

describe('words that are newer than what the ledger knows', () => {
  it('are those of the person about the same, with a change in them, newest first', () => {
    const turns = [
      said('a', '2024-05-01', 'We pay the rent to somebody new, Mrs Falk took over.'),
      said('b', '2024-08-01', 'Our rent goes to the council now.'),
    ];
    expect(idsOf(turns)).toEqual(['b', 'a']);
  });

  it('are not older ones, others’ affairs, other things, words without a change, or what it rests on itself', () => {
    const turns = [
      said('old', '2024-06-01', 'We rent from somebody new now.'),
      said('before', '2024-01-01', 'We rent from somebody new now.'),
      said('theirs', '2024-06-01', 'Tomas rents from Mrs Falk now.'),
      said('other', '2024-06-01', 'We changed the curtains, finally.'),
      said('still', '2024-06-01', 'We paid our rent on Friday.'),
    ];
    expect(idsOf(turns)).toEqual([]);
  });

  it('matter only where the ledger tells how things are, by words that somebody said', () => {
    const turns = [said('a', '2024-05-01', 'We pay the rent to somebody new.')];
    expect(idsOf(turns, { mode: 'history' })).toEqual([]);
    expect(idsOf(turns, { outcome: 'conflict' })).toEqual([]);
    expect(idsOf(turns, { at: null })).toEqual([]);
    expect(lastDayOf(contract(), 'UTC')).toBe('1 February 2024');
    expect(lastDayOf(contract({ at: null }), 'UTC')).toBeNull();
  });

  it('may name what the ledger says and not the words of the question', () => {
    const turns = [said('back', '2024-09-01', 'About our landlord: back to the council, as it was before Mr Oduya.')];
    expect(idsOf(turns)).toEqual(['back']);
  });

  it('are about whom the answer is about', () => {
    const turns = [
      said('hers', '2024-05-01', 'Rosalind rents from Mrs Falk now.'),
      said('ours', '2024-05-01', 'We pay our rent to the council now.'),
    ];
    expect(idsOf(turns, { subject: { id: 'e1', name: 'Rosalind' } })).toEqual(['hers']);
  });
});

describe('what was taken back', () => {
  const told = said('told', '2024-02-01', 'Ingeborg looks after my knee, she is the new physio.');
  const back = said('back', '2024-06-01', 'Scratch Ingeborg for my knee and the physio, I said that too early.');
  const asked = 'Who is the physio for my knee?';

  it('is the answer where nothing was said about it since', () => {
    expect(findRetraction(asked, [told, back])?.id).toBe('back');
    expect(findRetraction(asked, [told])).toBeNull();
    const since = said('since', '2024-08-01', 'The physio for my knee is Tamsin, since Monday.');
    expect(findRetraction(asked, [told, back, since])).toBeNull();
  });

  it('is not what was taken back about something else', () => {
    const other = said('other', '2024-06-01', 'Forget what I said about the curtains.');
    expect(findRetraction(asked, [told, other])).toBeNull();
  });
});
