import { conjugate, pluralOf, type Verb } from './inflect.pure.ts';

/** How people ask for a relation and how its values are said. */
export type Form = {
  readonly relation: string;
  readonly say: Say;
  readonly verbs: readonly VerbPhrase[];
  /** "My boss": singular. A kind is narrower than the relation: only evidence that uses the word counts. */
  readonly nouns: readonly { readonly word: string; readonly plural: string; readonly isKind: boolean }[];
  /** What the values are: "which languages". */
  readonly things: readonly string[];
  readonly begins: readonly VerbPhrase[];
  readonly ends: readonly VerbPhrase[];
  /** Something that happened, so that the past tense asks for no other state of the world. */
  readonly isEvent: boolean;
  /** The verb means this only beside its noun: "which instrument do I play". */
  readonly needsThing: boolean;
  /** "Where" asks for it. */
  readonly isPlace: boolean;
  /** A value without an article gets one: "you drive a …". */
  readonly takesArticle: boolean;
};

export type VerbPhrase = { readonly verb: Verb; readonly rest: string };

/** "You live in X", "Your boss is X", "Your goal: X". */
export type Say =
  | { readonly kind: 'verb'; readonly phrase: VerbPhrase }
  | { readonly kind: 'noun' | 'colon'; readonly noun: string };

/**
 * relation | said as (`~` noun, `:` noun and colon) | asked by verb | asked by noun (`*` one kind of it) | what its
 * values are | begins | ends | event, thing, place, article
 */
