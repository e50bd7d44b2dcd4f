import { NER } from '../codex/tag/ner.pure.ts';
import { decodeSpans } from '../codex/tag/ner-decode.pure.ts';
import { buildNerInputs } from '../codex/tag/ner-inputs.pure.ts';
import { listNerWords, type NerWord } from '../codex/tag/ner-words.pure.ts';
import { AppError } from '../contract/errors.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { planEqualBatches } from './batches.pure.ts';
import type { TaggedSpan } from './contract.ts';
import type { Exclusive } from './embed-queue.ts';
import type { Embedder, TagText } from './onnx.ts';

/** Tokens in one run, as for passages: nothing else waits long behind it. */
const BATCH_TOKENS = 256;

export type TagJob = {
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Runs alone on the session, then gives way to questions and to the chat model. */
  readonly exclusive: Exclusive;
};

type TextWork = TagText & {
  readonly text: string;
  readonly words: readonly NerWord[];
  /** For each word its labels' logits, from the window in which it has most around it. */
  readonly logits: Float32Array[];
};

/** Entities of each text by the trained head. The states that it reads never leave this process. */
export async function tagTexts({ inner, spec }: Embedder, job: TagJob): Promise<readonly (readonly TaggedSpan[])[]> {
  if (inner === null)
    throw new AppError(
      'inference.unavailable',
      'Names are only recognised with the embedding model that comes with Palimpsest. Choose it on the models page.',
      { retry: 'after-user-action', details: { modelId: spec.modelId } },
    );
  const works = job.texts.map((text): TextWork => {
    const cut = inner.cut(text);
    return { ...cut, text, words: listNerWords(cut.tokens), logits: [] };
  });
  const windows = works.flatMap((work) => work.windows.map((_, index) => ({ work, index })));
  const lengths = windows.map(({ work, index }) => work.windows[index]?.window.ids.length ?? 0);
  let done = 0;
  for (const batch of planEqualBatches(lengths, BATCH_TOKENS)) {
    throwIfAborted(job.signal);
    const some = batch.flatMap((at) => windows[at] ?? []);
    await job.exclusive(async () => {
      const states = await inner.run(some.flatMap(({ work, index }) => work.windows[index]?.window ?? []));
      const size = states.length / some.length;
      some.forEach(({ work, index }, row) => {
        scoreWindow(work, index, states.subarray(row * size, (row + 1) * size));
      });
    });
    done += batch.length;
    job.onProgress(done, windows.length);
  }
  return works.map(toSpans);
}

/** Scores the words of one window, and keeps those that no neighbouring window sees better. */
function scoreWindow(work: TextWork, index: number, states: Float32Array): void {
  const window = work.windows[index];
  if (window === undefined) return;
  const { firstToken } = window;
  const endToken = firstToken + window.window.ids.length - 2;
  const isHeld = (word: NerWord | undefined): boolean =>
    word !== undefined && word.firstToken >= firstToken && word.lastToken < endToken;
  const first = work.words.findIndex(isHeld);
  if (first < 0) return; // a part of one endless word, which is no name
  let end = first;
  while (isHeld(work.words[end])) end += 1;
  const words = work.words.slice(first, end);
  const inputs = buildNerInputs({
    text: work.text,
    words: words.map((word) => ({
      ...word,
      firstToken: word.firstToken - firstToken,
      lastToken: word.lastToken - firstToken,
    })),
    states,
    firstRow: 1, // after the special token
    dimension: NER.dimension,
  });
  const [keepFrom, keepTo] = keptTokens(work, index, endToken);
  NER.score(inputs).forEach((logits, n) => {
    const at = words[n]?.firstToken ?? 0;
    if (at >= keepFrom && at < keepTo) work.logits[first + n] = logits;
  });
}

/** Where windows overlap each answers for its half: a word at an edge lacks its neighbours. */
function keptTokens({ windows, tokens }: TextWork, index: number, endToken: number): readonly [number, number] {
  const before = windows[index - 1];
  const after = windows[index + 1];
  const start = windows[index]?.firstToken ?? 0;
  const from = before === undefined ? 0 : (start + before.firstToken + before.window.ids.length - 2) / 2;
  const to = after === undefined ? tokens.length : (after.firstToken + endToken) / 2;
  return [from, to];
}

function toSpans({ words, logits }: TextWork): readonly TaggedSpan[] {
  const rows = words.map((_, i) => logits[i] ?? OUTSIDE);
  return decodeSpans(rows, NER.outsideBias).map(({ first, last, type, score }) => ({
    from: words[first]?.from ?? 0,
    to: words[last]?.to ?? 0,
    type,
    score,
  }));
}

/** For a word that fits no window: certainly no entity. */
const OUTSIDE: Float32Array = Float32Array.of(30, ...Array<number>(10).fill(0));
