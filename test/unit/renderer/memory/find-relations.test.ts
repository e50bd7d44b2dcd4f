import { describe, expect, it } from 'vitest';
import type { Relation } from '../../../../main/contract/index.ts';
import { findRelations } from '../../../../renderer/features/memory/find-relations.pure.ts';

const relation = (name: string, description: string): Relation => ({
  ...{ name, description, bucket: 'single-valued', area: 'home', subject: ['person'], object: ['place'] },
  ...{ inverse: null, isSensitive: false, isOwn: false },
});
const relations = [
  relation('grew up in', 'Where someone lived as a child.'),
  relation('lives in', 'Where someone has their home.'),
  relation('lives with', 'Who shares a home with someone.'),
];
const names = (text: string) => findRelations(relations, text).map(({ name }) => name);

describe('renderer/memory/find-relations', () => {
  it('finds by the beginning of any word of the name first, then by what it means', () => {
    expect(names('liv')).toEqual(['lives in', 'lives with', 'grew up in']);
    expect(names('in')).toEqual(['grew up in', 'lives in']);
    expect(names('child')).toEqual(['grew up in']);
  });

  it('needs every word, shows all for none, and nothing for what nothing means', () => {
    expect(names('lives with')).toEqual(['lives with']);
    expect(names('')).toHaveLength(3);
    expect(names('astronomy')).toEqual([]);
  });
});
