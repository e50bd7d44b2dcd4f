/**
 * A value as it is said. `value` is its normalised form, where it has one (a date).
 * @typedef {{ readonly text: string, readonly value: string | null }} Value
 */
/** @typedef {'state' | 'correct' | 'end' | 'retract'} Act */
/** @typedef {{ readonly at: string, readonly precision: 'day' | 'month' | 'year' }} Point */
/**
 * What a turn truly says. `subject` is `me` or a name; claims with `isNeeded` false are true but nobody has to find them.
 * @typedef {{ readonly act: Act, readonly subject: string, readonly relation: string, readonly value: Value,
 *   readonly replaces: Value | null, readonly isPast: boolean, readonly from: Point | null, readonly to: Point | null,
 *   readonly kind: string, readonly line: string, readonly isNeeded: boolean }} Claim
 */
/**
 * `trap` says what the turn looks like while it says nothing to believe.
 * @typedef {{ readonly id: string, readonly conversation: string, readonly speaker: string,
 *   readonly role: 'user' | 'assistant' | 'other', readonly at: string, readonly text: string,
 *   readonly claims: readonly Claim[], readonly traps: readonly Trap[] }} Turn
 */
/** @typedef {{ readonly kind: string, readonly relation: string, readonly value: Value, readonly line: string }} Trap */
/**
 * One value in the ledger of truth. `fromIs` says whether the beginning was said, is the telling of a change, or is only the day of the telling.
 * @typedef {{ readonly value: Value, readonly status: 'current' | 'superseded' | 'corrected' | 'retracted' | 'ended' | 'past' | 'conflicted',
 *   readonly from: string | null, readonly fromIs: 'stated' | 'changed' | 'said' | 'unknown', readonly precision: Point['precision'] | null,
 *   readonly to: string | null, readonly toPrecision: Point['precision'] | null, readonly turns: readonly string[] }} TrueValue
 */
/** @typedef {{ readonly subject: string, readonly relation: string, readonly kind: string, readonly isSensitive: boolean, readonly values: readonly TrueValue[] }} Entry */
/** @typedef {{ readonly name: string, readonly set: 'open' | 'closed', readonly owner: string, readonly turns: readonly Turn[], readonly ledger: readonly Entry[] }} History */

export {};
