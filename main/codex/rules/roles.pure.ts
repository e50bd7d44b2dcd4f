import type { Token } from './token.pure.ts';

/** A word for someone by what they are to another. */
export type Role = {
  readonly relation: string;
  readonly gender: 'm' | 'f' | null;
  readonly type: 'person' | 'pet';
  readonly isPlural: boolean;
  /** "ex", "former": no longer. */
  readonly isFormer: boolean;
  readonly species: string | null;
  readonly breed: string | null;
};

/** relation: nouns, by gender m, f or - for unknown. */
const PEOPLE: readonly (readonly [relation: string, gender: 'm' | 'f' | '-', nouns: string])[] = [
  ['partner', 'm', 'husband|boyfriend|fiancé|hubby|bf'],
  ['partner', 'f', 'wife|girlfriend|fiancée|gf|wifey'],
  ['partner', '-', 'partner|spouse|fiance|fiancee|significant other|life partner'],
  [
    'former partner',
    'm',
    'ex-husband|ex-boyfriend|ex husband|ex boyfriend|former husband|former boyfriend|late husband',
  ],
  ['former partner', 'f', 'ex-wife|ex-girlfriend|ex wife|ex girlfriend|former wife|former girlfriend|late wife'],
  ['former partner', '-', 'ex|ex-partner|ex partner|former partner'],
  ['parent', 'm', 'father|dad|papa|daddy|stepfather|stepdad|pa'],
  ['parent', 'f', 'mother|mum|mom|mama|mummy|mommy|stepmother|stepmum|stepmom|mam'],
  ['child', 'm', 'son|stepson|baby boy|little boy|eldest son'],
  ['child', 'f', 'daughter|stepdaughter|baby girl|little girl'],
  ['child', '-', 'child|kid|baby|toddler|newborn|firstborn'],
  ['sibling', 'm', 'brother|half-brother|stepbrother|half brother|twin brother|kid brother|bro'],
  ['sibling', 'f', 'sister|half-sister|stepsister|half sister|twin sister|kid sister|sis'],
  ['sibling', '-', 'sibling|twin'],
  ['grandparent', 'm', 'grandfather|grandpa|granddad|grandad|gramps|great-grandfather'],
  ['grandparent', 'f', 'grandmother|grandma|granny|gran|nan|nana|great-grandmother'],
  ['grandchild', 'm', 'grandson'],
  ['grandchild', 'f', 'granddaughter'],
  ['grandchild', '-', 'grandchild|grandkid'],
  [
    'relative',
    'm',
    'uncle|nephew|father-in-law|brother-in-law|son-in-law|father in law|brother in law|son in law|great-uncle',
  ],
  [
    'relative',
    'f',
    'aunt|auntie|aunty|niece|mother-in-law|sister-in-law|daughter-in-law|mother in law|sister in law|daughter in law|great-aunt',
  ],
  ['relative', '-', 'cousin|second cousin'],
  [
    'friend',
    '-',
    'friend|best friend|mate|buddy|bestie|pal|close friend|best mate|childhood friend|old friend|school friend|penpal|pen pal|pen friend',
  ],
  [
    'neighbour',
    '-',
    'neighbour|neighbor|next-door neighbour|next-door neighbor|upstairs neighbour|downstairs neighbour',
  ],
  ['roommate', '-', 'roommate|flatmate|housemate|room-mate|flat-mate|roomie|room mate|flat mate'],
  ['reports to', '-', 'boss|manager|supervisor|line manager|team lead|team leader|new boss|direct manager'],
  ['colleague', '-', 'colleague|coworker|co-worker|workmate|work colleague|deskmate|teammate at work'],
  [
    'doctor',
    '-',
    'doctor|gp|dentist|therapist|vet|cardiologist|dermatologist|psychiatrist|psychologist|physiotherapist|physio|optician|paediatrician|pediatrician|gynaecologist|gynecologist|midwife|orthodontist|counsellor|family doctor|eye doctor|neurologist|oncologist|chiropractor|surgeon',
  ],
  ['rents from', 'm', 'landlord'],
  ['rents from', 'f', 'landlady'],
];
/** A role's end: an old boss is a former one, an old friend is not. */
const CAN_BE_FORMER = /^(reports to|colleague|neighbour|roommate|rents from|doctor)$/;
const FORMER = new Set(['former', 'ex', 'old', 'previous', 'last', 'ex-']);

const SPECIES =
  'dog|cat|puppy|kitten|rabbit|bunny|hamster|guinea pig|parrot|budgie|parakeet|horse|pony|donkey|tortoise|turtle|goldfish|fish|snake|lizard|gecko|iguana|ferret|rat|mouse|gerbil|chinchilla|hen|chicken|canary|cockatiel|hedgehog|goat|sheep|pig|duck|bearded dragon|corn snake|axolotl|frog|alpaca|llama';
