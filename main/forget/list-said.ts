import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '../ctx.ts';
import { listLexicals, listSaidWords, listWordsInDocuments } from '../stores/forget.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';

/** For more words than these, all copies are read once, instead of a search for each word. */
const FEW = 6;
const PAGE = 1_000;

type Asked = {
  /** Folded, as the searched copies are. */
  readonly words: readonly string[];
  /** Turns and documents that do not count. */
  readonly turnIds: readonly string[];
  readonly documentIds: readonly string[];
};

/** Of these words those that somebody still says. */
export async function listSaid(
  { db: { read } }: { readonly db: Pick<Ctx['db'], 'read'> },
  { words, turnIds, documentIds }: Asked,
): Promise<readonly string[]> {
  if (words.length <= FEW) return listSaidWords(read, { words, turnIds, documentIds });
  const left = await leftOver({ read }, words, new Set(turnIds));
  const inDocuments = left.length === 0 ? [] : await listWordsInDocuments(read, { words: left, documentIds });
  const unsaid = new Set(left);
  return [...words.filter((word) => !unsaid.has(word)), ...inDocuments];
}

/** Words that none of the other turns says. */
async function leftOver(
  { read }: Pick<Ctx['db'], 'read'>,
  words: readonly string[],
  gone: ReadonlySet<string>,
): Promise<readonly string[]> {
  const left = new Set(words);
  let matcher = new ByteMatcher(words.map((word) => Buffer.from(word, 'utf8')));
  let [asked, afterSeq] = [words, 0];
  while (left.size > 0) {
    const page = await listLexicals(read, { afterSeq, limit: PAGE });
    for (const { id, lexical } of page) {
      if (gone.has(id)) continue;
      matcher.search(Buffer.from(lexical, 'utf8'), (index) => {
        left.delete(asked[index] ?? '');
        return false;
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    afterSeq = last.seq;
    if (left.size < asked.length / 2) {
      asked = [...left];
      matcher = new ByteMatcher(asked.map((word) => Buffer.from(word, 'utf8')));
    }
    await setImmediate();
  }
  return [...left];
}
