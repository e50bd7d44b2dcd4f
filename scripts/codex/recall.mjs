/** @typedef {import('./types.mjs').History} History */
/**
 * A question as a user would ask it. `gold` are the turns that say what holds now, `old` those of values that no longer do.
 * @typedef {{ readonly id: string, readonly query: string, readonly kind: string, readonly gold: readonly string[], readonly old: readonly string[] }} Query
 */
/** @typedef {{ asked: number, first: number, top: number, before: number, unmarked: number, withOld: number }} RecallTally */

/** @type {Readonly<Record<string, string>>} */
const QUERIES = {
  'lives in': 'Where do I live?',
  'home address': 'What is my address?',
  'works at': 'Where do I work?',
  'works as': 'What is my job?',
  'reports to': 'Who is my boss?',
  'studies at': 'Where do I study?',
  'working hours': 'What are my working hours?',
  partner: 'Who is my partner?',
  called: 'What should you call me?',
  birthday: 'When is my birthday?',
  height: 'How tall am I?',
  'phone number': 'What is my phone number?',
  'email address': 'What is my email address?',
  drives: 'Which car do I drive?',
  'phone model': 'What phone do I have?',
  computer: 'Which laptop do I use?',
  diet: 'What is my diet?',
  'favourite colour': 'What is my favourite colour?',
  'favourite food': 'What is my favourite food?',
  'favourite film': 'What is my favourite film?',
  'favourite book': 'What is my favourite book?',
  'favourite music': 'What is my favourite band?',
  'favourite season': 'What is my favourite season?',
  'commutes by': 'How do I get to work?',
  'wakes up at': 'When do I get up?',
};

export const ARMS = /** @type {const} */ ([
  ['all legs', {}],
  ['without graph', { noLegs: ['graph'] }],
]);
export const TOP = 10;

/** Only keys that hold one value now. @param {History} history @returns {readonly Query[]} */
export function listQueries({ ledger }) {
  return ledger.flatMap(({ subject, relation, kind, values }) => {
    const query = QUERIES[relation];
    const current = values.filter(({ status }) => status === 'current');
    if (subject !== 'me' || query === undefined || current.length !== 1) return [];
    const gold = current.flatMap(({ turns }) => turns);
    const old = values.filter(({ status }) => status !== 'current').flatMap(({ turns }) => turns);
    return [{ id: relation, query, kind, gold, old: old.filter((turn) => !gold.includes(turn)) }];
  });
}

/** @returns {RecallTally} */
const noTally = () => ({ asked: 0, first: 0, top: 0, before: 0, unmarked: 0, withOld: 0 });

const OLD = new Set(['superseded', 'corrected', 'retracted', 'ended', 'conflicted']);

/**
 * Ranks of the current value's turn and of old ones. An old turn is unmarked where nothing shown with it says that it is old.
 * @param {RecallTally} tally @param {Query} query @param {readonly { readonly turns: readonly string[], readonly status?: string | null }[]} results
 */
export function addRecall(tally, { gold, old }, results) {
  const rankOf = (/** @type {readonly string[]} */ turns) => {
    const at = results.findIndex((result) => result.turns.some((turn) => turns.includes(turn)));
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const now = rankOf(gold);
  tally.asked += 1;
  if (now === 0) tally.first += 1;
  if (now < TOP) tally.top += 1;
  if (old.length === 0) return;
  tally.withOld += 1;
  if (rankOf(old) < now) tally.before += 1;
  const shown = results
    .slice(0, TOP)
    .filter(
      (result) => result.turns.some((turn) => old.includes(turn)) && !result.turns.some((turn) => gold.includes(turn)),
    );
  if (shown.some(({ status }) => !OLD.has(status ?? ''))) tally.unmarked += 1;
}

/** @param {readonly { readonly queries: readonly Query[], readonly answers: ReadonlyMap<string, ReadonlyMap<string, readonly { readonly turns: readonly string[], readonly status?: string | null }[]>> }[]} runs by arm, then by query */
export function scoreRecall(runs) {
  return new Map(
    ARMS.map(([arm]) => {
      const tally = noTally();
      for (const { queries, answers } of runs)
        for (const query of queries) addRecall(tally, query, answers.get(arm)?.get(query.id) ?? []);
      return [arm, tally];
    }),
  );
}
