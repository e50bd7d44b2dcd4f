import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE, type Entity, type EntityId } from '../../../../main/contract/index.ts';
import { findNamed, toObject } from '../../../../renderer/features/memory/object-input.pure.ts';

const mira: Entity = {
  ...{ id: 'mira' as EntityId, spaceId: DEFAULT_SPACE, type: 'person', name: 'Mira', aliases: ['Mimi'] },
  ...{ factCount: 2, lastMentionedAt: null },
};

describe('renderer/memory/object-input', () => {
  it('finds somebody known by name or alias, however it is written', () => {
    expect(findNamed(' mira ', [mira])).toBe(mira);
    expect(findNamed('MIMI', [mira])).toBe(mira);
    expect(findNamed('Mir', [mira])).toBeNull();
  });

  it('names somebody known by id, somebody new by name, and words as words', () => {
    expect(toObject('Mira', { object: ['person'] }, mira)).toEqual({ kind: 'entity', id: 'mira' });
    expect(toObject('Mirko', { object: ['person'] }, null)).toEqual({ kind: 'name', name: 'Mirko', type: 'person' });
    expect(toObject('Lisbon', { object: ['place', 'event'] }, null)).toEqual({ kind: 'name', name: 'Lisbon' });
    expect(toObject(' a nurse ', { object: ['text'] }, null)).toEqual({ kind: 'literal', text: 'a nurse' });
    expect(toObject('post office', { object: ['organisation', 'text'] }, null)).toEqual({
      kind: 'literal',
      text: 'post office',
    });
  });
});
