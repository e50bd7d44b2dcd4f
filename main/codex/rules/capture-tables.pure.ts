import type { EntityType } from '../../contract/codex.ts';
import * as lists from './lists.pure.ts';
import type { Kind } from './objects.pure.ts';
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
  /^(?:senior|junior|lead|head|chief|trainee|apprentice|freelance|self-employed|registered|assistant|deputy|principal|staff|part-time|full-time|professional|qualified|trained|certified|primary|secondary|high school|night|paediatric|pediatric|veterinary|mental health|sous|pastry|data|software|school|hospital|bus|truck|train|tram|ship|science|sports|wedding|travel|court|police|concert|opera|jazz|children's|family|criminal|tax|patent|book|film|tv|radio|sound|lighting|stage|landscape|furniture|web|game|mobile|embedded|machine learning|ai|security|network|database|cloud|test|qa|quality|process|production|sales|hr|marketing|content|community|account|research|lab|clinical|dental|nurse|maths|math|music|art|history|english|french|german|spanish|physics|chemistry|biology|geography|pe|drama|dance|piano|guitar|violin|swimming|tennis|yoga|fitness|ski|driving|flight|postdoctoral|visiting|associate|executive|legal|medical|financial|technical|industrial|marine|wildlife|forest|park|tour|museum|city|town|civil|structural|mechanical|electrical|chemical|environmental|aerospace|nuclear|solar|wind|railway|maintenance|heating|gas|car|bike|bicycle|motorcycle|aircraft|elevator|lift|roof|glass|wood|metal|stone|hotel|restaurant|café|cafe|bar|ward|theatre|kitchen|line|deli|bank|insurance|stock|investment|real estate|property|union|care|support|social|youth|crime|fashion|interior|graphic|product|ux|ui|motion|3d|floral|hair|make-up|makeup|nail|ferry|harbour|harbor) /;

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

/** Words read as an object that must then look like what is meant. `test` and `not` see them in lower case. */
export type Shape = {
  readonly type: EntityType | 'text';
  readonly kind: Kind;
  readonly test?: RegExp;
  readonly not?: RegExp;
  readonly first?: RegExp;
  readonly notFirst?: RegExp;
  readonly strip?: ReadonlySet<string>;
  /** One common given name is somebody. */
  readonly isTitle?: boolean;
  /** Words before which it ends. */
  readonly until?: RegExp;
  readonly isProper?: boolean;
  readonly isList?: boolean;
};

const NO_THING =
  /^(?:it|them|out|up|in|into|that|a lot|lots|time|problem|idea|way|one|ones|mind|temper|weight|hope|interest|track|count|sleep|job|patience|game|control|touch|focus|money|faith|contact|everything|day|week|race|bet|argument|heart|appetite|balance|consciousness|virginity|respect|cool)s?$/;
const DEMONSTRATIVE =
  /^(?:it|this|that|these|those|you|your|him|her|them|me|us|when|how|what|where|who|why|if|the way|not|being|having|seeing|hearing|knowing|working with you|talking to you)$/;
const COURSE =
  /(?:^|\s)(?:class|classes|course|courses|lessons|workshops?|bootcamp|seminar|training|evening classes|academy|lectures)$/;
const HAPPENING =
  /(?:^|\s)(?:fair|concert|festival|wedding|conference|exhibition|party|gig|play|opera|ballet|match|game|reunion|funeral|workshop|meetup|convention|show|musical|parade|carnival|market|lecture|talk|premiere|screening|graduation|ceremony|gala|auction|marathon|protest|demonstration|march|retreat|summit|recital|tournament|grand prix|hackathon|open day|vigil|fundraiser|picnic|barbecue|bbq|baptism|christening|christmas market|book launch|quiz night|poetry reading|reading|camp|expo|derby|final|finals|world cup|olympics|fete|fête|rodeo|ceilidh|rave|bar mitzvah|book fair|car boot sale|flea market)$/;
const CLUB =
  /(?:^|\s)(?:club|choir|band|orchestra|team|gym|union|society|association|league|group|party|committee|guild|council|troupe|cooperative|co-op|federation|board|church|lodge|quartet|ensemble|academy|community|network|collective|crew|squad|chapter|fire brigade|scouts|army|navy|air force|rotary)$/i;
const DEGREE =
  /^(?:phd|ph\.d|doctorate|doctoral degree|master's|masters|master's degree|masters degree|bachelor's|bachelors|bachelor's degree|bachelors degree|bachelor|master|mba|ba|bsc|msc|ma|llb|llm|md|degree|diploma|associate degree|associate's degree)(?: (?:degree )?(?:in|of) .+)?$/;
const BODY =
  /^(?:(?:left|right|my|both|little|big|index|middle|ring|lower|upper) )*(?:wrist|arm|leg|ankle|foot|toe|finger|thumb|collarbone|rib|ribs|knee|elbow|shoulder|hip|nose|jaw|hand|back|neck|achilles|achilles tendon|hamstring|calf|calf muscle|meniscus|acl|kneecap|tailbone|pelvis|skull|heel|groin|shin|tendon|ligament|wrists|ankles|rotator cuff|spine|muscle|tooth|fingers|toes|cheekbone)$/;
const FILM_NOT =
  /^(?:tv|television|it|this|that|you|him|her|them|a|the news|news|some|movies|films|series|videos|youtube|netflix|football|a lot|people|birds|something|my|the kids|shows|sports|one|doctor|the doctor|dentist|a doctor|someone|game|match)\b/;
const MEDICINE =
  /(?:formin|pril|sartan|statin|mycin|cillin|prazole|oxetine|triptan|azepam|azolam|olol|thyroxine|profen|cetamol|aspirin|insulin|warfarin|prednisone|prednisolone|gabapentin|pregabalin|lithium|sertraline|citalopram|bupropion|trazodone|faxine|montelukast|salbutamol|albuterol|methotrexate|umab|ximab|zumab|ritalin|adderall|concerta|xanax|prozac|zoloft|lexapro|cetirizine|loratadine|fexofenadine|melatonin|antihistamines?|beta[ -]blockers?|antidepressants|blood thinners|statins|tamoxifen|dipine|furosemide|lamotrigine|valproate|carbamazepine|levetiracetam|quetiapine|olanzapine|risperidone|allopurinol|colchicine|naproxen|codeine|tramadol|amitriptyline|spironolactone|hydrochlorothiazide|clopidogrel|apixaban|xarelto|eliquis|ozempic|semaglutide|methylphenidate|mesalazine|hydroxychloroquine|birth control|birth control pills|the pill|antibiotics|iron tablets|iron supplements|vitamin [a-z]\d{0,2}|vitamin [a-z]\d{0,2} supplements|steroids|ventolin|ibuprofen|paracetamol|antacids|sumatriptan|folic acid|magnesium|creatine|tablets for .+|medication for .+)$/;
const DRINK =
  /(?:^|\s)(?:tea|teas|coffee|water|juice|milk|wine|beer|alcohol|soda|cola|coke|lemonade|kombucha|espresso|espressos|cappuccinos?|lattes?|matcha|mate|yerba mate|whisky|whiskey|gin|vodka|rum|smoothies|hot chocolate|cocoa|chai|kefir|energy drinks|decaf|cider|americanos?|soft drinks|spirits|caffeine|ale|stout|champagne|prosecco|sake|rooibos|oat milk|flat whites?|fizzy drinks|pop|liquor|cocktails|buttermilk|sherry|port|mead|diet coke|pepsi|tonic)$/;
const FOOD_NOT =
  /^(?:out|breakfast|lunch|dinner|well|enough|properly|much|before|after|at|with|anything|here|there|in|late|alone|together|healthily|healthy|like|that|this|it|supper|food|people)\b/;
const FEAST =
  /^(?:christmas|easter|diwali|hanukkah|eid|eid al-fitr|eid al-adha|ramadan|thanksgiving|halloween|new year|new year's eve|lunar new year|chinese new year|passover|rosh hashanah|yom kippur|holi|nowruz|midsummer|st patrick's day|saint patrick's day|st\.? lucia|saint nicholas|sinterklaas|carnival|purim|kwanzaa|vesak|orthodox christmas|orthodox easter|day of the dead|epiphany|lent|shabbat|sukkot|navratri|pongal|onam|songkran|bastille day|burns night|bonfire night|king's day|walpurgis night|three kings|name days?|obon|tet|losar|mid-autumn festival|st nicholas|advent|mardi gras|pentecost)$/;
const SMALL_WORDS = new Set(['to', 'on', 'is', 'that']);

export const SHAPES: Readonly<Record<string, Shape>> = {
  liked: {
    until: /^(?:when|in the|as)$/,
    type: 'topic',
    kind: 'topic',
    strip: new Set(['to']),
    notFirst: DEMONSTRATIVE,
    not: /^(?:idea|way|sound|look|fact|thought|be|have|know|see|hear|think|do|get|say|help|wife|husband|girlfriend|boyfriend|partner|mum|mom|dad|kids|children|family|dog|cat|life|answer|suggestion|response|work|name|one|most|all|everything|thing|things)(?: of)?\b/,
  },
  preferred: {
    until: /^(?:to|over|than|rather|instead|because|when|,)$/,
    type: 'text',
    kind: 'topic',
    strip: new Set(['to']),
    notFirst: DEMONSTRATIVE,
  },
  visited: {
    type: 'place',
    kind: 'place',
    isProper: true,
    not: /^(?:school|bed|work|college|university|church|town|sleep|court|jail|prison|hospital|monday|friday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|tesco|ikea|starbucks|mcdonald's|lidl|aldi|walmart|costco|netflix|google|lots|hell|home|visit)\b|'s\b/,
  },
  address: {
    type: 'text',
    kind: 'text',
    test: /^\d{1,5}[a-z]? \p{L}|\p{L}[\p{L} .'-]+ \d{1,5}[a-z]?(?:,|$| )/u,
    not: /years|months|floor|minutes/,
  },
  workplace: {
    type: 'organisation',
    kind: 'organisation',
    isProper: true,
    test: /(?:department|office|ministry|university|college|hospital|school|company|institute|library|museum|agency|labs?|clinic|bank|bakery|council)/,
  },
  employer: {
    type: 'organisation',
    kind: 'organisation',
    isProper: true,
    not: /^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|facebook|twitter|instagram|whatsapp|reddit|tiktok|smoking|london|paris|berlin|madrid|rome|oslo)\b/,
  },
  team: {
    until: /^(?:at|for|with|since|and)$/,
    type: 'organisation',
    kind: 'topic',
    test: /(?:^|\s)(?:team|department|division|group|squad|unit|office|branch|shop|store|crew|staff|lab|project)\b/,
  },
  hours: {
    type: 'text',
    kind: 'text',
    test: /^(?:nights?|night shifts?|early shifts?|late shifts?|days|weekends|mornings|evenings|afternoons|shifts|part-time|part time|full-time|full time|(?:from )?(?:\d|six|seven|eight|nine|ten|noon|midnight).* (?:to|till|until) .*|\d{1,2}.*(?:to|-|–|until) .*\d.*|nine to five|\d+ hours a week|.* to .* (?:shift|hours)|.*(?:four|three|five|two) days a week|on weekends|monday to .*|mondays to .*)$/,
  },
  school: {
    type: 'organisation',
    kind: 'organisation',
    isProper: true,
    test: /(?:university|college|school|academy|institute|lyceum|polytechnic|conservatory|conservatoire|uni\b|faculty|seminary|gymnasium|universiteit|hochschule|\bmit\b|\beth\b|\bucl\b)/,
  },
  degree: { type: 'text', kind: 'topic', test: DEGREE },
  club: {
    until: /^(?:in|at|on|last|with|called|near|for|two|three|and)$/,
    type: 'organisation',
    kind: 'organisation',
    test: CLUB,
    not: /^(?:call|zoom|the call|meeting)/,
  },
  'a-job': {
    type: 'text',
    kind: 'noun',
    strip: new Set(['a', 'an', 'the']),
    test: /^(?:[\p{L}'-]+ ){0,3}[\p{L}-]*(?:er|or|ist|ian|nurse|chef|vet|clerk|cook|guide|pilot|guard|model|judge|priest|analyst|assistant|surgeon|consultant|accountant|attendant|agent|representative|architect|mechanic|electrician|coach|maid|barista|artist|poet|tailor|butcher|plumber|carpenter|welder|ranger|officer|associate|specialist|intern|apprentice|secretary|captain|trainee|expert|worker|driver|engineer)$/u,
  },
  become: { type: 'text', kind: 'plan', test: /^becom(?:e|ing) an? \p{L}/u },
  'own-name': {
    type: 'text',
    kind: 'noun',
    notFirst: /^(?:a|an|the|not|on|out|in|upon|to|back|very|so)$/,
    not: /^(?:confused|tired|here|back|vegetarian|stupid|crazy|names)\b|\d/,
  },
  'partner-role': {
    type: 'person',
    kind: 'noun',
    test: /^(?:boyfriend|girlfriend|husband|wife|partner|fiancé|fiancée|fiance|fiancee)$/,
  },
  project: {
    type: 'project',
    kind: 'project',
    test: /(?:^|\s)(?:thesis|dissertation|novel|website|app|game|book|screenplay|script|album|blog|podcast|cookbook|memoir|comic|portfolio|documentary|treehouse|shed|boat|model railway|model ship|robot|house|cabin|prototype|plugin|library|compiler|bot|quilt|board game|synthesizer|greenhouse|chatbot|tool)$/,
  },
  allergy2: { type: 'topic', kind: 'topic' },
  medicine: { type: 'thing', kind: 'thing', test: MEDICINE },
  body: { type: 'text', kind: 'noun', strip: new Set(['my', 'his', 'her', 'a', 'the']), test: BODY },
  interest: {
    type: 'topic',
    kind: 'topic',
    notFirst: DEMONSTRATIVE,
    not: /^(?:buying|selling|hearing|knowing|seeing|getting|trying|joining|learning more|more|anything|something|finding|hiring|renting|working|what)\b/,
  },
  feared: { type: 'topic', kind: 'topic', notFirst: DEMONSTRATIVE, not: /^(?:worst|reaction|consequences|future)$/ },
  subscribed: { type: 'work', kind: 'title', isProper: true, notFirst: /^(?:your|this|that|it|them)$/ },
  dr: {
    type: 'person',
    kind: 'person',
    until: /^(?:every|each|twice|once|on|for|about|at|in|next|last|this)$/,
    test: /^(?:dr|doctor)\.? /,
  },
  food: { type: 'topic', kind: 'topic', not: FOOD_NOT },
  'given-up': {
    type: 'topic',
    kind: 'topic',
    not: /^(?:my|the|on|it|hope|that|trying|everything|work|job|smoking|drinking|coffee|alcohol|tea|wine|beer|playing|\p{L}+ing)\b/u,
  },
  drink: {
    type: 'topic',
    kind: 'topic',
    test: DRINK,
    not: /^(?:cups?|glass|glasses|bottles?|litres?|liters?|pints?|lots?|mugs?|bit) of /,
  },
  often: {
    type: 'text',
    kind: 'text',
    test: /^(?:every|each|once|twice|(?:two|three|four|five|six|\d) (?:times|days|mornings|evenings|nights)|daily|weekly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|most (?:days|mornings|weekends|evenings)|before work|after work|in the mornings?|regularly|(?:\d+|ten|five|twenty) (?:k|km|kilometres|kilometers|miles|laps|minutes)\b.*(?:every|a week|a day|times)|(?:about|around) (?:two|three|four|five|six|\d) times)/,
  },
  when: {
    type: 'text',
    kind: 'text',
    test: /^(?:every|each|once|twice|daily|before|after|in the|at|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|most|(?:two|three|four|\d+|ten|twenty|five|fifteen|thirty) (?:times|minutes|days)|for (?:ten|twenty|five|fifteen|thirty|\d+) minutes)/,
    not: /^before i\b|^at the moment|^in the (?:end|future|past)|^after all|^at (?:all|least|last|first)/,
  },
  doing: {
    type: 'text',
    kind: 'noun',
    test: /^(?:swimming|running|climbing|bouldering|cycling|hiking|jogging|dancing|rowing|skiing|surfing|walking|sailing|horse riding|skating)/,
  },
  'thing-liked': { type: 'topic', kind: 'topic' },
  hobby: {
    type: 'topic',
    kind: 'topic',
    strip: new Set(['to']),
    notFirst: DEMONSTRATIVE,
    test: /^(?:[\p{L}-]+ ){0,2}(?:[\p{L}-]+ing|photography|pottery|ceramics|calligraphy|origami|crochet|embroidery|chess|yoga|archery|astronomy|astrophotography|genealogy|watercolours|watercolors|beekeeping|falconry|judo|karate|cosplay|carpentry|lego|bonsai|taxidermy|guitar|piano|ballet|capoeira|tennis|golf|woodwork|needlework|improv|magic|salsa|tango)(?: [\p{L}-]+){0,3}$/u,
    not: /^(?:anything|something|everything|nothing|morning|evening)/,
  },
  collected: {
    type: 'thing',
    kind: 'thing',
    not: /^(?:data|information|feedback|myself|thoughts|my thoughts|pension|unemployment|kids|children|parcel|package|dust|debts)/,
  },
  belief: { type: 'text', kind: 'topic', not: /^(?:you|him|her|them|myself|yourself|it|us)$/ },
  opinion: {
    type: 'text',
    kind: 'text',
    test: lists.JUDGES,
    notFirst: /^(?:i|we|my|our|you|your|it|this|that|he|she|they|there|these|those)$/,
  },
  party: {
    type: 'text',
    kind: 'organisation',
    test: /(?:labour|labor|green|greens|conservatives?|tories|liberals?|democrats?|republicans?|liberal democrats|lib dems?|socialists?|social democrats|snp|plaid cymru|sinn féin|christian democrats|spd|cdu|afd|fdp|npd|vvd|d66|left party|centre party|center party|pirate party|party)$/,
  },
  book: {
    type: 'work',
    kind: 'title',
    isProper: true,
    notFirst:
      /^(?:a|an|that|this|about|your|it|on|in|up|more|somewhere|something|news|the news|through|aloud|books?|articles?|between|for|from|as|reviews?)$/,
    not: /(?:book|article|paper|news|docs|documentation|manual|email|message|report|instructions)$/,
  },
  film: {
    type: 'work',
    kind: 'title',
    isProper: true,
    notFirst: /^(?:a|an|that|this|about|your|it|on|my|some|him|her|you|what|how|if|for|over|out|in|dr|mr|mrs|ms)$/,
    not: FILM_NOT,
  },
  seen: {
    type: 'work',
    kind: 'title',
    isProper: true,
    notFirst: /^(?:a|an|that|this|your|it|my|some|him|her|you|what|how|if|dr|mr|mrs|ms|prof|aunt|uncle)$/,
    not: FILM_NOT,
    isTitle: true,
  },
  music: {
    type: 'topic',
    kind: 'topic',
    notFirst: DEMONSTRATIVE,
    not: /^(?:podcasts?|music|songs?|the radio|radio|advice|people|what|my|audiobooks?|some|them|him|her)$/,
  },
  'team-name': {
    type: 'organisation',
    kind: 'organisation',
    isProper: true,
    not: /^(?:windows|linux|python|markdown|unicode|wayland)/,
  },
  'place-like': { type: 'place', kind: 'noun' },
  bought: {
    type: 'thing',
    kind: 'thing',
    not: NO_THING,
    notFirst:
      /^(?:it|that|this|those|these|him|her|them|you|into|me|us|some|something|lunch|dinner|breakfast|food|groceries|tickets?|everything|nothing|milk|bread|drinks)$/,
  },
  sold: {
    type: 'thing',
    kind: 'thing',
    not: NO_THING,
    notFirst: /^(?:it|that|this|those|these|him|her|them|you|out|me|us|some|something)$/,
  },
  lost: {
    until: /^(?:in|on|at|last|yesterday|somewhere|while|and)$/,
    type: 'thing',
    kind: 'thing',
    strip: new Set(['my', 'our']),
    test: /(?:^|\s)(?:ring|wallet|keys|phone|passport|glasses|umbrella|gloves|scarf|earring|earrings|necklace|bracelet|watch|bag|backpack|purse|suitcase|luggage|hat|jacket|coat|card|credit card|bank card|licence|license|driving licence|id card|laptop|headphones|earbuds|camera|bike|notebook|diary|wedding ring|key|airpods|ticket|sunglasses|house keys|car keys|kindle|tablet)$/,
  },
  used: { type: 'thing', kind: 'thing', isProper: true, not: /^(?:google|it|this|that|chatgpt|you)\b/ },
  'owned-thing': { type: 'thing', kind: 'thing', test: lists.THINGS, notFirst: /^(?:the|no|this|that|your)$/ },
  owned: { type: 'thing', kind: 'thing', not: /^(?:it|up|this|company|business|problem|mistakes?)\b/ },
  car: {
    type: 'thing',
    kind: 'thing',
    test: /(?:^|\s)(?:car|van|truck|bmw|vw|\d{4} .*|volkswagen|golf|skoda|škoda|octavia|fabia|toyota|corolla|prius|yaris|honda|civic|ford|fiesta|focus|fiat|panda|renault|clio|zoe|peugeot|citroen|citroën|opel|vauxhall|corsa|audi|mercedes|tesla|model 3|model y|volvo|saab|mazda|nissan|leaf|micra|kia|hyundai|i10|ioniq|seat|ibiza|dacia|sandero|duster|mini|mini cooper|subaru|forester|outback|jeep|land rover|range rover|jaguar|porsche|ferrari|lexus|suzuki|mitsubishi|alfa romeo|lada|chevrolet|chevy|cadillac|pickup|pickup truck|hatchback|estate car|convertible|suv|campervan|lorry|smart|polestar|byd|mg|cupra|twingo|beetle|motorhome|electric car|hybrid)(?:\s|$)/,
    notFirst: /^(?:my|to|your|people)$/,
  },
  ridden: {
    type: 'thing',
    kind: 'thing',
    test: /(?:^|\s)(?:bike|bicycle|motorbike|motorcycle|brompton|scooter|moped|horse|horses|vespa|ducati|harley|harley davidson|harley-davidson|triumph|yamaha|kawasaki|tandem|unicycle|e-bike|trek|cargo bike|ktm|bianchi|cannondale|fixie|gravel bike|royal enfield|pony|ponies|recumbent|specialized|giant|canyon|surly)(?:\s|$)/,
  },
  'phone-model': { type: 'thing', kind: 'thing', test: lists.PHONES },
  'phone-any': { type: 'thing', kind: 'thing', isProper: true },
  'computer-model': { type: 'thing', kind: 'thing', test: lists.COMPUTERS },
  'computer-any': { type: 'thing', kind: 'thing', isProper: true },
  ability: {
    type: 'text',
    kind: 'noun',
    test: /^(?:juggle|swim|sing|whistle|type|touch-type|touch type|knit|sew|crochet|ski|skate|ice skate|ice-skate|roller skate|snowboard|surf|dance|tango|salsa|cook|bake|code|program|yodel|moonwalk|sail|scuba dive|weld|solder|sight-read|beatbox|breakdance|wiggle my ears|read music|read sheet music|read braille|ride a (?:bike|horse|motorcycle|motorbike|unicycle)|do a (?:handstand|cartwheel|backflip|headstand)|do the splits|solve a rubik's cube|drive a (?:truck|tractor|manual|forklift|bus|lorry|stick shift)|drive stick|drive|fly a (?:plane|drone|glider|helicopter)|(?:cook|bake|make) (?:\p{L}+ ?){1,3}|(?:code|program) in \p{L}+|fix (?:bikes|bicycles|cars|clocks|computers|watches)|speak \p{L}+|play (?:chess|the \p{L}+|\p{L}+)|walk on stilts|swim butterfly|knit sweaters|knit socks|do magic tricks|do card tricks|lip-read|read tarot cards|touch my toes|throw pots|shear sheep|milk a cow|milk cows)$/u,
    not: /^make (?:it|that|this|time|sure|you|a|changes|an|do|sense|something|up)\b|^cook (?:it|that|this|something|for)\b|^fix (?:it|that)/,
  },
  learnt: {
    type: 'topic',
    kind: 'topic',
    not: /^(?:a lot|lot|new things|so much|more|how|to|that|from|about|it|something|stuff|things|everything|something new|by)\b/,
    notFirst: /^(?:a|how|to|that|from|about|it|more|so|the|something|what|by)$/,
  },
  lessons: { type: 'topic', kind: 'topic', test: /^$/ },
  certificate: {
    until: /^(?:in|on|last|for|at|and)$/,
    type: 'text',
    kind: 'topic',
    test: /(?:licence|license|certificate|certification|diploma|qualification)$/,
    not: /^(?:birth|marriage|death)/,
  },
  happening: {
    until: /^(?:in|on|at|with|last|this|yesterday|two|three|and|near)$/,
    type: 'event',
    kind: 'event',
    test: HAPPENING,
  },
  course: {
    until: /^(?:on|at|in|every|with|twice|once|for|this|next|last|since|to)$/,
    type: 'topic',
    kind: 'topic',
    test: COURSE,
  },
  feast: { type: 'event', kind: 'event', test: FEAST },
  prize: {
    until: /^(?:at|last|yesterday|with|against|and|two|three|this)$/,
    type: 'text',
    kind: 'topic',
    test: /(?:cup|prize|award|medal|competition|championship|tournament|contest|race|lottery|trophy|scholarship|title|match|game|raffle|marathon|grant|league|election|quiz|bursary|hackathon|place|olympiad|bake-off|audition)(?: .{1,40})?$/,
  },
  service: {
    type: 'work',
    kind: 'title',
    isProper: true,
    test: /^(?:netflix|spotify|disney\+?|disney plus|hbo max|hbo|max|amazon prime|prime|prime video|audible|youtube premium|apple music|apple tv\+?|the new york times|new york times|the guardian|guardian|the economist|economist|hulu|deezer|tidal|dropbox|icloud|chatgpt plus|kindle unlimited|patreon|mubi|crunchyroll|paramount\+?|now tv|sky|hellofresh|le monde|der spiegel|de standaard|strava|duolingo|headspace|notion|adobe|creative cloud|xbox game pass|game pass|playstation plus|nintendo switch online|twitch|substack|medium|linkedin premium|financial times|washington post|wall street journal|babbel|calm|storytel|nebula|github copilot|microsoft 365|office 365|google one)\b/,
  },
  intended: {
    type: 'text',
    kind: 'plan',
    test: /^(?:run|start|learn|build|write|open|launch|paint|renovate|climb|hike|record|publish|plant|host|organi[sz]e|apply|train|redecorate|retire|volunteer|adopt|sell|knit|sew|restore|cycle|walk|swim|finish|submit|defend|perform|exhibit|study|move house|get married|marry) /,
    not: /^(?:start|learn|write|open|finish|apply|sell|run|submit) (?:it|that|this|you|the|up|with|now|over|out|to)\b/,
  },
  saved: { type: 'thing', kind: 'thing', not: /^(?:it|this|that|rainy day|future|later|now|you)$/ },
  appointment: { type: 'text', kind: 'text', test: /appointment(?: .*)?$/, not: /\bago\b/ },
  appointed: {
    type: 'text',
    kind: 'text',
    first:
      /^(?:on|at|with|for|tomorrow|next|this|monday|tuesday|wednesday|thursday|friday|saturday|sunday|in|today|tonight|scheduled|booked|is|to)$/,
    test: /(?:\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|week|month|noon|january|february|march|april|may|june|july|august|september|october|november|december|today|tonight)/,
    not: /^with (?:that|this|it|you)|\bago\b/,
  },
  'to-plan': {
    type: 'text',
    kind: 'plan',
    strip: SMALL_WORDS,
    first: /^(?:[a-z]+)$/,
    notFirst:
      /^(?:a|an|the|not|that|very|so|still|also|going|now|simple|clear|my|unclear|too|ambitious|real|finally|always|on|in|what|how|good|bad|ok|okay|this|it|there|way)$/,
  },
  'by-vehicle': {
    type: 'text',
    kind: 'noun',
    strip: new Set(['by']),
    test: /^(?:bike|bicycle|bus|train|tram|metro|subway|car|ferry|tube|foot)$/,
  },
};
