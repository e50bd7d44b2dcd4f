import { STOP_WORDS } from '../lib/stop-words.pure.ts';
import { defuseSlot, type SlotText } from './slot-text.pure.ts';

const NAME_QUESTION =
  /^(?:(?:hi|hello|hey)[,!.]?\s+)?(?:(?:do you (?:know|remember)|can you tell me|tell me|say)\s+)?(?:what(?:['’]s| is| was)?|who)\s+(?:(?:is\s+)?my (?:own |first |full )?name(?: is)?|am i(?: called)?|i am(?: called)?|i['’]m called|(?:do|should) you call me)\s*[?.!]*$|^(?:do you (?:know|remember) (?:my name|who i am))\s*[?.!]*$/iu;

/** Share of what a question asks for that a slot must speak of. */
const ENOUGH = 0.6;

function contentWords(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem))];
}

/** Plurals and the like are one word; exactness does not matter where both sides are cut alike. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:es|s|ed|ing)$/u, '') : word);

/** What the person set down that answers a question by itself, in words fit to show; null where nothing does. */
export function answerFromSlots(question: string, slots: readonly SlotText[]): string | null {
  const name = slots.find(({ role }) => role === 'name');
  if (NAME_QUESTION.test(question.trim())) return name === undefined ? null : `Your name is ${defuseSlot(name.text)}.`;
  if (!/\?\s*$|^(?:what|who|where|when|which|how|whose|do|does|did|is|are|was|were|can)\b/iu.test(question.trim()))
    return null;
  const asked = contentWords(question);
  if (asked.length === 0) return null;
  const found = slots
    .filter(({ role }) => role === 'note')
    .map((slot) => {
      const has = new Set(contentWords(`${slot.title} ${slot.text}`));
      return { slot, share: asked.filter((word) => has.has(word)).length / asked.length };
    })
    .filter(({ share }) => share >= ENOUGH)
    .sort((a, b) => b.share - a.share);
  const [best] = found;
  return best === undefined ? null : `You set this down: “${defuseSlot(best.slot.text)}”`;
}
