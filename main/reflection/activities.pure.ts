/** Something that the speaker says they did. */
export type Activity = {
  /** Equal keys are the same doing. */
  readonly key: string;
  /** As a label reads it: "running", "the gym", "pottery class". */
  readonly label: string;
  /** Where in the text it is said. */
  readonly from: number;
  readonly isMorning: boolean;
};

/** Something that is not so, not yet so, or no longer so says nothing about what is done. */
const UNREAL =
  /\b(?:never|not|no longer|would|could|should|might|may|if|wants?|wanted|going to|gonna|will|wish|hop(?:e|ed|ing)|plan(?:s|ned|ning)?|used to|tomorrow|next (?:week|month|year|time)|haven't|hadn't|didn't|don't|can't|couldn't|won't)\b|n['’]t\b|['’]ll\b/iu;
const MORNING = /\b(?:this|in the|every|most|each) mornings?\b|\bbefore (?:breakfast|work|sunrise|dawn)\b/iu;
const WHO = String.raw`\b(?:i|we)(?:['’]ve|['’]d| have| had)?(?:\s+(?:also|just|always|often|usually|finally|even|again|already|still|both|all))*`;

const WENT_DOING = new RegExp(String.raw`${WHO}\s+(?:went|go|been|gone)\s+(?:out\s+)?([a-z]{3,}ing)\b`, 'giu');
const WENT_TO = new RegExp(
  String.raw`${WHO}\s+(?:went|go|been|headed|drove|walked|cycled)\s+(?:back\s+)?to\s+((?:the|my|our)\s+[a-z]+(?:\s+(?!and|with|for|to|in|on|at|by|after|before|this|last|yesterday|today|again|because|but|so|where|when|which|that|then)[a-z]+)?)`,
  'giu',
);
const PLAYED = new RegExp(
  String.raw`${WHO}\s+(?:played|play|practi[sc]ed|practi[sc]e)\s+(?:some\s+|a bit of\s+|the\s+|my\s+)?([a-z]{3,})\b`,
  'giu',
);
const GATHERING =
  /\b(?:my|our)\s+((?:[a-z]+\s+){0,2}(?:class|classes|lesson|lessons|club|rehearsal|rehearsals|practice|training|choir|workshop|course))\b/giu;

/** Verbs of doing for its own sake, by the word that names the doing. */
const DOINGS: Readonly<Record<string, string>> = {
  ...{
    running: 'ran run',
    swimming: 'swam swim',
    cycling: 'cycled cycle',
    hiking: 'hiked hike',
    jogging: 'jogged jog',
  },
  ...{ meditating: 'meditated meditate', baking: 'baked bake', gardening: 'gardened garden', knitting: 'knitted knit' },
  ...{
    volunteering: 'volunteered volunteer',
    climbing: 'climbed climb',
    surfing: 'surfed surf',
    dancing: 'danced dance',
  },
  ...{
    sewing: 'sewed sew',
    rowing: 'rowed row',
    skiing: 'skied ski',
    painting: 'painted paint',
    fasting: 'fasted fast',
  },
};
const DOING_OF = new Map(
  Object.entries(DOINGS).flatMap(([doing, verbs]) => verbs.split(' ').map((verb) => [verb, doing])),
);
const DID = new RegExp(String.raw`${WHO}\s+(${[...DOING_OF.keys()].join('|')})\b`, 'giu');

/** Words that a pattern takes for a doing and that are none. */
const NO_DOING = new Set(
  'being doing going having getting something anything nothing well with around along role part'.split(' '),
);

/** Doings that the speaker tells of as done, each once. */
export function listActivities(text: string): readonly Activity[] {
  const found = new Map<string, Activity>();
  for (const { sentence, from } of sentencesOf(text)) {
    if (sentence.endsWith('?') || UNREAL.test(sentence)) continue;
    const isMorning = MORNING.test(sentence);
    const add = (label: string, at: number): void => {
      const key = keyOf(label);
      if (NO_DOING.has(key) || found.has(key)) return;
      found.set(key, { key, label: label.toLowerCase(), from: from + at, isMorning });
    };
    for (const { 1: doing = '', index } of sentence.matchAll(WENT_DOING)) add(doing, index);
    for (const { 1: place = '', index } of sentence.matchAll(WENT_TO))
      add(place.replace(/^(?:my|our)\s+/iu, 'the '), index);
    for (const { 1: game = '', index } of sentence.matchAll(PLAYED)) add(game, index);
    for (const { 1: gathering = '', index } of sentence.matchAll(GATHERING)) add(gathering, index);
    for (const { 1: verb = '', index } of sentence.matchAll(DID)) add(DOING_OF.get(verb.toLowerCase()) ?? verb, index);
  }
  return [...found.values()];
}

const keyOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/^the\s+/u, '')
    .replace(/classes$/u, 'class')
    .replace(/(?<=lesson|rehearsal)s$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();

function sentencesOf(text: string): readonly { readonly sentence: string; readonly from: number }[] {
  return [...text.matchAll(/[^.!?\n]+[.!?]?/gu)].map(({ 0: sentence, index }) => ({
    sentence: sentence.trimEnd(),
    from: index,
  }));
}
