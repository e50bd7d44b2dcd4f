import { contentWords, segmentsOf, sharedCount } from '../quote.pure.ts';

/** A name as it is written, its possessive apart; the first word of a question is large anyway. */
const NAME = /(?<=\S\s+["“‘(]?)(?!I\b)\p{Lu}[\p{L}\p{M}]*(?:[-’']\p{Lu}[\p{L}\p{M}]*)*/gu;
const TIMES =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)$/;

/**
 * Names that a question is about and that no words say together with anything else it asks for: whoever is quoted then
 * speaks of somebody else, or of something else of theirs.
 */
export function listMissingNames(
  question: string,
  said: readonly { readonly speaker: string; readonly text: string }[],
): readonly string[] {
  const names = [...new Set(question.match(NAME) ?? [])].filter((name) => !TIMES.test(name));
  if (names.length === 0) return [];
  const own = contentWords(names.join(' '));
  const asked = new Set([...contentWords(question)].filter((word) => !own.has(word)));
  if (asked.size === 0) return [];
  const together = said.flatMap(({ speaker, text }) =>
    segmentsOf(text).flatMap((sentence) =>
      // Who speaks of oneself does not say one's name.
      sharedCount(asked, contentWords(sentence)) > 0 ? [contentWords(`${speaker} ${sentence}`)] : [],
    ),
  );
  return names.filter((name) => {
    const parts = contentWords(name);
    return parts.size > 0 && !together.some((words) => sharedCount(parts, words) === parts.size);
  });
}
