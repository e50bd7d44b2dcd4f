import { type Capture, type CaptureContext, capture, isOver } from './captures.pure.ts';
import type { Element, Rule } from './rule.pure.ts';
import { ADVERBS } from './words.pure.ts';

export type Matched = {
  readonly capture: Capture | null;
  readonly next: number /** What the pattern's object is called. */;
  readonly object: string | null;
};

/** How far an object may reach when more of the pattern follows it. */
const MAX_INNER = 7;

type State = {
  readonly elements: readonly Element[];
  readonly e: number;
  readonly at: number;
  readonly found: Capture | null;
  readonly object: string | null;
};

function step(state: State, context: CaptureContext, skips: number): Matched | null {
  const { elements, e, at, found, object } = state;
  const element = elements[e];
  if (element === undefined) return isOver(at, context) ? { capture: found, next: at, object } : null;
  if (element.kind === 'object') return stepObject(state, element.object, context);
  const word = at < context.end ? (context.tokens[at]?.word ?? '') : '';
  if (element.words.has(word)) {
    const matched = step({ ...state, e: e + 1, at: at + 1 }, context, 0);
    if (matched !== null) return matched;
  }
  if (element.isOptional) {
    const matched = step({ ...state, e: e + 1 }, context, skips);
    if (matched !== null) return matched;
  }
  return skips < 3 && ADVERBS.has(word) ? step({ ...state, at: at + 1 }, context, skips + 1) : null;
}

function stepObject(state: State, object: string, context: CaptureContext): Matched | null {
  const { elements, e, at } = state;
  const after = elements[e + 1];
  if (after === undefined || after.kind === 'object') {
    const found = capture(object, at, context);
    if (found === null) return null;
    return step(
      { ...state, e: e + 1, at: found.next, found: after === undefined ? found : state.found, object },
      context,
      0,
    );
  }
  const limit = Math.min(context.end, at + MAX_INNER + 1);
  for (let i = at + 1; i < limit; i += 1) {
    if (!after.words.has(context.tokens[i]?.word ?? '')) continue;
    const found = capture(object, at, { ...context, end: i });
    if (found === null || found.next < i) continue;
    // Of two objects the last is meant: "moved from Porto to Braga".
    const matched = step({ ...state, e: e + 1, at: i, found, object }, context, 0);
    if (matched !== null) return matched;
  }
  return null;
}

/** Matches a rule's words after its verb from `at`; null when they do not say it. */
export function matchRule(rule: Rule, at: number, context: CaptureContext): Matched | null {
  return step({ elements: rule.elements, e: 0, at, found: null, object: null }, context, 0);
}
