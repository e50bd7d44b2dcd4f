import { AppError } from '../contract/errors.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import type { Clock } from '../lib/clock.ts';

/**
 * Keeps what was read before a forget, and is written after it, from bringing back what went: an answer that was being
 * written, a summary whose turns were read already.
 */
export type Fence = {
  /**
   * From now on these ids are gone for good, and nothing but the user may say these texts for a while: a part of a turn
   * keeps its id. Call what it returns where nothing was forgotten after all.
   */
  readonly raise: (gone: { readonly ids: readonly string[]; readonly texts: readonly string[] }) => () => void;
  /** Throws `forget.changed` where one of the events rests on what is gone. */
  readonly check: (events: readonly JournalEvent[]) => void;
  /** Throws `forget.changed` where one of these is gone: what an answer was told besides its memories. */
  readonly assertLeft: (ids: readonly string[]) => void;
  /** Whether a value (a trace) names or quotes what is gone. */
  readonly isTouched: (value: unknown) => boolean;
};

/** Longer than any work that can have begun before. */
const TEXTS_FOR_MS = 10 * 60_000;

export function createFence(clock: Clock): Fence {
  const ids = new Set<string>();
  let texts: readonly string[] = [];
  let untilMs = 0;

  const isText = (value: string): boolean =>
    clock.monotonicMs() < untilMs && texts.some((text) => value.includes(text));
  const isGone = (value: string): boolean => ids.has(value) || isText(value);

  return {
    raise: (gone) => {
      const fresh = gone.ids.filter((id) => !ids.has(id));
      for (const id of fresh) ids.add(id);
      if (gone.texts.length > 0) {
        texts = gone.texts;
        untilMs = clock.monotonicMs() + TEXTS_FOR_MS;
      }
      return () => {
        for (const id of fresh) ids.delete(id);
        if (texts === gone.texts) texts = [];
      };
    },
    check: (events) => {
      if (ids.size === 0 && texts.length === 0) return;
      // An import may begin a conversation anew under the id that it had: whoever does so has seen that it is gone.
      const begun = new Set(
        events.flatMap((each) => (each.kind === 'conversation.started' ? [each.body.conversationId] : [])),
      );
      const isIdGone = (id: string): boolean => ids.has(id) && !begun.has(id);
      const gone = { isIdGone, isGone: (value: string) => isIdGone(value) || isText(value), isText };
      // What the user says anew may be repeated and learnt again from then on.
      if (events.some((each) => each.kind === 'turn.said' && each.body.role === 'user' && isText(each.body.text)))
        texts = [];
      for (const event of events) if (isStale(event, gone)) throw stale();
      for (const id of begun) ids.delete(id);
    },
    assertLeft: (told) => {
      if (told.some((id) => ids.has(id))) throw stale();
    },
    isTouched: (value) => (ids.size > 0 || texts.length > 0) && someString(value, isGone),
  };
}

type Gone = {
  readonly isIdGone: (id: string) => boolean;
  readonly isGone: (value: string) => boolean;
  readonly isText: (value: string) => boolean;
};

function isStale(event: JournalEvent, { isIdGone, isGone, isText }: Gone): boolean {
  switch (event.kind) {
    case 'turn.said': {
      // What follows a forgotten turn keeps its place, and what the user says anew is new.
      const { conversationId, role, text } = event.body;
      return isIdGone(conversationId) || (role === 'assistant' && isText(text));
    }
    case 'erased':
    case 'amended':
    case 'forgotten':
      return false;
    default:
      return someString(event.body, isGone);
  }
}

const stale = (): AppError =>
  new AppError('forget.changed', 'What this rests on was forgotten meanwhile. Nothing was kept of it; try again.', {
    retry: 'later',
  });

function someString(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (Array.isArray(value)) return value.some((item) => someString(item, test));
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => someString(item, test));
}
