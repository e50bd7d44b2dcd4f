import type { EntityType } from '../../contract/codex.ts';
import { STOP_WORDS } from '../../lib/stop-words.pure.ts';
import { foldWords } from './verbatim.pure.ts';

/** Words that a name may have; more is a sentence. Works have long titles, people and places have not. */
const MAX_NAME_WORDS = 8;
const MAX_PROPER_WORDS = 6;
const MAX_NAME_CHARS = 80;
/** Of a sentence, or of speech; no name has them inside. An initial or a short form may end in a full stop. */
const SENTENCE =
  /(?<![\p{L}\p{N}'])(?:i|i'm|i've|i'd|i'll|my|me|you|he|she|they|we|was|were|is|are|am|said|who|that)(?![\p{L}\p{N}])|[!?;:]|\p{L}{5,}\.(?:$| )/u;

/** Words that stand for a person without naming one. */
const ROLES = new Set(
  `mother mom mum mama mommy mummy father dad daddy papa parent parents sister sis brother bro sibling siblings twin son daughter
   child children kid kids baby toddler husband wife spouse partner boyfriend girlfriend fiance fiancé fiancée fiancee ex
   ex-husband ex-wife ex-boyfriend ex-girlfriend grandmother grandma granny nana grandfather grandpa grandad granddad grandparent
   grandparents grandson granddaughter grandchild grandchildren uncle aunt auntie aunty cousin cousins nephew niece relative
   relatives family mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law in-laws stepmother stepfather
   stepmom stepdad stepsister stepbrother stepson stepdaughter godmother godfather friend friends buddy pal mate bestie boss manager
   supervisor colleague colleagues coworker coworkers co-worker co-workers teammate employee employees employer landlord
   landlady neighbour neighbor neighbours neighbors roommate roommates flatmate housemate doctor dentist therapist teacher professor
   tutor coach trainer lawyer accountant nurse vet plumber mechanic client customer guest guests man woman men women boy girl guy guys
   lady person people folks user assistant dog cat puppy kitten pet pets`.split(/\s+/),
);

/** What may stand before a role without making a name of it. */
const BESIDE_ROLES = new Set(
  'best good old older oldest younger youngest elder eldest new former late little big dear close half step'.split(' '),
);

/** Words that point at something said elsewhere. */
const VAGUE = new Set(
  `i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours they them their
   theirs this that these those one ones something someone somebody somewhere anything anyone anybody anywhere everything everyone
   everybody everywhere nothing nobody none no-one other others another stuff thing things lot lots bit same such here there who
   whom what which whatever whoever yes no ok okay maybe today tomorrow yesterday now then later soon`.split(/\s+/),
);

const wordsOf = (text: string): readonly string[] =>
  foldWords(text)
    .match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.-]*/gu)
    ?.map((word) => word.replace(/(?:'s|[.'’-])+$/u, '')) ?? [];

/** Whether words only point: a pronoun, "something", "the same thing". */
export function isVague(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word) => VAGUE.has(word)) && words.every((word) => VAGUE.has(word) || STOP_WORDS.has(word));
}

/** These have names; a project or a topic may be a whole phrase. */
const PROPER: ReadonlySet<EntityType> = new Set(['person', 'pet', 'place', 'organisation']);
/** Names that are ordinary words unless they are written as names. */
const CAPITALISED_NAMES = new Set(['Will', 'Don']);

/** Whether words can name an entity: no pronoun, no bare stop words, no role in place of a person, not a whole sentence. */
export function isName(text: string, type: EntityType): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || text.trim().length > MAX_NAME_CHARS) return false;
  if (text.trim().split(/\s+/).length > MAX_NAME_WORDS) return false;
  // The US, IT and the WHO are spelt in capitals.
  if (type !== 'person' && type !== 'pet' && /^(?:the )?\p{Lu}{2,6}$/u.test(text.trim())) return true;
  const isPlain = words.every((word) => STOP_WORDS.has(word) || VAGUE.has(word));
  // Films and books are called Her, It and Us, and a title may be a sentence.
  if (type === 'work') return !isPlain || /^\p{Lu}/u.test(text.trim());
  if (isPlain && !CAPITALISED_NAMES.has(text.trim())) return false;
  if (PROPER.has(type) && SENTENCE.test(foldWords(text))) return false;
  if (type !== 'person' && type !== 'pet' && type !== 'place') return true;
  if (text.trim().split(/\s+/).length > MAX_PROPER_WORDS) return false;
  if (type === 'place') return true;
  if (CAPITALISED_NAMES.has(text.trim())) return true;
  if (!words.some((word) => /\p{L}/u.test(word))) return false;
  return !words.every((word) => ROLES.has(word) || BESIDE_ROLES.has(word) || STOP_WORDS.has(word) || VAGUE.has(word));
}
