/**
 * One thing that is said of a key. `kinds` are kinds of lines that can say it, best first to last; `time` reuses the beginning of an earlier beat.
 * @typedef {{ readonly kinds: readonly string[], readonly value: import('./types.mjs').Value, readonly wrong?: import('./types.mjs').Value,
 *   readonly time?: number, readonly speaker?: string }} Beat
 */
/** @typedef {{ readonly subject: string, readonly relation: string, readonly kind: string, readonly beats: readonly Beat[] }} Story */
/** @typedef {{ readonly kind: string, readonly weight: number, readonly values: number, readonly needs: readonly string[][], readonly beats: (values: import('./types.mjs').Value[]) => Beat[] }} Plot */

const FIRST = ['say', 'since'];

/** @type {Readonly<Record<'single-valued' | 'property' | 'multi-valued', readonly Plot[]>>} */
const PLOTS = {
  'single-valued': [
    { kind: 'plain', weight: 1, values: 1, needs: [['say']], beats: ([a]) => [of(FIRST, a)] },
    { kind: 'repeat', weight: 1, values: 1, needs: [['say']], beats: ([a]) => [of(['say'], a), of(['say'], a)] },
    {
      ...{ kind: 'revision', weight: 5, values: 2, needs: [['say'], ['now', 'move']] },
      beats: ([a, b]) => [of(FIRST, a), of(['now', 'move'], b)],
    },
    {
      ...{ kind: 'revision', weight: 2, values: 3, needs: [['say'], ['now'], ['move']] },
      beats: ([a, b, c]) => [of(FIRST, a), of(['now', 'move'], b), of(['now', 'move'], c)],
    },
    {
      ...{ kind: 'correction', weight: 4, values: 2, needs: [['say'], ['fix']] },
      beats: ([a, b]) => [of(FIRST, a), { ...of(['fix'], b), ...wrong(a) }],
    },
    {
      kind: 'end',
      weight: 3,
      values: 1,
      needs: [['say'], ['end', 'endat']],
      beats: ([a]) => [of(FIRST, a), of(['end', 'endat'], a)],
    },
    {
      kind: 'retraction',
      weight: 4,
      values: 1,
      needs: [['say'], ['never']],
      beats: ([a]) => [of(['say'], a), of(['never'], a)],
    },
    {
      kind: 'late',
      weight: 4,
      values: 2,
      needs: [['say'], ['was', 'span']],
      beats: ([b, a]) => [of(FIRST, b), of(['was', 'span'], a)],
    },
    {
      kind: 'late',
      weight: 4,
      values: 2,
      needs: [['since'], ['earlier']],
      beats: ([b, a]) => [of(['since'], b), of(['earlier'], a)],
    },
    { kind: 'past', weight: 2, values: 1, needs: [['was']], beats: ([a]) => [of(['was', 'span'], a)] },
    {
      kind: 'conflict',
      weight: 4,
      values: 2,
      needs: [['since']],
      beats: ([a, b]) => [of(['since'], a), { ...of(['since'], b), time: 0 }],
    },
  ],
  property: [
    { kind: 'plain', weight: 1, values: 1, needs: [['say']], beats: ([a]) => [of(['say'], a)] },
    { kind: 'repeat', weight: 1, values: 1, needs: [['say']], beats: ([a]) => [of(['say'], a), of(['say'], a)] },
    {
      ...{ kind: 'correction', weight: 4, values: 2, needs: [['say'], ['fix']] },
      beats: ([a, b]) => [of(['say'], a), { ...of(['fix'], b), ...wrong(a) }],
    },
  ],
  'multi-valued': [
    { kind: 'plain', weight: 2, values: 1, needs: [['say']], beats: ([a]) => [of(['say'], a)] },
    { kind: 'several', weight: 2, values: 2, needs: [['say']], beats: ([a, b]) => [of(['say'], a), of(['say'], b)] },
    {
      kind: 'end',
      weight: 3,
      values: 1,
      needs: [['say'], ['end', 'endat']],
      beats: ([a]) => [of(['say'], a), of(['end', 'endat'], a)],
    },
    { kind: 'past', weight: 2, values: 1, needs: [['was']], beats: ([a]) => [of(['was'], a)] },
    {
      ...{ kind: 'correction', weight: 2, values: 2, needs: [['say'], ['fix']] },
      beats: ([a, b]) => [of(['say'], a), { ...of(['fix'], b), ...wrong(a) }],
    },
    {
      kind: 'retraction',
      weight: 4,
      values: 1,
      needs: [['say'], ['never']],
      beats: ([a]) => [of(['say'], a), of(['never'], a)],
    },
  ],
};

/** @type {readonly Plot[]} */
const PLOTS_OF_OTHERS = [
  { kind: 'plain', weight: 3, values: 1, needs: [['third']], beats: ([a]) => [of(['third'], a)] },
  {
    ...{ kind: 'revision', weight: 3, values: 2, needs: [['third'], ['thirdnow']] },
    beats: ([a, b]) => [of(['third'], a), of(['thirdnow'], b)],
  },
];

/** @param {readonly string[]} kinds @param {import('./types.mjs').Value | undefined} value @returns {Beat} */
function of(kinds, value) {
  if (value === undefined) throw new Error('A plot has fewer values than beats.');
  return { kinds, value };
}

/** @param {import('./types.mjs').Value | undefined} value */
const wrong = (value) => (value === undefined ? {} : { wrong: value });

/**
 * Chooses what happens to a key among what its wordings can say.
 * @param {import('./random.mjs').Random} random
 * @param {{ readonly subject: string, readonly relation: string, readonly bucket: 'single-valued' | 'property' | 'multi-valued',
 *   readonly kinds: ReadonlySet<string>, readonly takeValues: (count: number) => import('./types.mjs').Value[] | null,
 *   readonly isOther: boolean }} key
 * @returns {Story | null}
 */
export function planStory(random, { subject, relation, bucket, kinds, takeValues, isOther }) {
  const possible = (isOther ? PLOTS_OF_OTHERS : PLOTS[bucket]).filter(({ needs }) =>
    needs.every((any) => any.some((kind) => kinds.has(kind))),
  );
  if (possible.length === 0) return null;
  const plot = random.pick(possible.flatMap((each) => Array.from({ length: each.weight }, () => each)));
  const values = takeValues(plot.values);
  return values === null ? null : { subject, relation, kind: plot.kind, beats: plot.beats(values) };
}

/** Two people, neither the user, say different things of a third. @param {{ readonly subject: string, readonly relation: string, readonly values: import('./types.mjs').Value[], readonly speakers: readonly string[] }} key @returns {Story} */
export function planSourceConflict({ subject, relation, values, speakers }) {
  const beats = values.map((value, n) => ({ ...of(['third'], value), speaker: speakers[n] ?? '' }));
  return { subject, relation, kind: 'conflict', beats };
}
