/** Words in front of a name that do not belong to it. */
const LEADING = /^(?:the|a|an|my|our|his|her|their|your|mr|mrs|ms|miss|dr|prof|aunt|uncle)\.? +/u;

/** Names that are compared are compared by this: case, accents, spacing, titles and articles do not count. */
export function nameKeyOf(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘]/gu, "'")
    .replace(/'s$/u, '')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = folded.replace(LEADING, '');
  return bare === '' ? folded : bare;
}
