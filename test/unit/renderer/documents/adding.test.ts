import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE, type ImportProgress } from '../../../../main/contract/index.ts';
import {
  type Adding,
  afterProgress,
  isOver,
  isRunning,
  shareOf,
} from '../../../../renderer/features/documents/adding.pure.ts';

const adding = (state: Adding['state']): Adding => ({
  id: 1,
  spaceId: DEFAULT_SPACE,
  name: 'a.pdf',
  sizeBytes: 1_000,
  state,
});
const reading = (pages?: { done: number; total: number }): ImportProgress => ({
  ...{ kind: 'reading', file: 'a.pdf', readBytes: 0, totalBytes: 1, read: 0, imported: 0, skipped: 0 },
  ...(pages === undefined ? {} : { pages }),
});

describe('documents/adding', () => {
  it('grows from the first byte to the last passage and never goes back', () => {
    const states: readonly Adding['state'][] = [
      { kind: 'waiting' },
      { kind: 'sending', sentBytes: 500 },
      { kind: 'sending', sentBytes: 1_000 },
      { kind: 'reading', pages: { done: 10, total: 100 } },
      { kind: 'reading', pages: { done: 100, total: 100 } },
      { kind: 'saving', passages: 12 },
      { kind: 'stopped' },
    ];
    const shares = states.map((state) => shareOf(adding(state)));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('says pages while it reads and passages while it saves', () => {
    const state = { kind: 'reading', pages: null } as const;
    expect(afterProgress(state, reading({ done: 3, total: 9 }))).toEqual({
      kind: 'reading',
      pages: { done: 3, total: 9 },
    });
    expect(afterProgress(state, { kind: 'acked', n: 7 })).toEqual({ kind: 'saving', passages: 7 });
    expect(afterProgress(state, { kind: 'indexing', done: 1, total: 2, turnsPerSecond: 3 })).toBe(state);
  });

  it('is either running, over, or waiting', () => {
    expect([isRunning(adding({ kind: 'waiting' })), isOver(adding({ kind: 'waiting' }))]).toEqual([false, false]);
    expect([
      isRunning(adding({ kind: 'failed', message: '' })),
      isOver(adding({ kind: 'failed', message: '' })),
    ]).toEqual([false, true]);
  });
});
