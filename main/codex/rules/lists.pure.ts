/** Closed lists: where a frame says many things ("I'm …", "I have …"), only these words are read. */
const listOf = (words: string): ReadonlySet<string> => new Set(words.split('|').map((word) => word.trim()));

export const JOBS = listOf(
  `accountant|actor|actress|actuary|acupuncturist|air traffic controller|anaesthetist|analyst|animator|anthropologist|archaeologist|architect|archivist|artist|astronomer|athlete|auditor|author|babysitter|baker|banker|barber|barista|bartender|beautician|beekeeper|biologist|blacksmith|bookkeeper|bookseller|botanist|bricklayer|builder|bus driver|butcher|captain|cardiologist|caregiver|carer|caretaker|carpenter|cartographer|cashier|chauffeur|chef|chemist|childminder|choreographer|civil servant|cleaner|clerk|climatologist|clockmaker|coach|composer|conductor|conservator|consultant|contractor|cook|copywriter|counsellor|courier|crane operator|curator|dancer|data analyst|data engineer|data scientist|decorator|dentist|designer|detective|developer|devops engineer|dietician|dietitian|director|dispatcher|diver|doctor|dressmaker|driver|ecologist|economist|editor|electrician|engineer|entrepreneur|epidemiologist|estate agent|fashion designer|farmer|ferry captain|film maker|filmmaker|firefighter|fisherman|fitness instructor|flight attendant|florist|forester|freelancer|gardener|geneticist|geographer|geologist|glassblower|goldsmith|graphic designer|gp|grocer|guard|guide|gym instructor|hairdresser|historian|homemaker|housewife|hotelier|illustrator|instructor|interior designer|interpreter|investigator|janitor|jeweller|jeweler|journalist|judge|kindergarten teacher|lab technician|landscaper|lawyer|lecturer|librarian|lifeguard|lighthouse keeper|linguist|locksmith|lorry driver|luthier|machinist|maid|manager|marine biologist|marketer|mason|masseur|masseuse|mathematician|mechanic|medic|meteorologist|midwife|miner|model|music teacher|musician|nanny|neurologist|neuroscientist|notary|novelist|nurse|nutritionist|occupational therapist|oceanographer|office manager|officer|operator|optician|optometrist|orthodontist|painter|paralegal|paramedic|park ranger|pastor|pastry chef|pathologist|pediatrician|paediatrician|personal trainer|pharmacist|philosopher|photographer|physician|physicist|physiotherapist|pianist|piano teacher|piano tuner|pilot|plasterer|plumber|poet|police officer|policeman|policewoman|politician|porter|postman|potter|priest|primary school teacher|principal|printer|probation officer|producer|product designer|product manager|product owner|professor|programmer|project manager|proofreader|psychiatrist|psychologist|publisher|radiographer|radiologist|ranger|realtor|receptionist|recruiter|researcher|restaurant manager|retail worker|roofer|sailor|sales assistant|sales manager|salesman|salesperson|saleswoman|school teacher|schoolteacher|scientist|sculptor|seamstress|secretary|security guard|shepherd|shop assistant|singer|site manager|social worker|sociologist|software developer|software engineer|soldier|solicitor|songwriter|sound engineer|speech therapist|statistician|stonemason|student nurse|supervisor|surgeon|surveyor|swimming instructor|swimming teacher|system administrator|sysadmin|tailor|tattoo artist|tax adviser|tax advisor|taxi driver|teacher|teaching assistant|technician|technical writer|tester|therapist|tiler|tour guide|train driver|trainer|tram driver|translator|travel agent|truck driver|tutor|upholsterer|urban planner|vet|vet nurse|veterinarian|veterinary nurse|video editor|violin maker|violinist|waiter|waitress|warehouse worker|watchmaker|weaver|web designer|web developer|welder|winemaker|writer|yoga instructor|yoga teacher|youth worker|zookeeper|zoologist|backend developer|frontend developer|full-stack developer|backend engineer|frontend engineer|mechanical engineer|civil engineer|electrical engineer|chemical engineer|structural engineer|environmental engineer|aerospace engineer|hospital porter|maths teacher|math teacher|science teacher|history teacher|english teacher|language teacher|art teacher|biology teacher|physics teacher|chemistry teacher|geography teacher|ski instructor|diving instructor|driving instructor|ux designer|marketing manager|hr manager|it consultant|it technician|chief executive|ceo|cto|cfo`,
);
export const DIETS = listOf(
  `vegetarian|vegan|pescatarian|pescetarian|flexitarian|plant-based|gluten-free|gluten free|dairy-free|dairy free|lactose-free|halal|kosher|keto|paleo|low-carb|low carb|fruitarian|raw vegan|omnivore|carnivore|sugar-free|low-fodmap|mediterranean|ketogenic`,
);
export const RELIGIONS = listOf(
  `christian|catholic|protestant|orthodox christian|muslim|jewish|hindu|buddhist|sikh|atheist|agnostic|jain|quaker|mormon|lutheran|anglican|methodist|baptist|evangelical|pagan|taoist|zoroastrian|humanist|presbyterian|roman catholic|greek orthodox|russian orthodox|sunni|shia|sunni muslim|shia muslim|bahai|bahá'í|jehovah's witness|unitarian|wiccan`,
);
export const ORIENTATIONS = listOf(
  'gay|lesbian|bisexual|bi|straight|heterosexual|homosexual|asexual|pansexual|queer|demisexual',
);
export const GENDERS = listOf(
  'woman|man|non-binary|nonbinary|transgender|trans man|trans woman|genderfluid|trans|agender|enby',
);
export const MARITAL = listOf(
  'single|engaged|married|divorced|widowed|separated|newly single|happily married|recently divorced',
);
export const NATIONALITIES = listOf(
  `afghan|albanian|algerian|american|angolan|argentinian|argentine|armenian|australian|austrian|azerbaijani|bangladeshi|belarusian|belgian|bolivian|bosnian|brazilian|british|bulgarian|burmese|cambodian|cameroonian|canadian|catalan|chilean|chinese|colombian|congolese|costa rican|croatian|cuban|cypriot|czech|danish|dominican|dutch|ecuadorian|egyptian|english|eritrean|estonian|ethiopian|filipino|filipina|finnish|flemish|french|georgian|german|ghanaian|greek|guatemalan|haitian|honduran|hungarian|icelandic|indian|indonesian|iranian|iraqi|irish|israeli|italian|ivorian|jamaican|japanese|jordanian|kazakh|kenyan|korean|kosovan|kurdish|kuwaiti|latvian|lebanese|libyan|lithuanian|luxembourgish|macedonian|malaysian|maltese|mauritian|mexican|moldovan|mongolian|montenegrin|moroccan|mozambican|namibian|nepalese|nepali|new zealander|nicaraguan|nigerian|northern irish|norwegian|pakistani|palestinian|panamanian|paraguayan|peruvian|polish|portuguese|puerto rican|romanian|russian|rwandan|salvadoran|saudi|scottish|senegalese|serbian|singaporean|slovak|slovakian|slovene|slovenian|somali|south african|south korean|spanish|sri lankan|sudanese|swedish|swiss|syrian|taiwanese|tanzanian|thai|tunisian|turkish|ugandan|ukrainian|uruguayan|uzbek|venezuelan|vietnamese|welsh|yemeni|zambian|zimbabwean`,
);
export const LANGUAGES = listOf(
  `afrikaans|albanian|amharic|arabic|armenian|azerbaijani|basque|belarusian|bengali|bosnian|breton|bulgarian|burmese|cantonese|catalan|chinese|croatian|czech|danish|dutch|english|esperanto|estonian|faroese|farsi|filipino|finnish|flemish|french|frisian|gaelic|galician|georgian|german|greek|gujarati|hausa|hebrew|hindi|hungarian|icelandic|igbo|indonesian|irish|italian|japanese|kannada|kazakh|khmer|korean|kurdish|lao|latin|latvian|lithuanian|luxembourgish|macedonian|malay|malayalam|maltese|mandarin|maori|marathi|mongolian|nepali|norwegian|pashto|persian|polish|portuguese|punjabi|quechua|romanian|russian|sami|sanskrit|scottish gaelic|serbian|shona|sign language|sinhala|slovak|slovene|slovenian|somali|spanish|swahili|swedish|swiss german|tagalog|tamil|telugu|thai|tibetan|tigrinya|turkish|ukrainian|urdu|uzbek|vietnamese|welsh|wolof|xhosa|yiddish|yoruba|zulu|brazilian portuguese|british sign language|american sign language|bsl|asl|mandarin chinese|ancient greek`,
);
export const CONDITIONS = listOf(
  `asthma|diabetes|type 1 diabetes|type 2 diabetes|epilepsy|migraines|chronic migraines|migraine|arthritis|rheumatoid arthritis|osteoarthritis|high blood pressure|low blood pressure|hypertension|anxiety|depression|adhd|add|autism|dyslexia|dyspraxia|tinnitus|eczema|psoriasis|coeliac disease|celiac disease|crohn's disease|crohn's|ulcerative colitis|colitis|ibs|irritable bowel syndrome|endometriosis|pcos|hypothyroidism|hyperthyroidism|an underactive thyroid|underactive thyroid|overactive thyroid|cancer|breast cancer|prostate cancer|skin cancer|leukaemia|leukemia|lymphoma|multiple sclerosis|ms|parkinson's|parkinson's disease|alzheimer's|dementia|lupus|fibromyalgia|chronic fatigue syndrome|sleep apnoea|sleep apnea|insomnia|narcolepsy|anaemia|anemia|gout|glaucoma|cataracts|hay fever|sciatica|scoliosis|osteoporosis|ptsd|ocd|bipolar disorder|bipolar|schizophrenia|gerd|acid reflux|kidney stones|gallstones|hepatitis|hepatitis b|hepatitis c|hiv|copd|emphysema|bronchitis|pneumonia|rosacea|vertigo|a heart condition|heart condition|a heart murmur|heart murmur|heart disease|high cholesterol|vitiligo|alopecia|haemophilia|hemophilia|sickle cell disease|cystic fibrosis|carpal tunnel syndrome|carpal tunnel|tendonitis|tendinitis|plantar fasciitis|a slipped disc|slipped disc|a hernia|hernia|shingles|long covid|a thyroid condition|lyme disease|tourette's|celiac|cerebral palsy|chronic back pain|back problems|chronic pain|restless legs syndrome|raynaud's|gestational diabetes|atrial fibrillation|angina|chronic sinusitis|sinusitis|polio|meniere's disease|astigmatism|colour blindness|color blindness`,
);
/** Said of someone with "is": the condition meant. */
export const CONDITION_ADJECTIVES: Readonly<Record<string, string>> = {
  asthmatic: 'asthma',
  diabetic: 'diabetes',
  epileptic: 'epilepsy',
  dyslexic: 'dyslexia',
  autistic: 'autism',
  anaemic: 'anaemia',
  anemic: 'anemia',
  coeliac: 'coeliac disease',
  celiac: 'celiac disease',
  'colour blind': 'colour blindness',
  'color blind': 'color blindness',
  'colour-blind': 'colour blindness',
  'color-blind': 'color blindness',
  'lactose intolerant': 'lactose',
  deaf: 'deafness',
  blind: 'blindness',
};
export const SPORTS = listOf(
  `tennis|football|soccer|basketball|volleyball|badminton|squash|cricket|rugby|hockey|ice hockey|field hockey|golf|baseball|softball|handball|table tennis|ping pong|ping-pong|water polo|lacrosse|netball|padel|pickleball|futsal|beach volleyball|american football|ultimate frisbee|ultimate|frisbee|disc golf|snooker|pool|darts|billiards|racquetball|floorball|korfball|bowls|petanque|five-a-side|roller derby|polo|curling|hurling|gaelic football|five-a-side football|walking football|touch rugby|bandy|croquet`,
);
export const SPORT_DOINGS = listOf(
  `judo|karate|yoga|pilates|taekwondo|aikido|jiu-jitsu|brazilian jiu-jitsu|bjj|boxing|kickboxing|muay thai|fencing|gymnastics|crossfit|archery|athletics|triathlon|triathlons|ballet|kung fu|tai chi|krav maga|weightlifting|powerlifting|wrestling|parkour|climbing|bouldering|rock climbing|rowing|zumba|capoeira|kendo|capoeira|martial arts|aerobics|spinning|surfing|figure skating|acroyoga|cross-country skiing`,
);
export const INSTRUMENTS = listOf(
  `piano|guitar|violin|viola|cello|double bass|bass|bass guitar|drums|drum kit|flute|clarinet|oboe|bassoon|saxophone|sax|trumpet|trombone|tuba|french horn|horn|harp|accordion|harmonica|ukulele|banjo|mandolin|recorder|organ|keyboard|keyboards|synthesizer|synth|lute|sitar|tabla|bagpipes|bodhran|fiddle|electric guitar|acoustic guitar|classical guitar|tin whistle|concertina|djembe|kora|oud|theremin|xylophone|marimba|vibraphone|percussion|timpani|zither|hurdy-gurdy|erhu|koto|shamisen|balalaika|cornet|euphonium|baritone|church organ|pipe organ|harpsichord|bongos|congas|cajon|steel drums|didgeridoo|handpan|lyre|glockenspiel|alto sax|tenor sax|alto saxophone|tenor saxophone|soprano saxophone|lap steel|bass clarinet|piccolo`,
);
export const GAMES = listOf(
  `chess|go|checkers|draughts|backgammon|poker|bridge|scrabble|dominoes|mahjong|minecraft|fortnite|stardew valley|zelda|the sims|world of warcraft|league of legends|dota|dota 2|counter-strike|valorant|overwatch|dungeons & dragons|dungeons and dragons|d&d|catan|settlers of catan|carcassonne|monopoly|solitaire|sudoku|tetris|animal crossing|pokemon|pokémon|pokemon go|pokémon go|fifa|rocket league|civilization|civ|factorio|terraria|skyrim|elden ring|dark souls|hades|hollow knight|mario kart|candy crush|wordle|magic the gathering|magic: the gathering|warhammer|baldur's gate|baldur's gate 3|cyberpunk|portal|celeste|cribbage|rummy|canasta|whist|shogi|othello|ticket to ride|wingspan|euchre|hearthstone|final fantasy|roblox|among us|apex legends|football manager|gloomhaven|pandemic|azul|risk|cluedo|the witcher|the witcher 3|age of empires|starcraft|diablo|path of exile|genshin impact|splatoon|dwarf fortress|rimworld|kerbal space program`,
);
export const PHONES =
  /^(?:iphone|fairphone|pixel|google pixel|samsung galaxy|galaxy s\d+|galaxy note|galaxy a\d+|oneplus|xiaomi|huawei p|nokia|motorola|moto g|sony xperia|xperia|nothing phone|redmi|poco|honor|oppo|blackberry|android phone|flip phone)(?![a-z])/;
