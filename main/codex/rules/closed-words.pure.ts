import type { EntityType } from '../../contract/codex.ts';
import * as lists from './lists.pure.ts';
import { BREED_WORDS, SPECIES_WORDS } from './roles.pure.ts';
import { numberOf } from './values.pure.ts';

/** A closed group of words: `find` gives the value for words in lower case, or null. */
export type Closed = {
  readonly type: EntityType | 'text';
  readonly find: (text: string) => string | null;
  readonly isList?: boolean;
  /** The value is a number, however it was written. */
  readonly isNumber?: boolean;
};

const inSet =
  (set: ReadonlySet<string>) =>
  (text: string): string | null =>
    set.has(text) ? text : null;
const inMap =
  (map: Readonly<Record<string, string>>) =>
  (text: string): string | null =>
    Object.hasOwn(map, text) ? (map[text] ?? null) : null;
const matching =
  (pattern: RegExp) =>
  (text: string): string | null =>
    pattern.test(text) ? text : null;

const JOB_PREFIX =
  /^(?:senior|junior|lead|head|chief|trainee|apprentice|freelance|self-employed|registered|assistant|deputy|principal|staff|part-time|full-time|professional|primary|secondary|high school|night|paediatric|pediatric|veterinary|mental health|sous|pastry|data|software|school|hospital|bus|truck|train|tram|ship|science|sports|wedding|travel|court|police|concert|opera|jazz|children's|family|criminal|tax|patent|book|film|tv|radio|sound|lighting|stage|landscape|furniture|web|game|mobile|embedded|machine learning|ai|security|network|database|cloud|test|qa|quality|process|production|sales|hr|marketing|content|community|account|research|lab|clinical|dental|nurse|maths|math|music|art|history|english|french|german|spanish|physics|chemistry|biology|geography|pe|drama|dance|piano|guitar|violin|swimming|tennis|yoga|fitness|ski|driving|flight|postdoctoral|visiting|associate|executive|legal|medical|financial|technical|industrial|marine|wildlife|forest|park|tour|museum|city|town|civil|structural|mechanical|electrical|chemical|environmental|aerospace|nuclear|solar|wind|railway|maintenance|heating|gas|car|bike|bicycle|motorcycle|aircraft|elevator|lift|roof|glass|wood|metal|stone|hotel|restaurant|café|cafe|bar|ward|theatre|kitchen|line|deli|bank|insurance|stock|investment|real estate|property|union|care|support|social|youth|crime|fashion|interior|graphic|product|ux|ui|motion|3d|floral|hair|make-up|makeup|nail|ferry|harbour|harbor) /;

/** "senior nurse", "tax lawyer": a job with what narrows it down. */
function findJob(text: string): string | null {
  let rest = text;
  for (let steps = 0; steps < 3; steps += 1) {
    if (lists.JOBS.has(rest)) return text;
    if (!JOB_PREFIX.test(rest)) return null;
    rest = rest.replace(JOB_PREFIX, '');
  }
  return lists.JOBS.has(rest) ? text : null;
}

const withoutLead =
  (set: ReadonlySet<string>) =>
  (text: string): string | null => {
    const bare = text.replace(
      /^(?:a little|a bit of|a little bit of|some|fluent|basic|native|broken|conversational|both|mild|severe|chronic|bad|terrible|frequent|the|seasonal) /,
      '',
    );
    return set.has(bare) && bare === text ? text : set.has(text) ? text : null;
  };

const AGE = (text: string): string | null => {
  const number = numberOf(text.replace(/(?: years? old| yrs? old| years? of age|yo)$/, ''));
  return number !== null && number > 0 && number < 120 ? String(number) : null;
};
const YEARS = (text: string): string | null => {
  const found = /^(.+?)[ -]years?$/.exec(text) ?? /^(.+?)[ -]months?$/.exec(text);
  const number = numberOf(found?.[1] ?? '');
  return number === null || /month/.test(text) ? null : String(number);
};
const KOSHER = new Set(['kosher', 'halal']);

export const CLOSED: Readonly<Record<string, Closed>> = {
  job: { type: 'text', find: findJob },
  sport: { type: 'topic', find: inSet(lists.SPORTS), isList: true },
  'sport-doing': { type: 'topic', find: inSet(lists.SPORT_DOINGS), isList: true },
  'any-sport': {
    type: 'topic',
    find: (text) => (lists.SPORTS.has(text) || lists.SPORT_DOINGS.has(text) ? text : null),
    isList: true,
  },
  instruments: { type: 'thing', find: inSet(lists.INSTRUMENTS), isList: true },
  game: { type: 'work', find: inSet(lists.GAMES), isList: true },
  languages: { type: 'topic', find: withoutLead(lists.LANGUAGES), isList: true },
  nationality: { type: 'text', find: inSet(lists.NATIONALITIES), isList: true },
  religion: { type: 'topic', find: inSet(lists.RELIGIONS) },
  faith: {
    type: 'topic',
    find: matching(
      /^(?:islam|christianity|judaism|buddhism|hinduism|catholicism|sikhism|orthodox christianity|paganism)$/,
    ),
  },
  orientation: { type: 'text', find: inSet(lists.ORIENTATIONS) },
  gender: { type: 'text', find: inSet(lists.GENDERS) },
  marital: { type: 'text', find: inSet(lists.MARITAL) },
  'got-married': { type: 'text', find: matching(/^(?:married|engaged|divorced|separated)$/) },
  diet: { type: 'text', find: (text) => (lists.DIETS.has(text) || KOSHER.has(text) ? text : null) },
  condition: {
    type: 'topic',
    find: (text) =>
      withoutLead(lists.CONDITIONS)(text) ??
      withoutLead(lists.CONDITIONS)(
        text.replace(
          /^(?:mild|severe|chronic|bad|terrible|seasonal|clinical|generalised|generalized|early-onset) /,
          '',
        ),
      ),
    isList: true,
  },
  ill: {
    type: 'topic',
    find: inMap(
      Object.fromEntries(Object.entries(lists.CONDITION_ADJECTIVES).filter(([word]) => word !== 'lactose intolerant')),
    ),
  },
  intolerant: {
    type: 'topic',
    find: (text) => /^(lactose|gluten|histamine|fructose)[ -]intolerant$/.exec(text)?.[1] ?? null,
  },
  allergy: {
    type: 'topic',
    find: (text) =>
      /^(?:severe |bad |mild |serious |nasty |terrible |strong )?([\p{L}]+(?: [\p{L}]+)?) (?:allergy|allergies|intolerance)$/u.exec(
        text,
      )?.[1] ?? null,
  },
  breed: { type: 'text', find: inSet(BREED_WORDS) },
  species: { type: 'text', find: inSet(SPECIES_WORDS) },
  pronouns: {
    type: 'text',
    find: matching(
      /^(?:she\/her(?:\/hers)?|he\/him(?:\/his)?|they\/them(?:\/theirs)?|she\/they|he\/they|they\/she|they\/he|xe\/xem|ze\/zir|it\/its|any pronouns)$/,
    ),
  },
  blood: { type: 'text', find: matching(lists.BLOOD) },
  age: { type: 'text', find: AGE, isNumber: true },
  years: { type: 'text', find: YEARS, isNumber: true },
  subject: {
    type: 'topic',
    find: matching(
      /^(?:\p{L}+ ){0,2}(?:\p{L}+ology|\p{L}+nomics|\p{L}+onomy|\p{L}+sophy|\p{L}*graphy|mathematics|maths|math|physics|chemistry|law|medicine|history|literature|linguistics|engineering|architecture|art|fine arts|art history|music|nursing|computer science|business|marketing|finance|accounting|politics|political science|international relations|statistics|education|philosophy|theology|journalism|design|graphic design|drama|film|media studies|languages|french|spanish|german|italian|japanese|chinese|russian|arabic|english|latin|classics|dentistry|pharmacy|botany|nutrition|social work|data science|robotics|agriculture|forestry|veterinary medicine|law|genetics|neuroscience|biochemistry|biomedicine|logistics|tourism|translation|archaeology|divinity|creative writing|machine learning|artificial intelligence|cybersecurity|urban planning|fashion|culinary arts|photography|physiotherapy|midwifery|management|public health)$/u,
    ),
    isList: true,
  },
  height: {
    type: 'text',
    find: matching(
      /^(?:\d(?:[.,]\d{1,2})? ?m(?:etres?|eters?)?|1\d\d ?(?:cm|centimetres|centimeters)|[4-7]'(?:\d{1,2}"?)?|[4-7] ?(?:ft|feet|foot)(?: \d{1,2}(?: ?(?:in|inches))?)?)$/,
    ),
  },
  weight: {
    type: 'text',
    find: matching(/^\d{1,3}(?:[.,]\d)? ?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds|stone|st)(?: \d{1,2})?$/),
  },
  email: { type: 'text', find: matching(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/) },
  phone: { type: 'text', find: matching(/^\+?[(]?\d[\d ().-]{4,18}\d$/) },
  doing: {
    type: 'text',
    find: matching(
      /^(?:swimming|running|climbing|bouldering|cycling|hiking|jogging|dancing|rowing|skiing|surfing|walking|sailing|riding|skating|kayaking)$/,
    ),
  },
  vehicle: {
    type: 'text',
    find: matching(
      /^(?:bike|bicycle|bus|train|tram|metro|subway|car|ferry|tube|underground|motorbike|scooter|e-bike|foot|boat|moped|carpool|light rail)$/,
    ),
  },
  transit: { type: 'text', find: matching(/^(?:bus|train|tram|metro|subway|ferry|tube|underground|light rail)$/) },
  clock: {
    type: 'text',
    find: matching(
      /^(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|(?:half past |quarter past |quarter to )?(?:five|six|seven|eight|nine|ten|eleven|four|three|noon|dawn|sunrise)(?: thirty|-thirty)?(?: in the morning| o'clock)?)$/,
    ),
  },
  politics: {
    type: 'text',
    find: matching(
      /^(?:liberal|conservative|socialist|social democrat|libertarian|communist|anarchist|democrat|republican|labour voter|green voter|feminist|centrist|progressive|monarchist|leftist|pacifist)$/,
    ),
  },
};
