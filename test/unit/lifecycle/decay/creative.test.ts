import { describe, expect, it } from 'vitest';
import { asksForFiction, isCreative, isNarrative } from '../../../../main/lifecycle/decay/creative.pure.ts';

const TALE =
  'Once upon a time a ferryman kept a lantern for every passenger he had lost. There were three of them, and on windy nights they hummed. Nobody in the village would sit near the jetty after dark, except for the girl who sold eels.';
const SCENE = [
  'Marit put the letter down. "You knew," she said, and her hand did not shake.',
  'He looked past her to the window, where their two cups still stood. "Everybody knew," he answered. "They thought that he had told her himself."',
  'She folded the letter along its old creases, one after the other, until it was small enough to hide in his coat.',
].join('\n\n');
const POEM = [
  'The kettle sings before the light',
  'A thin grey tune of steam',
  'And someone shuffles out of night',
  'Still halfway in a dream',
  '',
  'The bread remembers who it was',
  'A field, a wind, a stone',
  'We cut it gently, just because',
  'It never grew alone',
].join('\n');
const ADVICE = [
  'Here is how to write a short story:',
  '1. Choose one character who wants something.',
  '2. Put something in the way of it.',
  '3. Let the ending follow from what they do.',
  '- Keep dialogue short.',
  '- Read it aloud before you send it to anybody else, since the ear hears what the eye forgives.',
].join('\n');
const CODE = `function fade(score, days) {\n  const rate = 0.95;\n  return score * rate ** days;\n}\n\nexport const tierOf = (score) => {\n  if (score < 0.05) return 'cold';\n  return score < 0.1 ? 'archived' : 'active';\n};\n`;
const TALK =
  'We went to see the flat again and she said it was too small for the four of us, so now he is asking his brother whether they would rent us theirs from October on. I am not sure about the stairs, and you know how my knee is in winter.';
const PROSE =
  'It had rained since noon, and the road to the mill was a brown river by the time the cart turned back. Nobody spoke. The horse knew the way, and that was all the comfort the evening had to offer to anyone on it, or to the dog that ran behind.';

describe('lifecycle/creative', () => {
  it.each([
    ['a tale', TALE],
    ['a scene with speech', SCENE],
    ['a poem', POEM],
  ])('knows %s by its form', (_, text) => {
    expect(isNarrative(text)).toBe(true);
    expect(isCreative({ text, role: 'user', request: null })).toBe(true);
  });

  it.each([
    ['advice about writing', ADVICE],
    ['code', CODE],
    ['what somebody tells of their day', TALK],
    ['something short', 'Once upon a time there was a cat.'],
    ['a list', Array.from({ length: 9 }, (_, n) => `- Item number ${n} of the shopping list for Friday`).join('\n')],
    [
      'headings',
      'Agenda: budget\nWhen: Tuesday\nWhere: room two\nWho: everybody on the list\nWhy: we must\nHow: by train\n'.repeat(
        3,
      ),
    ],
  ])('takes %s for no narrative', (_, text) => {
    expect(isNarrative(text)).toBe(false);
    expect(isCreative({ text, role: 'user', request: null })).toBe(false);
  });

  it('knows a request for something made up, and none that only speaks of it', () => {
    expect(asksForFiction('Write me a short story about a mill.')).toBe(true);
    expect(asksForFiction('Could you continue the tale from yesterday?')).toBe(true);
    expect(asksForFiction('Which novel did I like best?')).toBe(false);
    expect(asksForFiction('Write a script that renames my files.')).toBe(false);
  });

  it('takes what came of such a request for creative, though nothing in its form says so', () => {
    const request = { text: 'Write me a short story about a mill.', intents: [] };
    expect(isCreative({ text: PROSE, role: 'assistant', request })).toBe(true);
    expect(isCreative({ text: ADVICE, role: 'assistant', request })).toBe(false);
    expect(isCreative({ text: PROSE, role: 'assistant', request: null })).toBe(false);
    expect(isCreative({ text: 'Of course! How long should it be?', role: 'assistant', request })).toBe(false);
  });

  it('lets the head speak where the words for making are missing, and only beside words for fiction', () => {
    const text = 'The next chapter, please, with the miller in it.';
    expect(isCreative({ text: PROSE, role: 'assistant', request: { text, intents: ['make'] } })).toBe(true);
    expect(isCreative({ text: PROSE, role: 'assistant', request: { text, intents: ['ask_world'] } })).toBe(false);
    const plain = { text: 'A letter to the landlord, please.', intents: ['make'] };
    expect(isCreative({ text: PROSE, role: 'assistant', request: plain })).toBe(false);
  });
});
