import { describe, expect, it } from 'vitest';
import { progressOf, remainingSeconds, unitOf } from '../../../../renderer/features/import/import-progress.pure.ts';
import type { ImportJob, Progress } from '../../../../renderer/features/import/import-store.ts';

const job = (step: ImportJob['step'], progress: Partial<Progress>): ImportJob => ({
  id: 1,
  names: ['export.zip'],
  sizeBytes: 100,
  step,
  progress: {
    sentBytes: 0,
    readBytes: 0,
    totalBytes: 0,
    read: 0,
    skipped: 0,
    acked: 0,
    indexed: 0,
    toIndex: 0,
    turnsPerSecond: 0,
    ...progress,
  },
  preview: null,
  report: null,
  failure: null,
  isCancelling: false,
});

describe('renderer/import/import-progress', () => {
  it('moves forward over handing over, reading and making findable', () => {
    expect([
      progressOf(job('uploading', { sentBytes: 25 })),
      progressOf(job('previewing', { readBytes: 50, totalBytes: 100 })),
      progressOf(job('previewed', {})),
      progressOf(job('importing', { readBytes: 50, totalBytes: 100 })),
      progressOf(job('importing', { readBytes: 100, totalBytes: 100, indexed: 30, toIndex: 60 })),
    ]).toEqual([
      { share: 0.25, isRunning: true, phase: 'uploading' },
      { share: 0.5, isRunning: true, phase: 'reading' },
      { share: 0, isRunning: false, phase: 'reading' },
      { share: 0.25, isRunning: true, phase: 'reading' },
      { share: 0.75, isRunning: true, phase: 'indexing' },
    ]);
  });

  it('guesses a remainder only from a measured rate', () => {
    expect(remainingSeconds(job('importing', { toIndex: 60, indexed: 30, turnsPerSecond: 10 }))).toBe(3);
    expect(remainingSeconds(job('importing', { toIndex: 60, indexed: 30 }))).toBeNull();
  });

  it('counts passages where every file is a document, and turns before the files are known', () => {
    const file = (format: 'document' | 'jsonl') => ({ name: 'a', format, read: 1, imported: 1 });
    expect([
      unitOf(null),
      unitOf({ files: [file('document')] }),
      unitOf({ files: [file('document'), file('jsonl')] }),
    ]).toEqual(['turns', 'passages', 'turns']);
  });
});
