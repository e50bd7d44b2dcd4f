import { describe, expect, it } from 'vitest';
import { type KnownDocument, planDocument } from '../../../main/documents/plan-document.pure.ts';

const file = { name: 'notes.md', sha256: 'new', chunks: 3, folderId: null, path: null };
const known = (over: Partial<KnownDocument>): KnownDocument => ({ id: 'd', chunkTotal: null, ...file, ...over });

describe('documents/plan-document', () => {
  it.each<readonly [string, readonly KnownDocument[], object]>([
    ['a new text is added', [], { kind: 'add', replaced: [] }],
    ['the same text again is a duplicate', [known({})], { kind: 'duplicate' }],
    ['another text of the same name takes its place', [known({ sha256: 'old' })], { kind: 'add', replaced: ['d'] }],
    ['the same text under another name is a duplicate', [known({ name: 'copy.md' })], { kind: 'duplicate' }],
    [
      'a text takes the place of its older self even where another file has the same bytes',
      [known({ id: 'copy', name: 'copy.md' }), known({ sha256: 'old' })],
      { kind: 'add', replaced: ['d'] },
    ],
    ['a text of which a part was written is written anew', [known({ chunks: 2 })], { kind: 'add', replaced: ['d'] }],
    [
      'of two that a crash left, neither stays',
      [known({ id: 'old', sha256: 'old' }), known({})],
      { kind: 'add', replaced: ['old', 'd'] },
    ],
  ])('%s', (_, before, plan) => {
    expect(planDocument(before, file)).toMatchObject(plan);
  });

  it('knows a whole document by its bytes before a word is read, and by nothing less', () => {
    const unread = { ...file, chunks: null };
    expect(planDocument([known({ chunkTotal: 3 })], unread).kind).toBe('duplicate');
    expect(planDocument([known({ chunkTotal: 4 })], unread)).toEqual({ kind: 'add', replaced: ['d'] });
    expect(planDocument([known({})], unread).kind).toBe('add');
  });

  it('keeps files of one name apart that lie in two watched folders, or in one and were chosen by hand', () => {
    const at = (folderId: string | null, path: string | null) => known({ sha256: 'old', folderId, path });
    const inB = { ...file, folderId: 'b', path: 'sub/notes.md' };
    const others = [at('a', 'sub/notes.md'), at(null, null), at('b', 'notes.md')];
    expect(planDocument(others, inB)).toEqual({ kind: 'add', replaced: [] });
    expect(planDocument([...others, at('b', 'sub/notes.md')], inB)).toEqual({ kind: 'add', replaced: ['d'] });
    expect(planDocument([at('b', 'notes.md')], file)).toEqual({ kind: 'add', replaced: [] });
  });
});
