export type VerbForm = 'base' | 's' | 'past' | 'participle' | 'ing';
export type Analysis = { readonly lemma: string; readonly form: VerbForm };

/** Past and participle. */
const IRREGULAR: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  be: ['was', 'been'],
  become: ['became', 'become'],
  begin: ['began', 'begun'],
  break: ['broke', 'broken'],
  build: ['built', 'built'],
  buy: ['bought', 'bought'],
  choose: ['chose', 'chosen'],
  come: ['came', 'come'],
  cut: ['cut', 'cut'],
  do: ['did', 'done'],
  drink: ['drank', 'drunk'],
  drive: ['drove', 'driven'],
  eat: ['ate', 'eaten'],
  fall: ['fell', 'fallen'],
  feel: ['felt', 'felt'],
  find: ['found', 'found'],
  fly: ['flew', 'flown'],
  get: ['got', 'gotten'],
  give: ['gave', 'given'],
  go: ['went', 'gone'],
  grow: ['grew', 'grown'],
  have: ['had', 'had'],
  hear: ['heard', 'heard'],
  hurt: ['hurt', 'hurt'],
  keep: ['kept', 'kept'],
  know: ['knew', 'known'],
  lead: ['led', 'led'],
  learn: ['learned', 'learned'],
  leave: ['left', 'left'],
  lose: ['lost', 'lost'],
  make: ['made', 'made'],
  mean: ['meant', 'meant'],
  meet: ['met', 'met'],
  owe: ['owed', 'owed'],
  pay: ['paid', 'paid'],
  put: ['put', 'put'],
  quit: ['quit', 'quit'],
  read: ['read', 'read'],
  ride: ['rode', 'ridden'],
  run: ['ran', 'run'],
  say: ['said', 'said'],
  see: ['saw', 'seen'],
  sell: ['sold', 'sold'],
  sing: ['sang', 'sung'],
  ski: ['skied', 'skied'],
  sleep: ['slept', 'slept'],
  speak: ['spoke', 'spoken'],
  spend: ['spent', 'spent'],
  split: ['split', 'split'],
  stand: ['stood', 'stood'],
  swim: ['swam', 'swum'],
  take: ['took', 'taken'],
  teach: ['taught', 'taught'],
  tell: ['told', 'told'],
  think: ['thought', 'thought'],
  understand: ['understood', 'understood'],
  wake: ['woke', 'woken'],
  wear: ['wore', 'worn'],
  win: ['won', 'won'],
  write: ['wrote', 'written'],
};
const DOUBLED = new Set([
  'plan',
  'stop',
  'cut',
  'shop',
  'jog',
  'prefer',
  'swim',
  'get',
  'run',
  'win',
  'quit',
  'put',
  'begin',
  'split',
  'travel',
  'drop',
  'chat',
  'knit',
  'commit',
  'program',
  'swap',
  'hop',
]);

function inflect(lemma: string): readonly (readonly [form: VerbForm, word: string])[] {
  const isY = /[^aeiou]y$/.test(lemma);
  const isE = lemma.endsWith('e');
  const stem = DOUBLED.has(lemma) ? lemma + lemma.slice(-1) : lemma;
  const s = isY ? `${lemma.slice(0, -1)}ies` : /(s|x|z|ch|sh|o)$/.test(lemma) ? `${lemma}es` : `${lemma}s`;
  const past = isY ? `${lemma.slice(0, -1)}ied` : isE ? `${lemma}d` : `${stem}ed`;
  const ing = isE && !/(ee|oe|ye)$/.test(lemma) && lemma !== 'be' ? `${lemma.slice(0, -1)}ing` : `${stem}ing`;
  const irregular = IRREGULAR[lemma];
  return [
    ['base', lemma],
    ['s', lemma === 'have' ? 'has' : s],
    ['past', irregular?.[0] ?? past],
    ['participle', irregular?.[1] ?? past],
    ['ing', ing],
    ...(lemma === 'get' ? ([['participle', 'got']] as const) : []),
    ...(lemma === 'cancel'
      ? ([
          ['past', 'cancelled'],
          ['participle', 'cancelled'],
        ] as const)
      : []),
    ...(lemma === 'travel'
      ? ([
          ['past', 'traveled'],
          ['ing', 'traveling'],
        ] as const)
      : []),
    ...(lemma === 'learn'
      ? ([
          ['past', 'learnt'],
          ['participle', 'learnt'],
        ] as const)
      : []),
  ];
}

/** Verbs that clauses have besides those of the tables: they tell the splitter that a clause begins. */
const OTHER_VERBS =
  'ask bake call care come cook dance decide enjoy expect feel find finish fly get give go grow happen hear help hope keep know laugh leave like look lose make mean mention need open paint pick post put realise realize remember say see seem send sing sit sleep stand start stay stop talk teach tell think travel try turn understand visit wait walk want wash watch wear wish wonder work write'.split(
    ' ',
  );

const ANALYSES = new Map<string, Analysis[]>();

/** Makes the forms of these verbs known; tables do so when they are compiled. */
export function learnVerbs(lemmas: Iterable<string>): void {
  for (const lemma of lemmas) {
    if (lemma === 'be' || ANALYSES.get(lemma)?.some((known) => known.lemma === lemma)) continue;
    for (const [form, word] of inflect(lemma)) {
      const known = ANALYSES.get(word) ?? [];
      if (!known.some((one) => one.lemma === lemma && one.form === form)) known.push({ lemma, form });
      ANALYSES.set(word, known);
    }
  }
}

learnVerbs(OTHER_VERBS);
learnVerbs(Object.keys(IRREGULAR));

/** What a word can be as a verb; empty when it is none that is known. */
export function analysesOf(word: string): readonly Analysis[] {
  return ANALYSES.get(word) ?? [];
}

/** The -ing form or a participle, for what the rules make of words. */
export function hasForm(word: string, form: VerbForm): boolean {
  return analysesOf(word).some((one) => one.form === form);
}
