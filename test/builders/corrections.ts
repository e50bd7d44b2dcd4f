import type { Correction } from '../../main/contract/corrections.ts';

export type Sample = { readonly text: string; readonly field: Correction['field']; readonly value: string };

/** What a made-up beekeeper, who bakes without gluten and keeps a rota, says that her words are. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  work: [
    'The queen in hive four has stopped laying',
    'Two supers on the heather stand are capped',
    'How many frames of brood were in hive nine?',
    'Move the nucleus to the orchard stand',
    'I treated the whole apiary against varroa',
    'The swarm from the church wall is in a skep now',
    'When did I last feed the weak colony?',
    'Order two hundred new foundation sheets',
    'Extracted forty kilos of lime honey',
    'The smoker bellows are torn again',
    'Which colony was the calm one with the dark bees?',
    'Wasps have found the entrance of hive two',
    'Count the mite drop on the bottom boards',
    'The inspector wants the movement book',
    'I clipped and marked the new queen in yellow',
    'Label the jars from the rape harvest',
    'What did the heather honey weigh this time?',
    'The drones were thrown out on the lower stand',
    'Hive seven is bringing in a lot of pollen',
    'I lost the colony by the beech hedge over winter',
    'Melt down the old combs and clean the wax',
    'The observation hive is too hot in the window',
    'Did I put the queen excluder back on hive three?',
    'The bees on the canal bank are cross today',
  ],
  health: [
    'The new sourdough without wheat did not rise',
    'Which flour gave me a stomach ache?',
    'I found a soy sauce that is free of gluten',
    'Did the bakery use a separate oven for the buns?',
    'The oat biscuits were fine for me',
    'Rice noodles sat better than the corn ones',
    'The buckwheat pancakes gave me no trouble',
    'Which beer could I drink at the fair?',
    'The chickpea pasta falls apart but agrees with me',
    'I must not eat the barley soup',
    'Was there malt in those chocolate bars?',
    'The potato bread is the one that I can have',
    'Who makes the crackers that I can eat?',
    'The seitan at the party was a mistake',
    'I tried teff and felt well',
    'Do those sausages have breadcrumbs in them?',
  ],
  people: [
    'Put me down for the Tuesday slot on the rota',
    'Who swapped the Friday shift with me?',
    'The rota for the village shop is full until May',
    'I took over the till from Bryony',
    'Nobody has the keys on Saturday afternoon',
    'Ask Lennart to cover the early slot',
    'Which slots are still free on the rota?',
    'The two new volunteers start on Thursday',
    'I owe Odile a shift',
    'The late slot went to Caspar and Wim',
    'Post the rota on the shop door',
    'Who had the till when the float was short?',
    'My slot moved to the morning',
    'We are three volunteers down this month',
    'Did Ines say that she wants Mondays?',
    'Change the rota so that nobody is alone',
  ],
};

const RELIANCE: Readonly<Record<string, readonly string[]>> = {
  zero_shot: [
    'How hot may honey get before it loses its flavour?',
    'Why do bees ball around a queen?',
    'What is the difference between a skep and a hive?',
    'How does a refractometer show water in honey?',
    'How long does a queen take from egg to hatching?',
    'What is royal jelly made of?',
    'How does oxalic acid work against mites?',
    'Does teff contain gluten?',
    'Why does bread without wheat crumble?',
    'What does xanthan gum do in dough?',
    'How far do bees fly for nectar?',
    'What makes heather honey set like jelly?',
  ],
  long_term_memory: [
    'State of hive four?',
    'Last feeding of the weak colony?',
    'Weight of the lime harvest?',
    'Colour of the mark on the new queen?',
    'Free slots this week?',
    'Crackers that agree with me?',
    'Keeper of the shop keys on Saturday?',
    'Kilos from the canal bank?',
    'Date of the varroa treatment?',
    'Number of jars sold at the fair?',
    'The flour that made trouble?',
    'Owner of the field by the beech hedge?',
  ],
};

const flatten = (field: Correction['field'], all: Readonly<Record<string, readonly string[]>>): readonly Sample[] =>
  Object.entries(all).flatMap(([value, texts]) => texts.map((text) => ({ text, field, value })));

/** Topics of 56 sentences and where the answers to 24 questions are, as she sees it. */
export const SAMPLES: readonly Sample[] = [...flatten('topic', TOPICS), ...flatten('reliance', RELIANCE)];
