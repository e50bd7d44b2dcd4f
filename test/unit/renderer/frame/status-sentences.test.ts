import { describe, expect, it } from 'vitest';
import { hostTroubleOf, promiseOf, searchStateOf } from '../../../../renderer/features/frame/status-sentences.pure.ts';

const download = { at: '2026-11-26T10:00:00Z', host: 'example.org', purpose: 'model', receivedBytes: 5 };

describe('renderer/frame/status-sentences', () => {
  it('promises only what the log of connections supports', () => {
    expect(promiseOf({ connections: [], isDownloading: false })).toBe('nothing-left');
    expect(promiseOf({ connections: [download], isDownloading: false })).toBe('nothing-of-yours');
    expect(promiseOf({ connections: [download], isDownloading: true })).toBe('downloading');
  });

  it('says what search still lacks', () => {
    expect(searchStateOf({ index: { turns: 10, pending: 0, isIndexing: false } })).toEqual({ kind: 'ready' });
    expect(searchStateOf({ index: { turns: 10, pending: 4, isIndexing: true } })).toEqual({
      kind: 'indexing',
      done: 6,
      total: 10,
    });
    expect(searchStateOf({ index: { turns: 10, pending: 4, isIndexing: false } })).toEqual({
      kind: 'waiting',
      pending: 4,
    });
  });

  it('speaks of the host only when it is in trouble', () => {
    const host = (state: 'ready' | 'stopped' | 'failed') => ({ host: { state, restarts: 0, notice: null } });
    expect([hostTroubleOf(host('ready')), hostTroubleOf(host('stopped')), hostTroubleOf(host('failed'))]).toEqual([
      null,
      null,
      'failed',
    ]);
  });
});
