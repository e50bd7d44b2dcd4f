/** An English verb in the forms that questions and answers use. */
export type Verb = {
  readonly base: string;
  readonly third: string;
  readonly past: string;
  readonly participle: string;
  readonly ing: string;
  /** "Not like": what is asked for is that it is not so. */
  readonly isNegated: boolean;
};

/** Past and participle, where they are not made with -ed. */
const IRREGULAR: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  be: ['was', 'been'],
  become: ['became', 'become'],
  break: ['broke', 'broken'],
  buy: ['bought', 'bought'],
  come: ['came', 'come'],
  do: ['did', 'done'],
  drink: ['drank', 'drunk'],
  drive: ['drove', 'driven'],
  eat: ['ate', 'eaten'],
  get: ['got', 'got'],
  give: ['gave', 'given'],
  go: ['went', 'gone'],
  grow: ['grew', 'grown'],
  have: ['had', 'had'],
  keep: ['kept', 'kept'],
  know: ['knew', 'known'],
  leave: ['left', 'left'],
  lose: ['lost', 'lost'],
  meet: ['met', 'met'],
  pay: ['paid', 'paid'],
  quit: ['quit', 'quit'],
  read: ['read', 'read'],
  ride: ['rode', 'ridden'],
  see: ['saw', 'seen'],
  sell: ['sold', 'sold'],
  speak: ['spoke', 'spoken'],
  spend: ['spent', 'spent'],
  take: ['took', 'taken'],
  wake: ['woke', 'woken'],
  win: ['won', 'won'],
};
const THIRD: Readonly<Record<string, string>> = { be: 'is', have: 'has', do: 'does', go: 'goes', can: 'can' };
/** A single vowel and consonant at the end, stressed. */
const DOUBLED = /^(plan|get|quit|win|drop|enrol)$/;

/** Forms of a verb by its base form. */
export function conjugate(base: string): Verb {
  const stem = DOUBLED.test(base) ? `${base}${base.at(-1)}` : base;
  const isY = /[^aeiou]y$/.test(base);
  const regular = base.endsWith('e') ? `${base}d` : isY ? `${base.slice(0, -1)}ied` : `${stem}ed`;
  const [past, participle] = IRREGULAR[base] ?? [regular, regular];
  const third = isY ? `${base.slice(0, -1)}ies` : /(s|sh|ch|x|z)$/.test(base) ? `${base}es` : `${base}s`;
  const isMuteE = /[^eyo]e$/.test(base) && base !== 'be';
  return {
    base,
    third: THIRD[base] ?? third,
    past,
    participle,
    ing: `${isMuteE ? base.slice(0, -1) : stem}ing`,
    isNegated: false,
  };
}

const PLURALS: Readonly<Record<string, string>> = {
  child: 'children',
  grandchild: 'grandchildren',
  person: 'people',
  people: 'people',
  wife: 'wives',
  'ex-wife': 'ex-wives',
  fish: 'fish',
  series: 'series',
  species: 'species',
  music: 'music',
  software: 'software',
  work: 'work',
  food: 'foods',
  'working hours': 'working hours',
};

/** The plural of a noun or of a phrase that ends or begins with one ("place of birth", "mother-in-law"). */
export function pluralOf(noun: string): string {
  const known = PLURALS[noun];
  if (known !== undefined) return known;
  const head = /^(.+?)((?: of |-in-).+)$/.exec(noun);
  if (head) return `${pluralOf(head[1] ?? '')}${head[2] ?? ''}`;
  const space = noun.lastIndexOf(' ');
  if (space >= 0) return `${noun.slice(0, space + 1)}${pluralOf(noun.slice(space + 1))}`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|sh|ch|x|z)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
