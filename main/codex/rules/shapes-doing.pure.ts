import * as lists from './lists.pure.ts';
import type { Shape } from './shape.pure.ts';

const NO_THING =
  /^(?:it|them|out|up|in|into|that|a lot|lots|time|problem|idea|way|one|ones|mind|temper|weight|hope|interest|track|count|sleep|job|patience|game|control|touch|focus|money|faith|contact|everything|day|week|race|bet|argument|heart|appetite|balance|consciousness|virginity|respect|cool)s?$/;
const COURSE =
  /(?:^|\s)(?:class|classes|course|courses|lessons|workshops?|bootcamp|seminar|training|evening classes|academy|lectures)$/;
const HAPPENING =
  /(?:^|\s)(?:fair|concert|festival|wedding|conference|exhibition|party|gig|play|opera|ballet|match|game|reunion|funeral|workshop|meetup|convention|show|musical|parade|carnival|market|lecture|talk|premiere|screening|graduation|ceremony|gala|auction|marathon|protest|demonstration|march|retreat|summit|recital|tournament|grand prix|hackathon|open day|vigil|fundraiser|picnic|barbecue|bbq|baptism|christening|christmas market|book launch|quiz night|poetry reading|reading|camp|expo|derby|final|finals|world cup|olympics|fete|fête|rodeo|ceilidh|rave|bar mitzvah|book fair|car boot sale|flea market)$/;
const CLUB =
  /(?:^|\s)(?:club|choir|band|orchestra|team|gym|union|society|association|league|group|party|committee|guild|council|troupe|cooperative|co-op|federation|board|church|lodge|quartet|ensemble|academy|meetup|community|network|collective|crew|squad|chapter|fire brigade|scouts|army|navy|air force|rotary)$/i;
const DEGREE =
  /^(?:phd|ph\.d|doctorate|doctoral degree|master's|masters|master's degree|masters degree|bachelor's|bachelors|bachelor's degree|bachelors degree|bachelor|master|mba|ba|bsc|msc|ma|llb|llm|md|degree|diploma|associate degree|associate's degree)(?: (?:degree )?(?:in|of) .+)?$/;
const FEAST =
  /^(?:christmas|easter|diwali|hanukkah|eid|eid al-fitr|eid al-adha|ramadan|thanksgiving|halloween|new year|new year's eve|lunar new year|chinese new year|passover|rosh hashanah|yom kippur|holi|nowruz|midsummer|st patrick's day|saint patrick's day|st\.? lucia|saint nicholas|sinterklaas|carnival|purim|kwanzaa|vesak|orthodox christmas|orthodox easter|day of the dead|epiphany|lent|shabbat|sukkot|navratri|pongal|onam|songkran|bastille day|burns night|bonfire night|king's day|walpurgis night|three kings|name days?|obon|tet|losar|mid-autumn festival|st nicholas|advent|mardi gras|pentecost)$/;
const SMALL_WORDS = new Set(['to', 'on', 'is', 'that']);

/** What one does, has and plans: words that an object must look like. */
export const DOING_SHAPES: Readonly<Record<string, Shape>> = {
  visited: {
    type: 'place',
    kind: 'place',
    isProper: true,
    isSmallToo: true,
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
    isSmallToo: true,
    test: /(?:department|office|ministry|university|college|hospital|school|company|institute|library|museum|agency|labs?|clinic|bank|bakery|council)/,
  },
  employer: {
    type: 'organisation',
    kind: 'organisation',
    isProper: true,
    isSmallToo: true,
    not: /^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|facebook|twitter|instagram|whatsapp|reddit|tiktok|smoking|london|paris|berlin|madrid|rome|oslo)\b|(?:^|\s)(?:association|society|club|choir|union|league|party|church|meetup|guild|orchestra|committee|[a-z]+ist group|support group)$/,
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
    isSmallToo: true,
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
  retired: { type: 'text', kind: 'noun', not: /^(?:\d|public life|politics)/, notFirst: /^(?:it|this|that|there)$/ },
  'own-name': {
    type: 'text',
    kind: 'noun',
    until: /^(?:please|thanks|not|use|can|could|or|who)$/,
    notFirst: /^(?:a|an|the|not|on|out|in|upon|to|back|very|so)$/,
    not: /^(?:confused|tired|here|back|vegetarian|stupid|crazy|names)\b|\d/,
  },
  project: {
    type: 'project',
    kind: 'project',
    test: /(?:^|\s)(?:thesis|dissertation|novel|website|app|game|book|screenplay|script|album|blog|podcast|cookbook|memoir|comic|portfolio|documentary|treehouse|shed|boat|model railway|model ship|robot|house|cabin|prototype|plugin|library|compiler|bot|quilt|board game|synthesizer|greenhouse|chatbot|tool)$/,
  },
  subscribed: { type: 'work', kind: 'title', isProper: true, notFirst: /^(?:your|this|that|it|them)$/ },
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
    not: /^[a-z]+$/,
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
