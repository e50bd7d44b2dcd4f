/**
 * A beat after it was said: when, in which turn, and the beginning and end that it names.
 * @typedef {{ readonly line: string, readonly value: import('./types.mjs').Value, readonly saidAt: string, readonly turn: string,
 *   readonly from: import('./types.mjs').Point | null, readonly to: import('./types.mjs').Point | null }} SaidBeat
 */
/** @typedef {import('./types.mjs').TrueValue} TrueValue */

/** @param {SaidBeat} beat @returns {Pick<TrueValue, 'from' | 'fromIs' | 'precision'>} */
const startOf = ({ from, saidAt }) =>
  from === null
    ? { from: saidAt, fromIs: 'said', precision: null }
    : { from: from.at, fromIs: 'stated', precision: from.precision };

/** @param {SaidBeat} beat @param {TrueValue['status']} status @param {Partial<TrueValue>} [more] @returns {TrueValue} */
const trueOf = (beat, status, more = {}) => ({
  ...{
    value: beat.value,
    status,
    ...startOf(beat),
    to: beat.to?.at ?? null,
    toPrecision: beat.to?.precision ?? null,
    turns: [beat.turn],
  },
  ...more,
});

/** A value that is over: its interval if that was said, and nothing known of it otherwise. @param {SaidBeat} beat @param {string | null} [until] */
const overOf = (beat, until = null) =>
  beat.from === null
    ? trueOf(beat, 'past', { from: null, fromIs: 'unknown' })
    : trueOf(beat, 'past', { to: beat.to?.at ?? until, toPrecision: beat.to?.precision ?? 'year' });

/**
 * The truth that a story comes to; built from the plot and never by resolving, so that it can judge a resolver.
 * @param {string} kind @param {readonly SaidBeat[]} beats @returns {readonly TrueValue[]}
 */
export function listTrueValues(kind, beats) {
  const [a, b] = beats;
  if (a === undefined) throw new Error('A story has no beat.');
  const first = startOf(a);
  switch (kind) {
    case 'plain':
    case 'several':
      return beats.map((beat) => trueOf(beat, 'current'));
    case 'repeat':
      return [trueOf(a, 'current', { turns: beats.map(({ turn }) => turn) })];
    case 'revision':
      return beats.map((beat, n) => {
        const next = beats[n + 1];
        const start = startOf(beat);
        const own = {
          ...start,
          fromIs: n > 0 && start.fromIs === 'said' ? /** @type {const} */ ('changed') : start.fromIs,
        };
        if (next === undefined) return trueOf(beat, 'current', own);
        const { from: to, precision: toPrecision } = startOf(next);
        return trueOf(beat, 'superseded', { ...own, to, toPrecision });
      });
    case 'correction':
      return [trueOf(a, 'corrected'), ...(b === undefined ? [] : [trueOf(b, 'current', first)])];
    case 'end':
      return [
        trueOf(a, 'ended', {
          to: b?.to?.at ?? b?.saidAt ?? null,
          toPrecision: b?.to?.precision ?? null,
          turns: beats.map(({ turn }) => turn),
        }),
      ];
    case 'retraction':
      return [trueOf(a, 'retracted', { turns: beats.map(({ turn }) => turn) })];
    case 'late':
      return [trueOf(a, 'current'), ...(b === undefined ? [] : [overOf(b, first.from)])];
    case 'past':
      return [overOf(a)];
    case 'conflict':
      return beats.map((beat) => trueOf(beat, 'conflicted'));
    default:
      throw new Error(`There is no story ${kind}.`);
  }
}
