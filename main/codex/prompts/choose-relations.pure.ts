import { STOP_WORDS } from '../../lib/stop-words.pure.ts';
import { foldWords } from '../checks/verbatim.pure.ts';
import type { KnownRelation, Vocabulary } from '../vocabulary.pure.ts';
import cues from './cues.json' with { type: 'json' };

const CUES: Readonly<Record<string, string>> = cues;

/** What people tell of themselves most, for turns without any cue. */
const COMMON = [
  'lives in',
  'works at',
  'works as',
  'likes',
  'dislikes',
  'partner',
  'friend',
  'plans to',
  'owns',
  'visited',
];

const FULL: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have' };

/** Folded text with "I'm" written out, so that its verb counts as a word. */
export function foldSpoken(text: string): string {
  return foldWords(text).replace(
    /(?<=\b(?:i|we|he|she|they|that|you))'(m|re|ve)\b/g,
    (_, verb: string) => ` ${FULL[verb] ?? verb}`,
  );
}

/** The relations that a turn may speak of, likeliest first; a small context has no room for all of them. */
export function chooseRelations(text: string, vocabulary: Vocabulary, limit: number): readonly KnownRelation[] {
  const folded = foldSpoken(text);
  const open = vocabulary.relations.filter((relation) => !relation.isInternal);
  const areas = new Map<string, number>();
  const hits = open.map((relation) => {
    const count = new Set(folded.match(cuePattern(relation)) ?? []).size;
    areas.set(relation.area, (areas.get(relation.area) ?? 0) + count);
    return count;
  });
  const score = (relation: KnownRelation, at: number): number =>
    (hits[at] ?? 0) * 10 +
    Math.min(9, areas.get(relation.area) ?? 0) +
    (relation.isOwn || COMMON.includes(relation.name) ? 5 : 0);
  return open
    .map((relation, at) => ({ relation, points: score(relation, at), isHit: (hits[at] ?? 0) > 0 }))
    .filter(({ relation, isHit }) => isHit || relation.isOwn || COMMON.includes(relation.name))
    .sort((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ relation }) => relation);
}

/** A pattern of folded words any of which may say the relation: `word*` begins a word, `two_words` stand together. */
export function cueSource({ name }: KnownRelation): string {
  const words = CUES[name]?.split(' ') ?? name.split(' ').filter((word) => !STOP_WORDS.has(word));
  const alternatives = words.map((word) =>
    word
      .replace(/\*$/, '\uFFFF')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', ' ')
      .replace('\uFFFF', String.raw`[\p{L}-]*`),
  );
  return alternatives.join('|') || name;
}

const cuePattern = (relation: KnownRelation): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}'])(?:${cueSource(relation)})(?![\p{L}\p{N}])`, 'gu');
