import type { DomainTexts } from '../model.pure.ts';
import { HOME_RELATIONS } from './home-relations.pure.ts';

export const HOME: DomainTexts = {
  domain: 'home',
  title: 'Family and home',
  relations: HOME_RELATIONS,
  lists: [
    {
      name: 'house plants',
      values: [
        'monstera',
        'calathea',
        'jade plant',
        'snake plant',
        'asparagus fern',
        'peace lily',
        'string of pearls',
        'aloe',
        'begonia',
        'oleander',
      ],
      add: [
        'I brought home a {v}, it stands on the windowsill',
        'there is a {v} on the sideboard now, I could not resist',
        'a {v} has joined my house plants',
      ],
      drop: [
        'my {v} died on me, I put it on the compost',
        'I gave the {v} away, it took up too much light',
        'the {v} is no more, mould got it',
      ],
      other: ['{S} has a {v} in the bathroom, of all places', '{S} was given a {v} by {his} boss'],
      ask: ['Which house plants do I have now?', 'What plants are there in my flat at the moment?'],
      askCount: ['How many house plants do I have now?', 'How many plants are there in my flat?'],
    },
    {
      name: 'allotment crops',
      values: [
        'kohlrabi',
        'runner beans',
        'beetroot',
        'chard',
        'parsnips',
        'garlic',
        'courgettes',
        'sweetcorn',
        'rhubarb',
        'radishes',
      ],
      add: [
        'I put in a row of {v} at the allotment',
        'the allotment has {v} in it as of today',
        'planted {v} in our allotment, with very dirty knees to show for it',
      ],
      drop: [
        'I dug up the {v} at the allotment and will not grow them again',
        'slugs finished off the {v}, so that bed of the allotment is empty',
        'no more {v} on the allotment, I pulled them all out',
      ],
      other: ['{S} grows {v} on {his} balcony', '{S} swears by {v} in {his} garden'],
      ask: ['What is growing on our allotment at the moment?', 'Which crops do we have in the allotment now?'],
      askCount: [
        'How many different crops are growing on our allotment?',
        'How many kinds of crops are in the allotment now?',
      ],
    },
    {
      name: 'pets',
      values: ['Bramble', 'Moppet', 'Captain Whiskers', 'Pickle', 'Juniper', 'Tofu', 'Gingersnap', 'Mildred'],
      add: [
        'we have a new pet, she is called {v}',
        'a pet named {v} lives with us now, do not ask how it happened',
        'say hello to {v}, our newest pet',
      ],
      drop: [
        'we had to say goodbye to our {v}, she was very old',
        '{v} has gone to live with my parents, so that is one pet fewer here',
      ],
      other: ['{S} has a tortoise called {v}', "{S}'s rabbit is called {v}"],
      ask: ['What are our pets called?', 'Which pets live with us now, by name?'],
      askCount: ['How many pets do we have now?', 'How many pets live with us?'],
    },
  ],
  events: [
    {
      name: 'kitchen flood',
      label: 'the kitchen flood',
      keys: ['kitchen flood', 'flood'],
      say: [
        'we had the great kitchen flood {when}, water everywhere',
        'there was a kitchen flood {when} because a hose came off',
      ],
      ask: ['When was the kitchen flood?', 'On what day did the kitchen flood happen?'],
    },
    {
      name: 'housewarming',
      label: 'the housewarming',
      keys: ['housewarming'],
      say: [
        'we had the housewarming {when} and my ears still ring',
        'the housewarming was {when}, thirty people in two rooms',
      ],
      ask: ['When was the housewarming?', 'What was the date of our housewarming?'],
    },
    {
      name: 'christening',
      label: 'the christening',
      keys: ['christening'],
      say: [
        'the christening was {when}, the baby slept through it',
        'we were at the christening {when} and everybody cried',
      ],
      ask: ['When was the christening?', 'What day was the christening on?'],
    },
    {
      name: 'boiler replacement',
      label: 'the boiler replacement',
      keys: ['boiler replacement', 'boiler', 'new boiler'],
      say: [
        'the boiler replacement happened {when}, finally warm water',
        'they did the boiler replacement {when}, it took nine hours',
      ],
      ask: ['When was the boiler replaced?', 'When did we get the boiler replacement?'],
    },
    {
      name: 'attic clear-out',
      label: 'the attic clear-out',
      keys: ['attic clear-out', 'attic'],
      say: [
        'we did the attic clear-out {when}, four trips to the tip',
        'the big attic clear-out was {when} and I found my old skates',
      ],
      ask: ['When did we do the attic clear-out?', 'When was the attic cleared out?'],
    },
    {
      name: 'first tooth',
      label: 'the first tooth',
      keys: ['first tooth', 'tooth'],
      say: ['the little one got the first tooth {when}', 'the first tooth came through {when}, none of us slept'],
      ask: ['When did the little one get the first tooth?', 'When did the first tooth come through?'],
    },
    {
      name: 'golden wedding',
      label: 'the golden wedding',
      keys: ['golden wedding'],
      say: [
        'we celebrated the golden wedding of my grandparents {when}',
        'the golden wedding party was {when}, my grandfather danced',
      ],
      ask: ['When was the golden wedding?', 'When did we celebrate the golden wedding?'],
    },
    {
      name: 'roof repair',
      label: 'the roof repair',
      keys: ['roof repair', 'roof'],
      say: ['the roof repair was done {when}', 'they finished the roof repair {when}, at last no bucket in the hall'],
      ask: ['When was the roof repair?', 'When was the roof repaired?'],
    },
    {
      name: 'break-in',
      label: 'the break-in',
      keys: ['break-in'],
      say: [
        'we had a break-in in the cellar {when}, only jam was taken',
        'there was a break-in {when}, downstairs, nobody was hurt',
      ],
      ask: ['When was the break-in?', 'What date was the break-in?'],
    },
    {
      name: 'piano delivery',
      label: 'the piano delivery',
      keys: ['piano delivery', 'piano'],
      say: [
        'the piano delivery was {when}, six men and a rope',
        'they managed the piano delivery {when}, through the window',
      ],
      ask: ['When was the piano delivered?', 'When was the piano delivery?'],
    },
  ],
  shared: [
    {
      name: 'reunion day',
      values: [
        '12 June|June 12|12th of June',
        '19 June|June 19|19th of June',
        '3 July|July 3|3rd of July',
        '24 July|July 24|24th of July',
      ],
      clause: 'the big reunion is on {v}',
      sources: ['my aunt', 'the printed invitation', 'my grandfather', 'the family chat'],
      settle: 'the reunion is settled: it is on {v}, I called the hall myself.',
      ask: ['What day is the reunion on?', 'When is the big reunion?'],
    },
    {
      name: 'origin of the clock',
      values: ['Vienna', 'Black Forest', 'Prague', 'Antwerp'],
      clause: 'great-grandmother’s clock came from {v}',
      sources: ['my mother', 'the dealer', 'a letter in the drawer', 'my great-uncle'],
      settle: 'the label inside great-grandmother’s clock says it all: it came from {v}.',
      ask: ['Where did great-grandmother’s clock come from?', 'What is the origin of great-grandmother’s clock?'],
    },
    {
      name: 'hedge height',
      values: ['120 centimetres|120 cm', '150 centimetres|150 cm', '180 centimetres|180 cm', '200 centimetres|200 cm'],
      clause: 'the hedge may be {v} high',
      sources: ['the man next door', 'the allotment committee', 'the leaflet', 'the caretaker'],
      settle: 'I got it in writing now, the hedge may be {v} high.',
      ask: ['How high may the hedge be?', 'What height is allowed for the hedge?'],
    },
  ],
  procedures: [
    {
      name: 'shopping list',
      values: ['sorted by aisle', 'sorted by meal', 'with amounts in grams', 'with the cheapest brand first'],
      say: ['whenever you write me a shopping list, I want it {v}', 'for shopping lists: always {v}, please'],
      change: [
        'shopping lists should be {v} from now on, the old way did not work for us',
        'I have changed my mind about shopping lists, please make them {v}',
      ],
      ask: ['How do I want my shopping lists?', 'How should you write a shopping list for me?'],
    },
    {
      name: 'letters to the school',
      values: [
        'short and without greetings',
        'signed with both surnames',
        'in two paragraphs',
        'with the class in the subject line',
      ],
      say: [
        'when you help me with a letter to the school, it should be {v}',
        'letters to the school should be {v}, I was told',
      ],
      change: ['new rule for letters to the school: {v}', 'from here on, letters to the school should be {v}'],
      ask: ['How do I want letters to the school to be written?', 'What is my rule for letters to the school?'],
    },
    {
      name: 'laundry',
      values: [
        'darks first, then towels',
        'towels first, then whites',
        'only after eight in the evening',
        'only with half the powder',
      ],
      say: ['this is how laundry works with us: {v}', 'if you plan laundry for me, {v}, always'],
      change: ['we do laundry in a new way: {v}', 'the laundry routine is different now: {v}'],
      ask: ['How do we do the laundry?', 'What is our laundry routine?'],
    },
  ],
  advice: [
    {
      name: 'wax stain',
      prompt: 'What can I do about the stain that red wax left on the tablecloth?',
      values: ['brown paper and a warm iron|brown paper', 'a frozen spoon', 'white spirit and a sponge|white spirit'],
      reply: 'For wax I would try {v}. Test it on a corner first.',
      ask: [
        'What did you suggest for the wax stain on the tablecloth?',
        'Which remedy did you give me for the wax on the tablecloth?',
      ],
    },
    {
      name: 'game for the party',
      prompt: 'I need one game for a birthday party of nine-year-olds, indoors, no mess.',
      values: ['wink murder', 'sardines', 'the chocolate dice game|chocolate dice', 'sleeping lions'],
      reply: 'With nine-year-olds indoors I’d go for {v}; it needs no material and everybody gets a turn.',
      ask: [
        'Which party game did you recommend for the nine-year-olds?',
        'What game did you suggest for the birthday party indoors?',
      ],
    },
    {
      name: 'book at bedtime',
      prompt: 'Which book could I read aloud at bedtime when everybody is overtired?',
      values: [
        'The Moomins|Moomins',
        'The Wind in the Willows|Wind in the Willows',
        'Pippi Longstocking|Pippi',
        'Paddington',
      ],
      reply: 'For tired ears, try {v}: short chapters, and nothing frightening before sleep.',
      ask: ['Which book did you recommend to read aloud at bedtime?', 'What did you suggest as a bedtime book?'],
    },
    {
      name: 'squeaking stairs',
      prompt: 'The stairs squeak so much that I wake everybody at night. Ideas?',
      values: ['talcum powder', 'graphite', 'longer screws', 'beeswax'],
      reply: 'Before anything drastic, work some {v} into the joint of the step that squeaks most.',
      ask: [
        'What did you advise against the squeaking stairs?',
        'Which remedy did you name for the stairs that squeak?',
      ],
    },
  ],
  documents: [
    {
      name: 'house-rules.md',
      body: '# House rules\n\nQuiet hours begin at {quiet} and end at seven.\n\nThe stairwell is cleaned by {cleaner}, every second week.\n\nPrams and bicycles belong in {bikes}, not in the hall.\n',
      facts: [
        {
          key: 'quiet',
          noun: 'the beginning of quiet hours',
          values: ['21:30', '22:00', '22:45'],
          ask: 'When do quiet hours begin according to the house rules?',
        },
        {
          key: 'cleaner',
          noun: 'who cleans the stairwell',
          values: ['Morgenrot Services|Morgenrot', 'the Delacroix firm|Delacroix', 'Kowalczyk Cleaning|Kowalczyk'],
          ask: 'Who cleans the stairwell according to the house rules?',
        },
        {
          key: 'bikes',
          noun: 'where bicycles belong',
          values: [
            'the old coal cellar|coal cellar',
            'the wash house',
            'the shed behind the yard|shed behind the yard',
          ],
          ask: 'Where do prams and bicycles belong according to the house rules?',
        },
      ],
    },
    {
      name: 'heating-manual.md',
      body: '# Heating\n\nThe pressure should stand at {pressure}. Below that, fill up with the grey hose.\n\nError {error} means that the pilot flame is out.\n\nThe service partner is {service}.\n',
      facts: [
        {
          key: 'pressure',
          noun: 'the heating pressure',
          values: ['1.4 bar', '1.7 bar', '2.1 bar'],
          ask: 'At what pressure should our heating stand?',
        },
        {
          key: 'error',
          noun: 'the error code of the pilot flame',
          values: ['E17', 'F42', 'H09'],
          ask: 'Which error code of the heating means that the pilot flame is out?',
        },
        {
          key: 'service',
          noun: 'the service partner of the heating',
          values: ['Thermovik', 'Calorex', 'Ofenwerk'],
          ask: 'Who is the service partner for our heating?',
        },
      ],
    },
    {
      name: 'grandmas-cake.md',
      body: '# Grandma’s cake\n\nBeat the eggs with {sugar} of sugar until pale.\n\nThe secret is {secret}, a spoonful, no more.\n\nBake for {minutes} at medium heat.\n',
      facts: [
        {
          key: 'sugar',
          noun: 'the sugar in grandma’s cake',
          values: ['180 grams|180 g', '220 grams|220 g', '260 grams|260 g'],
          ask: 'How much sugar goes into grandma’s cake?',
        },
        {
          key: 'secret',
          noun: 'the secret of grandma’s cake',
          values: ['orange blossom water', 'ground cardamom|cardamom', 'plum brandy'],
          ask: 'What is the secret ingredient of grandma’s cake?',
        },
        {
          key: 'minutes',
          noun: 'the baking time of grandma’s cake',
          values: ['38 minutes', '52 minutes', '65 minutes'],
          ask: 'How long does grandma’s cake bake?',
        },
      ],
    },
    {
      name: 'insurance-summary.md',
      body: '# Household insurance\n\nPolicy number {policy}.\n\nThe excess is {excess} for each claim.\n\nWater damage has to be reported within {days}.\n',
      facts: [
        {
          key: 'policy',
          noun: 'the policy number',
          values: ['HH-48213', 'HR-90577', 'HK-33068'],
          ask: 'What is the policy number of our household insurance?',
        },
        {
          key: 'excess',
          noun: 'the excess of the household insurance',
          values: ['150 euros|€150|150 EUR', '275 euros|€275|275 EUR', '400 euros|€400|400 EUR'],
          ask: 'What is the excess of our household insurance?',
        },
        {
          key: 'days',
          noun: 'the deadline for water damage',
          values: ['nine days|9 days', 'three working days|3 working days', 'fifteen days|15 days'],
          ask: 'Within how long does water damage have to be reported to the household insurance?',
        },
      ],
    },
  ],
  never: [
    'What is my blood group?',
    'What was the name of my first teacher?',
    'How much is our monthly rent?',
    'Which bank is our mortgage with?',
    'What size is our mattress?',
    'What colour is our front door?',
    'When is my wedding anniversary?',
    'What is the door code of our building?',
  ],
  chatter: [
    'There is a street artist who lives in a van painted like a landlord’s nightmare.',
    'A vet on the radio said that parrots hold grudges.',
    'In the crossword, “childminder” did not fit, which annoyed me for an hour.',
    'I read about a town where every car has to be {colour}.',
    'A school class was singing at {place}, quite well in fact.',
    'Somebody left a bag of spare keys at {place}, dozens of them.',
    'The dinner scene in {show} made me hungry.',
    'The takeaway round the corner has a new sign and it is {colour}.',
  ],
};
