const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole === 0 ? '    –' : `${((100 * part) / whole).toFixed(1).padStart(5)} %`;
const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${percent(part, whole)}  (${part} of ${whole})`;
const pad = (/** @type {string} */ text, width = 28) => text.padEnd(width);

/** @param {ReadonlyMap<string, number>} counts */
const listCounts = (counts) =>
  [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([name, n]) => `${name} ${n}`)
    .join(', ') || 'none';

/** @param {string} title @param {Omit<ReturnType<typeof import('./score-claims.mjs').scoreClaims>, 'failures'>} score @param {boolean} isLong */
export function describeClaims(
  title,
  { turns, all, held, dates, loose, byRelation, byKind, wrongKinds, baits },
  isLong,
) {
  const rows = (/** @type {ReadonlyMap<string, import('./score-claims.mjs').Tally>} */ tallies) =>
    [...tallies]
      .sort((a, b) => (a[0] < b[0] ? -1 : 1))
      .map(
        ([name, { right, wrong, found, needed }]) =>
          `    ${pad(name)} precision ${share(right, right + wrong).padEnd(24)} recall ${share(found, needed)}`,
      );
  return [
    `${title}: candidates of ${turns} turns`,
    `  ${pad('precision of what is admitted')} ${share(all.right, all.right + all.wrong)}`,
    `  ${pad('recall')} ${share(all.found, all.needed)}`,
    `  ${pad('held for review, right')} ${share(held.right, held.right + held.wrong)}`,
    `  ${pad('stated beginnings right')} ${share(dates.right, dates.asked)}`,
    `  ${pad('right with words too many')} ${share(loose, all.right)}`,
    `  wrong: ${listCounts(wrongKinds)}`,
    `  baits: ${listCounts(baits)}`,
    '  by kind',
    ...rows(byKind),
    ...(isLong ? ['  by relation', ...rows(byRelation)] : []),
  ].join('\n');
}

const ABOUT = /** @type {const} */ ([
  ['current', 'current value right'],
  ['over', 'nothing shown of what is over or never was'],
  ['past', 'value at a past date right'],
  ['conflict', 'conflict disclosed'],
  ['never', 'nothing shown of what was never said'],
  ['sensitive', 'sensitive kept for review'],
]);

/** @param {string} title @param {ReturnType<typeof import('./score-facts.mjs').scoreFacts>} score @param {boolean} isLong */
export function describeFacts(title, { byAbout, byKind, stale, beliefs, byRelation, wrongKinds }, isLong) {
  const of = (/** @type {string} */ key, /** @type {typeof byAbout} */ outcomes) => {
    const {
      asked,
      right,
      missing,
      wrong,
      stale: old,
    } = outcomes.get(key) ?? { asked: 0, right: 0, missing: 0, wrong: 0, stale: 0 };
    return `${share(right, asked).padEnd(28)} missing ${missing}, wrong ${wrong}, stale ${old}`;
  };
  return [
    `${title}: what is believed`,
    ...ABOUT.map(([key, name]) => `  ${pad(name, 42)} ${of(key, byAbout)}`),
    `  ${pad('old value shown as current, of keys', 42)} ${share(stale.shown, stale.asked)}`,
    `  ${pad('old values among those shown as current', 42)} ${share(stale.old, stale.values)}`,
    `  ${pad('revisions that their turn says', 42)} ${share(beliefs.right, beliefs.right + beliefs.wrong)}`,
    `  wrong revisions: ${listCounts(wrongKinds)}`,
    '  by kind',
    ...[...byKind.keys()].sort().map((key) => `    ${pad(key, 38)} ${of(key, byKind)}`),
    ...(isLong
      ? [
          '  revisions by relation',
          ...[...byRelation]
            .sort((a, b) => (a[0] < b[0] ? -1 : 1))
            .map(([name, { right, wrong }]) => `    ${pad(name)} ${share(right, right + wrong)}`),
        ]
      : []),
  ].join('\n');
}

/** What became of each claim of a model. @param {ReadonlyMap<string, number>} fates @param {number} secondsPerTurn */
export const describeFates = (fates, secondsPerTurn) =>
  `  claims of the model: ${listCounts(fates)}\n  ${secondsPerTurn.toFixed(1)} seconds a turn`;

/** @param {ReturnType<typeof import('./recall.mjs').scoreRecall>} score */
export const describeRecall = (score) =>
  [...score]
    .map(([arm, { asked, first, top, withOld, before, unmarked }]) =>
      [
        `  recall of what holds now, ${arm}`,
        `    ${pad('its turn is first', 38)} ${share(first, asked)}`,
        `    ${pad('its turn is among ten', 38)} ${share(top, asked)}`,
        `    ${pad('an old turn stands before it', 38)} ${share(before, withOld)}`,
        `    ${pad('an old turn among ten, not marked old', 38)} ${share(unmarked, withOld)}`,
      ].join('\n'),
    )
    .join('\n');

/** Failures of the open set only: those of the closed set are nobody's to learn from. @param {readonly { readonly history: string, readonly turn: string, readonly text: string, readonly what: string }[]} failures */
export const describeFailures = (failures) =>
  failures
    .map(({ turn, text, what }) => `  ${what}\n      ${turn || 'no turn'}: ${text.replaceAll('\n', ' / ')}`)
    .join('\n');
