import { describe, expect, it } from 'vitest';
import { type FolderState, planFolder } from '../../../main/documents/plan-folder.pure.ts';

const file = (path: string, mtimeMs = 1) => ({ path, sizeBytes: 5, mtimeMs });
const seen = (path: string, mtimeMs = 1) => ({ ...file(path, mtimeMs), problem: null });
const state = (over: Partial<FolderState<ReturnType<typeof file>>>) => ({
  ...{ files: [], unreadable: [], seen: [], documents: [] },
  ...over,
});

describe('documents/plan-folder', () => {
  it('reads what is new or other than it was, and nothing else', () => {
    const plan = planFolder(state({ files: [file('a'), file('b', 2), file('c')], seen: [seen('a'), seen('b')] }));
    expect(plan).toMatchObject({ kind: 'go', toRead: [file('b', 2), file('c')], unchanged: [file('a')], gone: [] });
  });

  it('knows which documents have lost their file, but for what lies where it could not look', () => {
    const documents = ['a', 'b', 'locked/c'].map((path) => ({ id: path, path }));
    const plan = planFolder(
      state({ files: [file('a')], unreadable: ['locked'], seen: [seen('b'), seen('locked/c')], documents }),
    );
    expect(plan).toMatchObject({ vanished: [{ id: 'b', path: 'b' }], gone: ['b'] });
  });

  it('concludes nothing where none of what was there is', () => {
    expect(planFolder(state({ documents: [{ id: 'a', path: 'a' }] })).kind).toBe('emptied');
    expect(planFolder(state({ seen: [seen('a')] })).kind).toBe('emptied');
    expect(planFolder(state({})).kind).toBe('go');
  });
});