const YOUNG: Readonly<Record<string, string>> = {
  puppy: 'dog',
  kitten: 'cat',
  bunny: 'rabbit',
  pony: 'horse',
  doggo: 'dog',
  kitty: 'cat',
  pup: 'dog',
};
const BREEDS: Readonly<Record<string, string>> = {
  dog: 'beagle|labrador|lab|golden retriever|retriever|poodle|corgi|dachshund|husky|pug|bulldog|french bulldog|border collie|collie|german shepherd|greyhound|whippet|terrier|spaniel|cocker spaniel|springer spaniel|chihuahua|rottweiler|dalmatian|boxer|great dane|shih tzu|pomeranian|schnauzer|labradoodle|cockapoo|cavapoo|maltese|shiba inu|akita|samoyed|vizsla|weimaraner|border terrier|jack russell|yorkshire terrier|saint bernard|bernese mountain dog|australian shepherd|sheepdog|setter|irish setter|pointer|malinois|basset hound|bichon frise|bichon|staffie',
  cat: 'siamese|maine coon|ragdoll|bengal|persian|sphynx|british shorthair|russian blue|burmese|birman|abyssinian|norwegian forest cat|tabby cat|tabby|tortoiseshell cat|ginger cat|tuxedo cat',
};
const NO_BREED = /tabby|tortoiseshell|ginger|tuxedo/;
const PLURALS: Readonly<Record<string, string>> = {
  child: 'children',
  wife: 'wives',
  mouse: 'mice',
  puppy: 'puppies',
  kitty: 'kitties',
  fish: 'fish',
  sheep: 'sheep',
  bunny: 'bunnies',
};

const pluralOf = (noun: string): string =>
  PLURALS[noun] ??
  (/-in-law$/.test(noun) ? noun.replace('-in-law', 's-in-law') : /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`);

const ROLES = new Map<string, Role>();

function addRole(noun: string, role: Omit<Role, 'isPlural'>): void {
  ROLES.set(noun, { ...role, isPlural: false });
  const plural = pluralOf(noun);
  if (!ROLES.has(plural)) ROLES.set(plural, { ...role, isPlural: true });
}

for (const [relation, gender, nouns] of PEOPLE)
  for (const noun of nouns.split('|'))
    addRole(noun, {
      relation,
      gender: gender === '-' ? null : gender,
      type: 'person',
      isFormer: false,
      species: null,
      breed: null,
    });
for (const noun of [...SPECIES.split('|'), ...Object.keys(YOUNG)])
  addRole(noun, {
    relation: 'pet',
    gender: null,
    type: 'pet',
    isFormer: false,
    species: YOUNG[noun] ?? noun,
    breed: null,
  });
for (const [species, nouns] of Object.entries(BREEDS))
  for (const noun of nouns.split('|'))
    addRole(noun, {
      relation: 'pet',
      gender: null,
      type: 'pet',
      isFormer: false,
      species,
      breed: NO_BREED.test(noun) ? null : noun,
    });
// "parents" and the like stand for several: never one subject.
for (const noun of ['parents', 'grandparents', 'folks', 'in-laws'])
  ROLES.set(noun, {
    relation: noun === 'grandparents' ? 'grandparent' : noun === 'in-laws' ? 'relative' : 'parent',
    gender: null,
    type: 'person',
    isPlural: true,
    isFormer: false,
    species: null,
    breed: null,
  });

/** Between an owner and a role without changing who is meant. */
const ADJECTIVES = new Set(
  `old older oldest young younger youngest elder eldest little big twin dear good close great lovely beautiful adopted foster
   new only late other first second third middle own sweet wonderful amazing poor crazy favourite favorite baby actual
   two three four five both former previous ex last darling adorable cute rescue black white brown grey gray ginger fluffy
   fat tiny large small female male elderly three-legged half future long-time longtime current dearest beloved`.split(
    /\s+/,
  ),
);

export type RoleAt = { readonly role: Role; readonly label: string; readonly next: number };

/** The longest role that begins at `at`, adjectives before it allowed. */
export function readRole(tokens: readonly Token[], at: number): RoleAt | null {
  let isFormer = false;
  for (let i = at; i < at + 6 && i < tokens.length; i += 1) {
    for (const length of [4, 3, 2, 1]) {
      const words = tokens.slice(i, i + length);
      if (words.length < length) continue;
      const label = words.map(({ word }) => word).join(' ');
      const role = ROLES.get(label);
      if (role === undefined) continue;
      // "half sister", "best friend's": what is longer was looked for first.
      const canBeFormer = isFormer && CAN_BE_FORMER.test(role.relation);
      const isFormerPartner =
        role.relation === 'partner' &&
        tokens.slice(at, i).some(({ word }) => word === 'former' || word === 'ex' || word === 'late');
      const relation = isFormerPartner ? 'former partner' : role.relation;
      return { role: { ...role, relation, isFormer: canBeFormer }, label, next: i + length };
    }
    const word = tokens[i]?.word ?? '';
    if (!ADJECTIVES.has(word) && !/^(?:\d{1,2}(?:-year-old)?|years?)$/.test(word)) return null;
    if (FORMER.has(word)) isFormer = true;
  }
  return null;
}

const wordsOf = (isWanted: (role: Role) => boolean): ReadonlySet<string> =>
  new Set(
    [...ROLES].filter(([, role]) => role.type === 'pet' && !role.isPlural && isWanted(role)).map(([noun]) => noun),
  );
export const SPECIES_WORDS = wordsOf(({ breed }) => breed === null);
export const BREED_WORDS = wordsOf(({ breed }) => breed !== null);
