import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentOf,
  type SearchableTurn,
  textHashOf,
  toEmbeddedText,
  toLexical,
  toLexicalTurn,
} from '../../../main/stores/project/lexical-text.pure.ts';

const turn = (over: Partial<SearchableTurn>): SearchableTurn => ({
  speaker: 'Ada',
  text: '',
  saidAt: null,
  zone: 'UTC',
  attachments: [],
  ...over,
});

describe('stores/lexical-text', () => {
  it('folds case, width and accents, however they were composed', () => {
    expect(toLexical('Crème  BRÛLÉE\nＡＢＣ ﬁn Ångström')).toBe('creme brulee abc fin angstrom');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(toLexical(text.normalize('NFD'))).toBe(toLexical(text.normalize('NFC')));
      }),
    );
  });

  it('cuts scripts that are written without spaces into their words', () => {
    expect(toLexical('昨日東京でラーメンを食べた').split(' ')).toEqual(
      expect.arrayContaining(['昨日', '東京', 'ラーメン']),
    );
    expect(toLexical('我住在上海').split(' ')).toContain('上海');
    expect(toLexical('ok東京ok').split(' ')).toEqual(['ok', '東京', 'ok']);
  });

  it('keeps vowels that are written as marks: Thai, Hindi, and the voicing of Japanese', () => {
    expect(toLexical('ฉันอยู่ประเทศไทย')).toBe('ฉัน อยู่ ประเทศไทย');
    expect(toLexical('हिन्दी')).toBe('हिन्दी'.normalize('NFKC'));
    expect(toLexical('が'.normalize('NFD'))).toBe('が');
    expect(toLexical('が')).not.toBe(toLexical('か'));
  });

  it('lets emoji and rare characters through whole', () => {
    expect(toLexical('❤️ 👩‍👩‍👧 𠮷')).toContain('👩');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toLexical(text.toWellFormed()).isWellFormed()).toBe(true);
      }),
    );
  });

  it('holds speaker, local day, words, captions and names of attachments', () => {
    const attachments = [{ caption: 'Ein Hafen', text: 'Anlage', name: 'plan.pdf' }];
    const said = turn({ text: 'Schön!', saidAt: '2024-05-01T22:30:00Z', zone: 'Europe/Berlin', attachments });
    expect(toLexicalTurn(said)).toBe('ada 2 may 2024 schon! ein hafen anlage plan.pdf');
    expect(toLexicalTurn({ ...said, zone: 'Pacific/Pago_Pago' })).toContain('1 may 2024');
    expect(toEmbeddedText(said)).toBe('Ada: Schön!\nEin Hafen\nAnlage\nplan.pdf');
  });

  it('does not stop at a zone that this computer does not know', () => {
    expect(toLexicalTurn(turn({ text: 'x', saidAt: '2024-05-01T12:00:00Z', zone: 'Mars/Olympus' }))).toBe(
      'ada 1 may 2024 x',
    );
  });

  it('has nothing for a turn without content', () => {
    expect(toLexicalTurn(turn({ text: ' \n', attachments: [{ caption: ' ', text: null, name: '' }] }))).toBeNull();
    expect(contentOf(turn({ text: ' ', attachments: [{ caption: 'a', text: null, name: null }] }))).toBe('a');
  });

  it('gives one hash to texts that a reader would call the same', () => {
    expect(textHashOf('Café  au lait\n')).toBe(textHashOf('CAFE\u0301 au lait'));
    expect(textHashOf('Cafe au lait')).not.toBe(textHashOf('Café au lait'));
  });
});
