import { describe, expect, it } from 'vitest';
import { chooseRelations } from '../../../main/codex/prompts/choose-relations.pure.ts';
import cues from '../../../main/codex/prompts/cues.json' with { type: 'json' };
import { buildVocabulary, type OwnRelation } from '../../../main/codex/vocabulary.pure.ts';

const vocabulary = buildVocabulary();
const own: OwnRelation = { name: 'Sails With', bucket: 'multi-valued', description: 'Crew.', object: ['person'] };

describe('codex/vocabulary', () => {
  it('has at least eighty relations of three buckets, and none that is generic', () => {
    const names = vocabulary.relations.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(80);
    expect(names).not.toContain('is');
    expect(names).not.toContain('has');
    expect(new Set(vocabulary.relations.map(({ bucket }) => bucket)).size).toBe(3);
  });

  it('finds a relation whatever its case and spacing', () => {
    expect(vocabulary.find(' Lives  IN ')?.name).toBe('lives in');
    expect(vocabulary.find('lives')).toBeNull();
    expect(vocabulary.bucketOf('lives in')).toBe('single-valued');
    expect(vocabulary.bucketOf('lives')).toBeNull();
  });

  it('names inverses that are relations and lead back', () => {
    const wrong = vocabulary.relations.filter(
      ({ name, inverse }) => inverse !== null && vocabulary.inverseOf(inverse) !== name,
    );
    expect(wrong).toEqual([]);
  });

  it('knows what is sensitive, what lasts, and what denies what', () => {
    expect(vocabulary.isSensitive('religion')).toBe(true);
    expect(vocabulary.isSensitive('likes')).toBe(false);
    expect(vocabulary.isLasting('allergic to')).toBe(true);
    expect(vocabulary.isLasting('birthday')).toBe(true);
    expect(vocabulary.isLasting('likes')).toBe(false);
    expect(vocabulary.oppositeOf('Likes')).toBe('dislikes');
    expect(vocabulary.oppositeOf('dislikes')).toBe('likes');
    expect(vocabulary.oppositeOf('lives in')).toBeNull();
  });

  it('takes relations of the user, which never replace one of its own', () => {
    const wider = buildVocabulary([own, { ...own, name: 'lives in', bucket: 'property' }]);
    expect(wider.find('sails with')).toMatchObject({ isOwn: true, area: 'own', bucket: 'multi-valued' });
    expect(wider.bucketOf('lives in')).toBe('single-valued');
    expect(wider.relations.length).toBe(vocabulary.relations.length + 1);
  });
});

describe('codex/prompts/choose-relations', () => {
  it('has cues for every relation that can be extracted, and for no other', () => {
    const open = vocabulary.relations.filter(({ isInternal }) => !isInternal).map(({ name }) => name);
    expect(Object.keys(cues).sort()).toEqual(open.sort());
  });

  it('puts what a turn may speak of first, and keeps to its limit', () => {
    const names = chooseRelations('My sister is allergic to walnuts.', vocabulary, 4).map(({ name }) => name);
    expect(names).toContain('sibling');
    expect(names).toContain('allergic to');
    expect(names.length).toBe(4);
    expect(chooseRelations('Hm.', vocabulary, 20).map(({ name }) => name)).toContain('lives in');
  });

  it('finds the relation of its own example for nearly every relation', () => {
    const missed = vocabulary.relations.filter(
      ({ name, example, isInternal }) =>
        !isInternal &&
        example !== null &&
        !chooseRelations(example.text, vocabulary, 20).some((one) => one.name === name),
    );
    expect(missed.map(({ name }) => name)).toEqual(['phone model', 'habit']);
  });

  it('offers the relations of the user always', () => {
    expect(chooseRelations('Hm.', buildVocabulary([own]), 20).map(({ name }) => name)).toContain('sails with');
  });
});
