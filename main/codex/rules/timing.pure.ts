import type { TimePoint } from '../../contract/codex.ts';
import type { TimePhrase } from '../dates.pure.ts';
import type { Reading } from './reading.pure.ts';
import type { Aspect } from './rule.pure.ts';

export type Timing = {
  readonly validFrom: TimePoint | null;
  readonly validTo: TimePoint | null;
  readonly isPast: boolean;
};

const NONE: Timing = { validFrom: null, validTo: null, isPast: false };

const find = (phrases: readonly TimePhrase[], ...kinds: readonly TimePhrase['kind'][]): TimePhrase | undefined =>
  phrases.find(({ kind }) => kinds.includes(kind));

/** Beginning and end that the words of time in a clause give to a state that lasts or lasted. */
function timeState(reading: Reading, phrases: readonly TimePhrase[]): Timing | null {
  const range = find(phrases, 'range');
  const since = find(phrases, 'from');
  const until = find(phrases, 'until');
  const length = find(phrases, 'length');
  const at = find(phrases, 'at');
  const validTo = range?.end ?? until?.end ?? null;
  if (reading.tense === 'perfect') {
    const begun = since?.start ?? length?.start ?? null;
    // "I've been teaching there" still does.
    const isOngoing = begun !== null || reading.isOngoing || reading.isProgressive;
    return { validFrom: range?.start ?? begun, validTo, isPast: !isOngoing || validTo !== null };
  }
  if (reading.tense === 'past' || reading.isOnceSaid) {
    return { validFrom: range?.start ?? since?.start ?? at?.start ?? null, validTo, isPast: true };
  }
  if (reading.tense === 'future') {
    const start = range?.start ?? since?.start ?? at?.start ?? null;
    // "I might be allergic" speaks of now.
    const isNow = reading.modal === 'might' || reading.modal === 'may';
    return start === null && !isNow ? null : { validFrom: start, validTo, isPast: false };
  }
  const validFrom = range?.start ?? since?.start ?? length?.start ?? null;
  return { validFrom, validTo, isPast: false };
}

/** What tense and words of time make of a claim; null when it says nothing that is or was so. */
export function timeOf(aspect: Aspect, reading: Reading, phrases: readonly TimePhrase[]): Timing | null {
  const first = find(phrases, 'from', 'at', 'range');
  switch (aspect) {
    case 'state':
      return timeState(reading, phrases);
    case 'plan':
      return reading.tense === 'past' || reading.tense === 'perfect' ? null : NONE;
    case 'start': {
      if (reading.isUsedTo) return null;
      if (reading.tense === 'past' || reading.tense === 'perfect') {
        const length = find(phrases, 'length');
        return {
          validFrom: first?.start ?? length?.start ?? null,
          validTo: find(phrases, 'range', 'until')?.end ?? null,
          isPast: find(phrases, 'range', 'until') !== undefined,
        };
      }
      // What lies ahead is a fact only with its day: otherwise it is an intention.
      return first?.start == null ? null : { validFrom: first.start, validTo: null, isPast: false };
    }
    case 'end': {
      if (reading.tense === 'past' || reading.tense === 'perfect')
        return { ...NONE, validTo: first?.start ?? find(phrases, 'length')?.start ?? null };
      return first?.start == null ? null : { ...NONE, validTo: first.start };
    }
    case 'event':
      if (
        reading.isUsedTo ||
        reading.tense === 'future' ||
        (reading.tense === 'present' && reading.lemma !== 'be' && reading.lemma !== 'have')
      )
        return null;
      return { ...NONE, validFrom: first?.start ?? find(phrases, 'until')?.end ?? null };
  }
}