export const COMPUTERS =
  /^(?:macbook|mac ?mini|imac|thinkpad|framework|dell xps|xps|surface|chromebook|lenovo|asus|acer|hp |zenbook|mac studio|mac pro|raspberry pi|steam deck|gaming pc|desktop pc|system76|razer blade|ideapad)/;
/** What one has that one owns. */
export const THINGS =
  /(?:^|\s)(?:car|bike|bicycle|motorbike|motorcycle|scooter|van|truck|boat|kayak|canoe|sailboat|caravan|campervan|camper|motorhome|house|cottage|cabin|flat|apartment|piano|guitar|violin|cello|drum kit|camera|telescope|microscope|drone|printer|3d printer|sewing machine|bread maker|espresso machine|coffee machine|air fryer|record player|turntable|synthesizer|greenhouse|allotment|garden|sauna|hot tub|treadmill|rowing machine|tent|surfboard|skateboard|snowboard|wetsuit|tablet|ipad|kindle|e-reader|projector|playstation|xbox|nintendo switch|ps5|vr headset|smartwatch|apple watch|loom|kiln|lathe|tandem|e-bike|road bike|mountain bike|vinyl collection|stamp collection|wood stove|solar panels|heat pump|lawnmower|chainsaw|typewriter|accordion|keyboard|ukulele|harp|banjo|flute|saxophone|trumpet|clarinet)$/;
