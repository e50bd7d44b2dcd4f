import type { Unreadable } from '../parsed-text.pure.ts';

/** Ends the reading of a file; the engine says what it means to the user. */
export class UnreadableFile extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable, cause?: unknown) {
    super(why, { cause });
    this.name = 'UnreadableFile';
    this.why = why;
  }
}
