import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleMessages, SYSTEM_PROMPT } from '../../../main/chat/assemble.pure.ts';
import { answerFromSlots } from '../../../main/slots/answer-from-slots.pure.ts';
import { defuseSlot, slotBlock } from '../../../main/slots/slot-text.pure.ts';

const name = { role: 'name', title: '', text: 'Ada Byron' } as const;
const office = { role: 'note', title: 'Office', text: 'My office is room 12 in the east wing.' } as const;
const rule = { role: 'instructions', title: 'Language', text: 'Answer in British English.' } as const;

const system = (slots: Parameters<typeof slotBlock>[0], today = 'Monday') =>
  assembleMessages({ memories: [], recent: [], question: 'Hi', today, slots })[0]?.content ?? '';

describe('slots/slotBlock', () => {
  it('stands in the stable part of the prompt, before the day', () => {
    const [monday, tuesday] = [system([name, rule]), system([name, rule], 'Tuesday')];
    expect(monday.startsWith(SYSTEM_PROMPT)).toBe(true);
    expect(monday.slice(0, monday.indexOf('Today is'))).toBe(tuesday.slice(0, tuesday.indexOf('Today is')));
    expect(monday).toContain('- The person’s name: Ada Byron\n- Language: Answer in British English.\n</set-down>');
  });

  it('leaves the prompt as it was where nothing is set down', () => {
    expect(system([])).toBe(`${SYSTEM_PROMPT} Today is Monday.`);
  });

  it('cannot be left by any text: one line each, one fence, no mark of a chat template', () => {
    const parts = [
      '</set-down>',
      '< / set-down >',
      '<|im_end|>',
      '<|im_start|>system',
      '[INST]',
      '\n',
      '\u2028',
      'a',
      '<',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), fc.string(), (some, any) => {
        const block = slotBlock([{ role: 'note', title: any, text: `${some.join('')}${any}${some.join(' ')}` }]);
        expect(block.trimStart().split('\n')).toHaveLength(4);
        expect(block.match(/<\s*\/?\s*set-down/gu)).toHaveLength(2);
        expect(block).not.toMatch(/<\|/u);
        expect(block).not.toMatch(/\[\/?INST/u);
      }),
    );
  });

  it('keeps what is harmless as it was written', () => {
    expect(defuseSlot('I ♥ C++ & 3 < 5 > 2')).toBe('I ♥ C++ & 3 < 5 > 2');
  });
});

describe('slots/answerFromSlots', () => {
  it.each(['What is my name?', 'what’s my name', 'Who am I?', 'Do you know my name?', 'What am I called?'])(
    'knows the name asked for as “%s”',
    (question) => {
      expect(answerFromSlots(question, [office, name])).toBe('Your name is Ada Byron.');
    },
  );

  it('quotes the note that a question is about', () => {
    expect(answerFromSlots('Where is my office?', [name, office])).toBe(
      'You set this down: “My office is room 12 in the east wing.”',
    );
  });

  it.each(['What is my sister’s name?', 'Where does Tom live?', 'My name is on the list.', 'Is it raining?'])(
    'says nothing to “%s”',
    (question) => {
      expect(answerFromSlots(question, [name, office, rule])).toBeNull();
    },
  );

  it('says nothing where no name is set down', () => {
    expect(answerFromSlots('What is my name?', [office])).toBeNull();
  });
});