const TABLE = `
lives in | live in | live in, reside in, be based in, stay in | home town, home city, place of residence | city, town, country, place, village, region, area | move to, relocate to, settle in | move out of, move away from | place
lives with | live with | live with, share a home with | | person | move in with | move out from |
home address | ~address | | address, home address, street address, postal address | | | |
grew up in | grow up in | grow up in, be raised in, be from, come from | | city, town, country, place | | | event, place
born in | be born in | be born in, be from, come from | birthplace, place of birth | city, town, country, place | | | event, place
owns home in | own a home in | own a home in, own a house in, own a flat in, own property in | | place, city, country | | | place
rents from | rent from | rent from | landlord, landlady | | | |
works at | work at | work at, work for, be employed at, be employed by, have a job at | employer, workplace, company, place of work | company, employer, firm, organisation, place | join, start at, get a job at, get hired by | leave, quit, resign from | place
works as | work as | work as, do for a living, do for work, do professionally | job, occupation, profession, job title, trade, position, line of work | job, work | become | | article
works on | work on | work on | project | project | | |
reports to | ~boss | report to, work under | boss, manager, supervisor, line manager | | | |
manages | manage | manage, supervise, be in charge of | | person, team, people | | |
colleague | ~colleague | | colleague, coworker, co-worker, workmate | | | |
founded | found | found, start up | | company, organisation, firm | | | event
retired from | retire from | retire from | | | | | event
working hours | :working hours | | working hours, hours of work, shift | | | |
looking for work as | look for work as | look for work as, look for a job as | | job | | | article
studies at | study at | study at, go to school at, go to university at, go to college at | school, university, college | school, university, college | enrol at, start at | leave, drop out of | place
studies | study | study, major in | subject, major, field of study | subject | | |
graduated from | graduate from | graduate from | | school, university, college | | | event, place
degree | ~degree | | degree, academic degree | | | |
volunteers at | volunteer at | volunteer at, volunteer for, volunteer with | | organisation, place | | | place
member of | be a member of | be a member of, belong to | | club, group, team, organisation | join | leave |
salary | ~salary | earn, get paid | salary, pay, income, wage | | | |
partner | ~partner | be married to, be engaged to, be together with | partner, spouse, wife, husband, girlfriend, boyfriend, fiancé, fiancée | | marry, get married to | divorce, break up with |
former partner | ~former partner | | former partner, ex, ex-partner, ex-wife, ex-husband, ex-girlfriend, ex-boyfriend | | | |
marital status | :marital status | | marital status, relationship status | | | |
parent | ~parent | | parent, *mother, *mom, *mum, *father, *dad | | | |
child | ~child | | child, kid, *son, *daughter | | | |
sibling | ~sibling | | sibling, *brother, *sister | | | |
grandparent | ~grandparent | | grandparent, *grandmother, *grandfather | | | |
grandchild | ~grandchild | | grandchild, *grandson, *granddaughter | | | |
relative | ~relative | | relative, *aunt, *uncle, *cousin, *niece, *nephew, *mother-in-law, *father-in-law, *sister-in-law, *brother-in-law | | | |
friend | ~friend | be friends with, know | friend | | | |
neighbour | ~neighbour | | neighbour, neighbor | | | |
roommate | ~roommate | | roommate, flatmate, housemate | | | |
name | ~name | be called, be named | name, full name, first name | | | |
called | :preferred name | want to be called, like to be called, go by | nickname, preferred name | | | |
birthday | ~birthday | be born on | birthday, date of birth, birth date, birthdate | | | |
age | be | | age | | | |
pronouns | :pronouns | | pronoun | | | |
nationality | :nationality | | nationality, citizenship | | | |
speaks | speak | speak | | language | | |
height | ~height | | height | | | |
phone number | ~phone number | | phone number, number, telephone number, mobile number | | | |
email address | ~email address | | email, email address, e-mail address | | | |
allergic to | be allergic to | be allergic to | allergy | food, thing | | |
health condition | have | be diagnosed with, suffer from | health condition, illness, diagnosis, medical condition | condition, illness | | |
takes medication | take | take | medication, medicine, prescription | medication, medicine, pill | start on | | thing
blood type | ~blood type | | blood type, blood group | | | |
injury | :injury | | injury | | | |
weight | ~weight | weigh | weight | | | |
due date | ~due date | be due on | due date | | | |
doctor | ~doctor | | doctor, physician, *dentist, *therapist, *vet | | | |
diet | :diet | | diet | | | |
avoids | avoid | avoid, keep away from, not eat, not drink | | food, thing, drink | | |
likes | like | like, love | | thing | | |
dislikes | dislike | dislike, hate, not like | | thing | | |
prefers | prefer | prefer | preference | | | |
favourite colour | ~favourite colour | like best, like most, love most | favourite colour | colour | | | thing
favourite food | ~favourite food | like best, like most, love most | favourite food, favourite dish, favourite meal | food, dish, meal | | | thing
favourite drink | ~favourite drink | like best, like most, love most | favourite drink | drink | | | thing
favourite film | ~favourite film | like best, like most, love most | favourite film, favourite movie, favourite series, favourite show | film, movie, series, show | | | thing
favourite book | ~favourite book | like best, like most, love most | favourite book | book | | | thing
favourite music | ~favourite music | like best, like most, love most | favourite music, favourite band, favourite song, favourite singer | music, band, song, singer | | | thing
favourite sport | ~favourite sport | like best, like most, love most | favourite sport | sport | | | thing
favourite season | ~favourite season | like best, like most, love most | favourite season, favourite time of year | season | | | thing
favourite place | ~favourite place | like best, like most, love most | favourite place | place | | | thing
favourite animal | ~favourite animal | like best, like most, love most | favourite animal | animal | | | thing
hobby | ~hobby | do for fun, do in my free time | hobby, pastime | hobby | take up | give up |
interested in | be interested in | be interested in | interest | topic, subject, thing | | |
collects | collect | collect | collection | thing | | |
fears | be afraid of | be afraid of, fear, be scared of | fear, phobia | thing | | |
plans to | plan to | plan to do, intend to do, be planning | plan | | | |
plans to visit | plan to visit | plan to visit, plan to go to, plan to travel to, want to visit, want to travel to | | place, city, country | | | place
plans to buy | plan to buy | plan to buy, want to buy, intend to buy | | thing | | | article
goal | :goal | | goal, ambition | | | |
saving for | save for | save for, save up for, be saving up for | | thing | | |
appointment | :appointment | | appointment | | | |
deadline | ~deadline | be due on | deadline | date | | |
scheduled for | be scheduled for | be on, take place on, be scheduled for, happen on | date | | | |
owns | own | own | possession, belonging | thing | | | article
drives | drive | drive | car, vehicle | car, vehicle | | | article
rides | ride | ride | | bike, bicycle, motorcycle, horse | | | article
phone model | :phone | | phone, mobile phone, phone model, smartphone | phone | | |
computer | :computer | | computer, laptop | computer, laptop | | |
bought | buy | buy, purchase | | thing | | | event, article
sold | sell | sell | | thing | | | event, article
lost | lose | lose | | thing | | | event, article
uses | use | use | tool | tool, software, app, service, program | | | thing
project status | ~status | | status, project status, state | | | |
plays instrument | play | play | instrument, musical instrument | instrument, musical instrument | take up | give up | thing
can | :ability | be able to do | ability, skill | | | |
learning | be learning | learn, be learning | | skill, language, subject | | |
certified in | be certified in | be certified in | certificate, certification | | | |
attended | attend | attend, go to, take part in | | event | | | event
attends | attend | attend, take, go to | class, course | class, course | | | thing
celebrates | celebrate | celebrate | | holiday, feast | | |
met | meet | meet, get to know, know | | person, people | | | event
won | win | win | | prize, award, competition | | | event
happened on | be on | be on, happen on, take place on | date | | | | event
takes place in | take place in | take place in, be held in, be in, be at | venue, location | place | | | place
pet | ~pet | | pet, *dog, *cat, *bird, *rabbit, *hamster, *fish, *horse | pet | get | |
owner | ~owner | belong to | owner | person | | |
species | :species | | species | | | |
breed | ~breed | | breed | | | |
visited | visit | visit, be to, travel to, go to | | place | | | event, place
commutes by | commute by | commute by, get to work by, travel to work by | commute | | | |
budget | ~budget | | budget | | | |
pays rent | ~rent | pay in rent, pay for rent | rent | | | |
banks with | bank with | bank with, bank at | bank | bank | | |
subscribes to | subscribe to | subscribe to | subscription | service, magazine, newspaper | | |
owes | owe | owe | debt | | | |
spends on | spend money on | spend money on | | thing | | |
reading | be reading | be reading, read | | book | | |
has read | read | read, finish reading, finish | | book | | | event
watching | be watching | be watching, watch | | series, show | | |
has watched | watch | watch, see | | film, movie, series, show | | | event, thing
plays game | play | play | game | game, video game | | | thing
listens to | listen to | listen to | | music, podcast, band | | |
plays sport | ~sport | play, do | sport | sport | take up | give up | thing
supports team | support | support, be a fan of, root for | team | team, club | | |
exercise | :exercise | keep fit by | exercise, exercise routine, workout | | | |
wakes up at | wake up at | wake up at, get up at, wake at | | time | | |
habit | :habit | | habit | | | |
drinks | drink | drink | | drink | | |
smokes | :smoking | smoke | | | | |
believes | :opinion | believe | opinion, belief | | | |
recommends | recommend | recommend | recommendation | thing, place, book, film | | |
religion | ~religion | | religion, faith | | | |
political view | :political view | | political view | | | |
sexual orientation | :sexual orientation | | sexual orientation | | | |
gender | :gender | | gender | | | |
`;