export const BLOOD = /^(?:a|b|ab|o)(?: ?(?:\+|-|positive|negative|pos|neg|rh positive|rh negative))?$/;
export const EVENTS =
  /^(?:wedding|fire|storm|flood|accident|crash|earthquake|robbery|break-in|party|birthday party|concert|exam|final exam|driving test|conference|marathon|graduation|interview|job interview|trip|reunion|family reunion|funeral|baptism|christening|launch|match|final|recital|show|exhibition|festival|ceremony|workshop|surgery|operation|housewarming|gig|hackathon|tournament|competition|race|half marathon|retreat|summit|dinner party|baby shower|bachelor party|hen party|stag do|bar mitzvah|bat mitzvah|thesis defence|thesis defense|defence|defense|audition|open day|school play|bake sale|fundraiser|flight|move|engagement party|book launch|opening|vernissage|anniversary|meeting|rehearsal|kickoff|kick-off|holiday|honeymoon|book club|presentation|hearing|viewing)$/;
export const PROJECTS =
  /^(?:thesis|dissertation|novel|manuscript|website|renovation|kitchen renovation|bathroom renovation|app|report|paper|essay|book|screenplay|script|album|prototype|garden project|painting|quilt|loft conversion|extension|grant application|master's thesis|phd|phd thesis|documentary|podcast|portfolio|game|mobile app|tax return|application|migration|migration project|treehouse|shed|blog|short film|comic|research proposal|proposal|assignment|cookbook|memoir)$/;
export const STATUSES =
  /^(?:finished|done|complete|completed|on hold|delayed|stalled|on track|half finished|half done|half-finished|half-done|behind schedule|ahead of schedule|cancelled|canceled|nearly done|nearly finished|almost done|almost finished|ready|paused|submitted|accepted|rejected|published|under review|in review|in progress|overdue|unfinished|ready to ship|live|out|abandoned|approved|launched|in beta|in its final stage|going well|going badly|coming along|coming along nicely|stuck|in testing|(?:about )?\d{1,3}%(?: (?:done|complete|finished))?)$/;
/** "I think …" is an opinion, and no doubt, only with a judgement in it. */
export const JUDGES =
  /(?:^|\s)(?:better|best|worse|worst|overrated|underrated|important|too|should|shouldn't|ought|more|less|great|terrible|awful|wonderful|boring|beautiful|useless|essential|unfair|fair|wrong|right|a waste|nonsense|dangerous|overpriced|pointless|necessary|unnecessary|harmful|valuable|ridiculous|stupid|ugly|amazing|fantastic|fascinating|the future|matters|matter|deserve|deserves|nicer|easier|harder|healthier|cheaper|smarter|cruel|unethical|immoral|superior|inferior|need to|needs to|must)(?:$|\s)/;
export const CURRENCY: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  $: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  usd: 'USD',
  bucks: 'USD',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  gbp: 'GBP',
  quid: 'GBP',
  yen: 'JPY',
  jpy: 'JPY',
  francs: 'CHF',
  chf: 'CHF',
  kronor: 'SEK',
  sek: 'SEK',
  kroner: 'NOK',
  nok: 'NOK',
  dkk: 'DKK',
  zloty: 'PLN',
  pln: 'PLN',
  rupees: 'INR',
  inr: 'INR',
  cad: 'CAD',
  aud: 'AUD',
};

/** Given names so common that one alone is a person, and no film. */
export const GIVEN_NAMES = listOf(
  `aaron|adam|adrian|ahmed|aisha|alan|alba|albert|alex|alexander|alice|alicia|ali|alina|amanda|amelia|amir|amy|ana|anders|andrea|andreas|andrew|andy|angela|anita|anja|ann|anna|anne|annie|anton|antonio|arjun|arthur|astrid|barbara|beatriz|ben|benjamin|bella|bernard|beth|bill|bob|boris|brian|bruno|camille|carl|carla|carlos|carmen|caroline|catherine|cecilia|charles|charlie|charlotte|chen|chiara|chloe|chris|christian|christina|christine|claire|clara|claudia|colin|daan|dan|daniel|daniela|david|deborah|denis|dennis|diana|diego|dimitri|dora|dorothy|eduardo|edward|elena|eli|elias|elif|elisa|elizabeth|ella|ellen|elsa|emil|emily|emma|eric|erik|eva|eve|fatima|felix|fernando|finn|fiona|francesca|francesco|frank|fred|gabriel|george|gerard|giulia|grace|greg|greta|hana|hannah|hans|harry|hassan|heidi|helen|helena|henry|hugo|ian|ibrahim|ines|ingrid|irene|iris|isabel|isabella|ivan|jack|jacob|james|jan|jana|jane|janet|jasmine|jason|javier|jean|jeff|jenny|jens|jessica|jill|jim|jo|joan|joe|johan|johanna|john|jonas|jonathan|jorge|jose|josh|joshua|juan|judith|julia|julie|julian|kai|karen|karim|karin|karl|kate|katie|kenji|kevin|khalid|kim|klaus|kofi|lara|lars|laura|layla|lea|lena|leo|leon|lily|lina|linda|lisa|liam|louis|louise|lucas|lucia|lucy|luis|luke|magda|manuel|marc|marco|margaret|maria|marie|marina|mario|mark|marta|martha|martin|mary|mateo|matt|matthew|max|megan|mehmet|mia|michael|miguel|mike|mila|milan|mina|mira|mohamed|mohammed|monica|nadia|nancy|natalia|natasha|nick|nicole|nikolai|nina|noah|noor|nora|nuno|olga|oliver|olivia|omar|oscar|otto|pablo|paolo|patricia|patrick|paul|paula|pavel|pedro|peter|petra|philip|pierre|piotr|priya|rachel|rafael|raj|ravi|rebecca|richard|rita|robert|roberto|rosa|rose|ruth|ryan|sam|samir|samuel|sandra|sara|sarah|sean|sergei|silvia|simon|sofia|sophie|stefan|stella|stephen|steve|susan|sven|tanya|tara|teresa|theo|thomas|tim|tina|tom|tomas|tony|ursula|valentina|vera|victor|victoria|viktor|vincent|wei|will|william|xavier|yara|yasmin|yuki|yusuf|zara|zoe|rex|bo|bella|luna|miso|milo|coco|rocky|daisy|lola|buddy|ruby|rosie|molly|teddy|simba|nala|oreo|pip|biscuit|pepper|ginger|shadow|smokey|whiskers|felix|tiger|bruno|ollie|poppy|willow|maggie|sadie|lilly|roxy|duke|toby|jasper|oscar|gizmo|ziggy|archie|alfie|noor|mo|deb|brad|jason|jen|kelly|adam|irene`,
);
