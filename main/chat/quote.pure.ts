/** Words that carry no claim by themselves. */
const STOP = new Set(
  `a an the and or but if then so than as at by for from in into of on onto over to up with without about after before
   again is are was were be been being am do does did doing have has had having will would can could should may might must
   i you he she it we they me him her us them my your his its our their mine yours this that these those there here what
   which who whom whose when where why how not no yes also just very really said says told one some any all more most
   know don don't answer memory memories based`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+/gu;
const SENTENCE = /[^.!?。！？\n]+(?:[.!?。！？]+["'”’)\]]*|\n|$)/gu;
const MAX_QUOTE_CHARS = 320;

/** Content words, folded and cut to a stem of sorts so that "moved" meets "moves". */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(WORD) ?? [];
  return new Set(
    words
      .filter((word) => !STOP.has(word))
      .map((word) => word.replace(/(ing|ed|es|s|ly)$/u, (end) => (word.length - end.length >= 3 ? '' : end))),
  );
}

export function sentencesOf(text: string): readonly string[] {
  return (text.match(SENTENCE) ?? []).filter((part) => part.trim() !== '');
}

export function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}

/** The verbatim stretch of `text` (one or two sentences) that shares most with `claim`; its beginning when none does. */
export function quoteFor(text: string, claim: string): string {
  const wanted = contentWords(claim);
  const sentences = sentencesOf(text);
  let best = 0;
  let bestShared = -1;
  sentences.forEach((sentence, index) => {
    const shared = sharedCount(wanted, contentWords(sentence));
    if (shared > bestShared) {
      best = index;
      bestShared = shared;
    }
  });
  const chosen = (sentences[best] ?? text).trim();
  if (chosen.length > MAX_QUOTE_CHARS) return cut(chosen);
  const next = sentences[best + 1];
  const start = text.indexOf(chosen);
  if (next === undefined || chosen.length + next.length > MAX_QUOTE_CHARS || start < 0) return chosen;
  return text.slice(start, text.indexOf(next, start + chosen.length) + next.length).trim();
}

function cut(text: string): string {
  const head = text.slice(0, MAX_QUOTE_CHARS);
  const space = head.lastIndexOf(' ');
  return (space > MAX_QUOTE_CHARS / 2 ? head.slice(0, space) : head).toWellFormed();
}
