import { type FileHandle, open } from 'node:fs/promises';
import { assert } from '../lib/assert.ts';
import { writeAll } from './files.ts';
import { createSegment } from './segments.ts';
import { type JournalState, lastSegment, segmentPath } from './state.ts';

/** The end of the last segment: a failed write is cut away before the next one is tried. */
export class SegmentEnd {
  readonly #state: JournalState;
  readonly #segmentBytes: number;
  #isRepairDue = false;
  /** Once begun, a new segment is finished first: the old one must not grow beside a newer, empty one. */
  #isRollDue = false;

  constructor(state: JournalState, segmentBytes: number) {
    this.#state = state;
    this.#segmentBytes = segmentBytes;
  }

  /** Returns when the bytes are durable; throws with the segment as it was. */
  async write(bytes: Uint8Array): Promise<void> {
    const state = this.#state;
    if (this.#isRepairDue) await this.#repair();
    const isFull = state.activeBytes > 0 && state.activeBytes + bytes.length > this.#segmentBytes;
    if (this.#isRollDue || isFull) await this.#roll();
    assert(state.active, 'an open journal has a file');
    try {
      await writeAll(state.active, bytes, state.activeBytes);
      await state.active.datasync();
    } catch (error) {
      this.#isRepairDue = true;
      // Where even the cut fails, it is due again before the next write; until then nothing is acknowledged.
      await this.#repair().catch(() => undefined);
      throw error;
    }
    state.activeBytes += bytes.length;
  }

  async #repair(): Promise<void> {
    // A new descriptor: after a failed fsync the old one may report success for pages that were dropped.
    const handle = await this.#reopen();
    await handle.truncate(this.#state.activeBytes);
    await handle.sync();
    this.#isRepairDue = false;
  }

  async #roll(): Promise<void> {
    const state = this.#state;
    this.#isRollDue = true;
    const segment = { number: lastSegment(state).number + 1, firstSeq: state.lastSeq + 1 };
    await createSegment(state.journalFolder, segment.number);
    state.segments.push(segment);
    state.activeBytes = 0;
    this.#isRollDue = false;
    // Due until the new file is open: a write must never reach the old descriptor.
    this.#isRepairDue = true;
    await this.#reopen();
    this.#isRepairDue = false;
  }

  async #reopen(): Promise<FileHandle> {
    const state = this.#state;
    const before = state.active;
    state.active = null;
    await before?.close();
    state.active = await open(segmentPath(state, lastSegment(state)), 'r+');
    return state.active;
  }
}
