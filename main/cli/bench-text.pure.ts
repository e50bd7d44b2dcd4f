/** Turns for measurements: made here from a seed, so that nobody's words are needed and every run is the same. */
export type BenchTurn = {
  readonly id: string;
  readonly conversation: string;
  readonly speaker: string;
  readonly role: 'user' | 'assistant';
  readonly at: string;
  readonly text: string;
  /** Left out for the space that every turn belongs to. */
  readonly space?: string;
};

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

const NAMES =
  split(`Amara Bruno Celine Dario Edith Farid Greta Hugo Ines Jonas Keiko Liam Mirela Nadia Oskar Priya Quentin
  Rosa Samir Tova Ulrich Vera Wendell Xenia Yusuf Zelda`);
const PLACES =
  split(`Lisbon Kyoto Bergen Nairobi Quito Tallinn Galway Oaxaca Hobart Ghent Leipzig Porto Izmir Turku Cork
  Windhoek Bilbao Trieste Halifax Pune harbour library bakery workshop allotment clinic station museum rooftop cellar`);
const THINGS =
  split(`bicycle violin greenhouse notebook telescope kettle passport ladder camera suitcase chessboard quilt
  lantern sourdough compass tent sewing-machine raincoat garden novel podcast recipe mortgage invoice marathon exhibition
  aquarium piano letter photograph keyboard battery lease scholarship vaccine contract allergy migraine tooth knee curtain
  bookshelf radiator boiler fence hedge tomato basil apricot lemon almond pumpkin cardigan boots umbrella ticket map ferry
  tram canoe kayak rucksack sculpture poem lecture thesis budget spreadsheet password router printer dictionary calendar`);
const VERBS = split(`repaired borrowed painted sold planted cancelled finished translated packed cleaned measured baked
  ordered returned forgot lost found designed rebuilt rehearsed photographed explained postponed signed sent received
  counted stitched sharpened framed catalogued recorded tuned tested weighed labelled carried wrapped polished`);
const ADJECTIVES =
  split(`old blue quiet heavy borrowed crooked bright narrow wooden woollen second-hand reluctant cheerful
  damp enormous fragile stubborn elegant rusty unfinished expensive peculiar gentle noisy spare foreign familiar`);
const TIMES =
  split(`yesterday today Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April
  May June July August September October November December spring autumn winter noon midnight`);
const FEELINGS = split(`relieved annoyed proud nervous curious tired delighted puzzled grateful worried calm hopeful`);

/** A small repeatable generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createWriter(random: () => number) {
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  const number = (): number => 2 + Math.floor(random() * 900);
  const sentences: readonly (() => string)[] = [
    () => `I ${pick(VERBS)} the ${pick(ADJECTIVES)} ${pick(THINGS)} in ${pick(PLACES)} on ${pick(TIMES)}.`,
    () => `${pick(NAMES)} said the ${pick(THINGS)} cost ${number()} and felt ${pick(FEELINGS)} about it.`,
    () => `Do you remember when ${pick(NAMES)} ${pick(VERBS)} my ${pick(THINGS)} before ${pick(TIMES)}?`,
    () => `We never ${pick(VERBS)} the ${pick(THINGS)} because the ${pick(THINGS)} was too ${pick(ADJECTIVES)}.`,
    () =>
      `After ${pick(TIMES)} the ${pick(PLACES)} will need a ${pick(ADJECTIVES)} ${pick(THINGS)}, number ${number()}.`,
    () =>
      `My ${pick(THINGS)} and the ${pick(THINGS)} from ${pick(PLACES)} made ${pick(NAMES)} rather ${pick(FEELINGS)}.`,
  ];
  return { sentence: () => (sentences[Math.floor(random() * sentences.length)] ?? (() => ''))(), pick };
}

/** Most turns are short, some are long, and a few are longer than the embedder's window: as in real histories. */
function lengthOf(random: () => number): number {
  const at = random();
  if (at < 0.65) return 1 + Math.floor(random() * 3);
  if (at < 0.95) return 3 + Math.floor(random() * 7);
  return 10 + Math.floor(random() * 25);
}

const TURNS_PER_CONVERSATION = 40;
const FIRST_AT = Date.UTC(2021, 0, 1);
const STEP_MS = 7 * 60_000;

export type BenchSeries = {
  readonly count: number;
  readonly seed: number;
  /** In front of the names of turns and conversations, so that two series do not meet. */
  readonly prefix?: string;
  readonly space?: string;
};

/** The same turns for the same seed, one after another: a hundred thousand need not lie in memory. */
export function* generateBenchTurns({ count, seed, prefix = 'bench', space }: BenchSeries): Generator<BenchTurn> {
  const random = seeded(seed);
  const { sentence } = createWriter(random);
  for (let n = 0; n < count; n += 1) {
    yield {
      id: `${prefix}-${n}`,
      conversation: `${prefix} ${Math.floor(n / TURNS_PER_CONVERSATION)}`,
      speaker: n % 2 === 0 ? 'Owner' : 'Assistant',
      role: n % 2 === 0 ? 'user' : 'assistant',
      at: new Date(FIRST_AT + n * STEP_MS).toISOString(),
      text: Array.from({ length: lengthOf(random) }, sentence).join(' '),
      ...(space === undefined ? {} : { space }),
    };
  }
}

/** All of a series at once. */
export function makeBenchTurns(count: number, seed: number): readonly BenchTurn[] {
  return [...generateBenchTurns({ count, seed })];
}

/** Questions in other words than any turn, about things that some turns speak of. */
export function makeBenchQueries(count: number, seed: number): readonly string[] {
  const { pick } = createWriter(seeded(seed));
  const shapes: readonly (() => string)[] = [
    () => `What happened to the ${pick(ADJECTIVES)} ${pick(THINGS)} in ${pick(PLACES)}?`,
    () => `When did ${pick(NAMES)} talk about a ${pick(THINGS)}?`,
    () => `How much was the ${pick(THINGS)} that ${pick(NAMES)} felt ${pick(FEELINGS)} about?`,
    () => `Which ${pick(THINGS)} did I plan for ${pick(TIMES)}?`,
  ];
  return Array.from({ length: count }, (_, n) => (shapes[n % shapes.length] ?? (() => ''))());
}

/** The value below which `part` of the values lie, by nearest rank. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * part) - 1))] ?? 0;
}
