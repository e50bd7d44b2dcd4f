import * as lists from './lists.pure.ts';
import type { Shape } from './shape.pure.ts';

const DEMONSTRATIVE =
  /^(?:it|this|that|these|those|you|your|him|her|them|me|us|when|how|what|where|who|why|if|the way|not|being|having|seeing|hearing|knowing|working with you|talking to you)$/;
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

/** What one likes, eats, reads and suffers from: words that an object must look like. */
export const MIND_SHAPES: Readonly<Record<string, Shape>> = {
  liked: {
    until: /^(?:when|in the|as)$/,
    type: 'topic',
    kind: 'topic',
    strip: new Set(['to']),
    notFirst: DEMONSTRATIVE,
    not: /^(?:living|working|being|having|going|coming|talking|staying|hanging|hanging out|getting|making|doing|seeing|taking|using|spending|sharing|dealing|looking|waiting|sitting|listening|speaking|coming home|getting up|playing|live|work|play|talk|stay|hang out|go|come|eat|speak|use|make|do)$|^(?:idea|way|sound|look|fact|thought|be|have|know|see|hear|think|do|get|say|help|wife|husband|girlfriend|boyfriend|partner|mum|mom|dad|kids|children|family|dog|cat|life|answer|suggestion|response|work|name|one|most|all|everything|thing|things)(?: of)?\b/,
  },
  preferred: {
    until: /^(?:to|over|than|rather|instead|because|when|,)$/,
    type: 'text',
    kind: 'topic',
    strip: new Set(['to']),
    notFirst: DEMONSTRATIVE,
  },
  medicine: { type: 'thing', kind: 'thing', test: MEDICINE },
  body: { type: 'text', kind: 'noun', strip: new Set(['my', 'his', 'her', 'a', 'the']), test: BODY },
  interest: {
    type: 'topic',
    kind: 'topic',
    notFirst: DEMONSTRATIVE,
    not: /^(?:applying|[a-z]+ing (?:a|an|the|my|new|for|more|about|to|it)\b.*|acquiring.*|opening.*|buying|selling|hearing|knowing|seeing|getting|trying|joining|learning more|more|anything|something|finding|hiring|renting|working|what)\b/,
  },
  feared: { type: 'topic', kind: 'topic', notFirst: DEMONSTRATIVE, not: /^(?:worst|reaction|consequences|future)$/ },
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
    test: /^(?:every|each|once|twice|(?:two|three|four|five|six|\d) (?:times|days|mornings|evenings|nights)|daily|weekly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|most (?:days|mornings|weekends|evenings)|before work|after work|in the mornings?|regularly|(?:\d+|ten|five|twenty) ?(?:k|km|kilometres|kilometers|miles|laps|minutes)\b.*(?:every|a week|a day|times)|(?:about|around) (?:two|three|four|five|six|\d) times)/,
  },
  when: {
    type: 'text',
    kind: 'text',
    test: /^(?:every|each|once|twice|daily|before|after|in the|at|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|most|(?:two|three|four|\d+|ten|twenty|five|fifteen|thirty) (?:times|minutes|days)|for (?:ten|twenty|five|fifteen|thirty|\d+) minutes)/,
    not: /^before i\b|^at the moment|^in the (?:end|future|past)|^after all|^at (?:all|least|last|first)/,
  },
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
};
