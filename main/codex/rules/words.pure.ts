const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Between subject and verb, or verb and complement, without changing what is said. */
export const ADVERBS = setOf(
  `still currently now presently just recently also really actually already finally usually often sometimes both all
   absolutely totally kinda kind-of mostly mainly originally basically simply definitely truly personally officially
   regularly generally always even only quite very pretty super so too proudly happily sadly unfortunately luckily
   literally honestly certainly nowadays today these days primarily lately occasionally rarely seldom typically normally
   permanently temporarily eventually deeply severely badly terribly mildly highly slightly particularly especially
   passionately apparently obviously clearly naturally ultimately since ever soon completely incredibly extremely
   genuinely proper desperately secretly previously formerly once long newly freshly first happily legally technically almost
   nearly`,
);
/** Over when it is said. */
export const PAST_ADVERBS = setOf('previously formerly once originally');
export const HEDGES = setOf('maybe perhaps probably possibly apparently supposedly presumably allegedly likely');

export const DETERMINERS = setOf(
  `a an the my our your his her its their this that these those some any another one two three four five six seven
   eight nine ten several many few lots both all every each more most certain such what which whose own`,
);
export const PRONOUNS = setOf(
  `i me we us you he him she her it they them this that these those myself ourselves yourself himself herself itself
   themselves one ones something anything nothing everything someone anyone everyone somebody anybody everybody nobody
   none mine ours yours theirs there here who what which where when how why both all each other others another same so
   such more less much many few lots most stuff thing things bit lot everywhere anywhere somewhere nowhere home away
   abroad`,
);
/** Words that no noun phrase contains: an object ends before them. */
export const CLAUSE_WORDS = setOf(
  `i you he she they we me him them who whom which whose that what because since although though while whereas if unless
   when whenever whether where wherever how why so but or yet is are was were am be been being has had have does did do
   will would could should might may can must shall not than then until till before after once as nor though cause
   too anymore either neither instead anyway though however therefore plus despite`,
);
/** Prepositions at which the name of a place, person or organisation is over. */
export const LINK_WORDS = setOf(
  `with for from by near since without about at on in to into onto over under through during between within against
   towards toward around via per besides except including like outside inside off across behind next`,
);
/** Not part of an object when they come last. */
export const TRAILING = setOf(
  `too now anymore lately currently really actually though well please lol haha hahaha btw again here there today also
   honestly either instead nowadays already alone together mostly mainly still yet ever always very much most best so
   right just soon recently tbh imo tho etc sometimes often usually regularly anyway online myself ourselves forever
   permanently temporarily btw fyi thanks thank you atm rn xd omg obviously probably maybe perhaps definitely full-time
   part-time twice once before guess remotely occasionally everyday daily weekly likewise presently someday sometime eventually later soonest presumably apparently`,
);
/** Groups of words that end an object when they come last. */
export const TRAILING_PHRASES: readonly (readonly string[])[] = [
  'a lot',
  'so much',
  'very much',
  'a bit',
  'a little',
  'at the moment',
  'these days',
  'right now',
  'as well',
  'at all',
  'for now',
  'of course',
  'by the way',
  'to be honest',
  'i think',
  'i guess',
  'i believe',
  'i suppose',
  'if i remember correctly',
  'full time',
  'part time',
  'the most',
  'more than anything',
  'at present',
  'for a living',
  'by far',
  'of all time',
  'in general',
  'or so',
  'i swear',
  'you know',
  'any more',
  'any longer',
  'all the time',
  'every day',
  'for fun',
  'on the side',
  'for sure',
  'in the world',
  'ever',
  'at the minute',
  'too much',
  'just in case',
  'if that helps',
  'in my free time',
  'in my spare time',
  'at weekends',
  'all my life',
  'my whole life',
  'my entire life',
  'all his life',
  'all her life',
  'several times',
  'one day',
  'some day',
  'at some point',
  'next time',
  'a day',
  'a week',
  'a month',
  'each day',
  'per day',
  'per week',
  'in the morning',
  'in the mornings',
  'in the evening',
  'in the evenings',
  'at night',
  'every morning',
  'every evening',
  'every night',
  'every week',
  'a few times',
  'many times',
  'a couple of times',
  'two times',
  'three times',
  'a while back',
  'in my life',
  'the other day',
  'with that',
  'on my own',
  'by myself',
  'for years',
  'for ages',
  'for a while',
  'most of the time',
  'from home',
  'for the first time',
  'on weekends',
  'at the weekend',
  'and so on',
  'and stuff',
  'and all that',
  'or something',
  'in real life',
].map((phrase) => phrase.split(' '));
/** Trailing groups that make the sentence unsure. */
export const TRAILING_HEDGES = setOf(
  'maybe perhaps probably presumably apparently guess think believe suppose correctly something so',
);

/** Capitalised at the beginning of a sentence without being anyone's name. */
export const NOT_NAMES = setOf(
  `i i'm we you he she it they this that these those there here what which who whom whose where when why how if the a an
   my our your his her its their and or but so because since although though while as at by for from in into of on to with
   not no yes yeah yep nope ok okay well oh hey hi hello thanks thank please sorry actually also just now then today
   tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january february march april may june
   july august september october november december spring summer autumn winter christmas easter everyone everybody someone
   somebody anyone anybody nobody nothing something everything people most some many few all both each every any other
   another one two three four five six seven eight nine ten first second third last next maybe perhaps probably honestly
   really still even only mr mrs ms dr prof sir let let's lol haha wow ah um hmm anyway though however meanwhile besides
   english french german spanish italian dutch portuguese polish russian chinese japanese korean arabic god lord internet
   google amazon apple microsoft netflix facebook youtube spotify twitter instagram reddit wikipedia chatgpt python java
   javascript linux windows android nobody remember note fyi btw correction update ps apparently supposedly hopefully
   unfortunately luckily sadly finally recently currently lately previously originally life love work school time money
   things stuff does did do is are was were can could would will should may might must have has had never always often
   sometimes usually such same more less much dear good great nice best bad new old imagine suppose say tell ask think
   guess considering given speaking regarding about after before until during between under over again once ever wait
   true false right wrong see look listen got get go come make take keep stay happy glad nowadays than too very quite`,
);
/** Parts of a name that are written small. */
export const NAME_PARTICLES = setOf('de da di del della van von der den la le du dos al bin ibn el ter ten af');
export const TITLES = setOf('mr mrs ms miss dr prof professor doctor sir aunt uncle aunty auntie father sister');

export const QUESTION_WORDS = setOf('what where when why how which who whom whose');
export const AUXILIARIES = setOf(
  'am is are was were do does did have has had can could will would shall should may might must',
);
/** Two things with one name: no list. */
export const PAIRS = setOf(
  `rock:roll fish:chips salt:vinegar mac:cheese bread:butter salt:pepper peanut-butter:jelly gin:tonic bed:breakfast
   drum:bass black:white arts:crafts dungeons:dragons tom:jerry ham:cheese cream:sugar rhythm:blues r:b country:western
   bangers:mash bacon:eggs milk:sugar track:field research:development hide:seek truth:dare science:technology
   command:conquer beans:toast toast:jam wine:cheese milk:cookies coffee:cake`,
);