function readVerb(words: string): VerbPhrase {
  const [verb = '', ...rest] = words.split(' ');
  // "not like" is the verb "like" with its "not" before it.
  if (verb === 'not') return { verb: { ...conjugate(rest[0] ?? ''), isNegated: true }, rest: rest.slice(1).join(' ') };
  return { verb: conjugate(verb), rest: rest.join(' ') };
}

function readSay(words: string): Say {
  if (words.startsWith('~')) return { kind: 'noun', noun: words.slice(1) };
  if (words.startsWith(':')) return { kind: 'colon', noun: words.slice(1) };
  return { kind: 'verb', phrase: readVerb(words) };
}

const listOf = (cell: string | undefined): readonly string[] =>
  (cell ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));

function readNoun(item: string): Form['nouns'][number] {
  const word = item.replace(/^\*/, '');
  return { word, plural: pluralOf(word), isKind: item.startsWith('*') };
}

function readRow(row: string): Form {
  const [relation = '', say = '', verbs, nouns, things, begins, ends, flags] = row
    .split('|')
    .map((cell) => cell.trim());
  const marks = listOf(flags);
  return {
    relation,
    say: readSay(say),
    verbs: listOf(verbs).map(readVerb),
    nouns: listOf(nouns).map(readNoun),
    things: listOf(things),
    begins: listOf(begins).map(readVerb),
    ends: listOf(ends).map(readVerb),
    isEvent: marks.includes('event'),
    needsThing: marks.includes('thing'),
    isPlace: marks.includes('place'),
    takesArticle: marks.includes('article'),
  };
}

/** One a relation of the vocabulary. */
export const FORMS: readonly Form[] = TABLE.trim().split('\n').map(readRow);

const BY_RELATION = new Map(FORMS.map((form) => [form.relation, form]));

/** The form of a relation; one that the user added is asked for and said by its name. */
export function formOf(relation: string): Form {
  return BY_RELATION.get(relation) ?? readRow(`${relation} | :${relation} | ${relation} | ${relation} | | | |`);
}
