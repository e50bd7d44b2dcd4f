import type { Inference } from '../inference/client.ts';
import type { Candidate, Source, SubjectRef } from './candidate.pure.ts';
import { extractWithRules } from './extract-with-rules.pure.ts';
import type { Extractor } from './extraction.ts';
import { nameKeyOf } from './names.pure.ts';
import type { Tag } from './tag/tag.pure.ts';
import { tagTexts } from './tag/tag-texts.ts';

/** Another number makes every turn be read again: raise it when the rules change what they find. */
const RULES_VERSION = 2;
export const RULES_EXTRACTOR = `rules ${RULES_VERSION}`;

/** From here on the tagger's word for a person counts ("Sounds like fun" has none). */
const SURE_PERSON = 0.4;

/** Fixed patterns, without a chat model; whoever they take for a person the tagger has to take for one as well. */
export const createRulesExtractor = (inference: Pick<Inference, 'tag'>): Extractor => ({
  name: RULES_EXTRACTOR,
  extract: async (source, signal) => {
    const candidates = extractWithRules(source, []);
    if (!candidates.some(({ subject }) => nameIn(subject, source) !== null)) return candidates;
    const { tags, headFailure } = await tagTexts(inference, [source.text], signal);
    // Without the tagger a name is what the patterns say: the checks and the user's eyes come after it.
    if (headFailure !== null) return candidates;
    return candidates.filter((candidate) => isAboutSomebody(candidate, source, tags[0] ?? []));
  },
});

/** The name of somebody else on whom a subject rests. */
function nameIn(subject: SubjectRef, source: Source): string | null {
  if (subject.kind === 'role') return nameIn(subject.of, source);
  if (subject.kind !== 'name' || subject.type !== 'person') return null;
  return nameKeyOf(subject.name) === nameKeyOf(source.speaker) ? null : subject.name;
}

function isAboutSomebody({ subject }: Candidate, source: Source, tags: readonly Tag[]): boolean {
  const name = nameIn(subject, source);
  if (name === null) return true;
  const key = nameKeyOf(name);
  const people = tags.filter(({ type, score }) => type === 'person' && score >= SURE_PERSON);
  return people.some(({ from, to }) => {
    const said = nameKeyOf(source.text.slice(from, to));
    return said === key || said.split(' ').includes(key) || key.split(' ').includes(said);
  });
}
