import type { Ctx } from '../ctx.ts';
import {
  type ForgetTurn,
  listAnswersTo,
  listForgetTurns,
  listForgetTurnsAt,
  listLaterAnswers,
  listSaidWords,
  listSameTexts,
} from '../stores/forget.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';
import { cutText, textsOf } from './cut.pure.ts';
import type { Cut } from './gone.pure.ts';
import { indexRuns, isRepetition, listPieces, toJsonBytes } from './needles.pure.ts';
import { foldText, listWords } from './phrase.pure.ts';
import { readLine } from './read-line.ts';
import { collectSaid, SAYING } from './said-at.ts';
import type { Selected } from './select.ts';

export type Why = 'chosen' | 'repeats' | 'answers';

/** Turns that go, and what the first look through the journal says of their words. */
export type Gathered = {
  readonly turns: readonly ForgetTurn[];
  readonly why: ReadonlyMap<string, Why>;
  readonly cut: { readonly turn: ForgetTurn; readonly cut: Cut; readonly removed: string } | null;
  /** Turns that stay and say the same. */
  readonly repeats: readonly ForgetTurn[];
  /** By piece: records that say it, those that go among them. */
  readonly saidAt: ReadonlyMap<string, readonly number[]>;
  /** Labels that topics have or had. */
  readonly labels: readonly string[];
  readonly summaryIds: readonly string[];
};

/** Words in a row that an answer may share with anybody. */
const MIN_WORD_CHARS = 4;
const MAX_WORDS = 200;

/** The turns of a selection with the answers that rest on them and, where asked, whoever says the same. */
export async function gatherTurns(
  ctx: Pick<Ctx, 'db' | 'journal'>,
  {
    selected,
    isWithRepeats,
    kept,
  }: { readonly selected: Selected; readonly isWithRepeats: boolean; readonly kept: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<Gathered> {
  const { read } = ctx.db;
  const cut = selected.cut === null ? null : await findCut(ctx, selected.cut);
  const whole = cut !== null && cut.cut === null ? [cut.turn.id] : [];
  const chosen = (await listForgetTurns(read, [...selected.turnIds, ...whole])).filter(
    ({ isForgotten }) => !isForgotten,
  );
  const part = cut === null || cut.cut === null ? null : { turn: cut.turn, cut: cut.cut, removed: cut.removed };
  const chosenIds = chosen.map(({ id }) => id);
  const why = new Map<string, Why>(chosenIds.map((id) => [id, 'chosen']));
  const add = (ids: readonly string[], reason: Why): readonly string[] => {
    const fresh = ids.filter((id) => !why.has(id) && !kept.has(id) && id !== part?.turn.id);
    for (const id of fresh) why.set(id, reason);
    return fresh;
  };
  const texts = part === null ? chosen.flatMap(textsOf) : [part.removed, ...chosen.flatMap(textsOf)];
  // Only those that repeat what is cut out go with a part of a turn.
  const direct = await listAnswersTo(read, chosenIds);
  add(direct, 'answers');

  const pieces = [...new Set(texts.flatMap(listPieces))];
  const ids = part === null ? [...why.keys()] : [...why.keys(), part.turn.id];
  const look = await lookThrough(ctx, { pieces, ids }, signal);
  const rest = part === null ? chosenIds : [...chosenIds, part.turn.id];
  const later = [
    ...(await listLaterAnswers(read, rest)),
    ...look.readers,
    ...(part === null ? [] : await listAnswersTo(read, rest)),
  ];
  add(await listRepeating(ctx, { texts, candidates: later, gone: ids }), 'answers');

  const same = await listSameTexts(read, [...new Set(chosen.map(({ textHash }) => textHash))]);
  const sayers = await listForgetTurnsAt(read, [
    ...new Set(pieces.filter(isRepetition).flatMap((piece) => look.saidAt.get(piece) ?? [])),
  ]);
  const repeats = [...sayers.map(({ id }) => id), ...same].filter((id) => !why.has(id) && id !== part?.turn.id);
  if (isWithRepeats) add(add(repeats, 'repeats').length > 0 ? await listAnswersTo(read, repeats) : [], 'answers');
  const turns = await listForgetTurns(read, [...why.keys()]);
  return {
    turns: turns.filter(({ isForgotten }) => !isForgotten),
    why,
    cut: part,
    repeats: await listForgetTurns(
      read,
      [...new Set(repeats)].filter((id) => !why.has(id)),
    ),
    saidAt: look.saidAt,
    labels: look.labels,
    summaryIds: look.summaryIds,
  };
}

async function findCut(ctx: Pick<Ctx, 'db'>, { turnId, from, to }: NonNullable<Selected['cut']>) {
  const [turn] = await listForgetTurns(ctx.db.read, [turnId]);
  if (turn === undefined || turn.isForgotten) return null;
  const made = cutText(turn.text, from, to);
  if (made === null) return null;
  const isWhole = made.cut.rest.trim() === '' && turn.attachments.length === 0;
  return { turn, cut: isWhole ? null : made.cut, removed: made.removed };
}

type Look = Pick<Gathered, 'saidAt' | 'labels' | 'summaryIds'> & {
  /** Answers for which one of the turns was read. */
  readonly readers: readonly string[];
};

/** What was made of turns whose ids it names. */
const READING: ReadonlySet<string> = new Set(['answered', 'summary.written', 'amended']);

async function lookThrough(
  ctx: Pick<Ctx, 'journal'>,
  { pieces, ids }: { readonly pieces: readonly string[]; readonly ids: readonly string[] },
  signal?: AbortSignal,
): Promise<Look> {
  const said = new ByteMatcher(pieces.map(toJsonBytes));
  const named = new ByteMatcher(ids.map((id) => Buffer.from(JSON.stringify(id))));
  const gone = new Set(ids);
  const saidAt = new Map<string, number[]>();
  const [readers, labels, summaryIds] = [new Set<string>(), new Set<string>(), new Set<string>()];
  await ctx.journal.scan((line) => {
    if (line.kind !== null && SAYING.has(line.kind)) {
      collectSaid(line, { matcher: said, pieces, saidAt });
      if (line.kind !== 'amended') return;
    }
    if (line.kind !== 'clusters.changed' && !(READING.has(line.kind ?? '') && named.some(line.bytes))) return;
    const event = readLine(line)?.event ?? null;
    if (event === null) return;
    if (event.kind === 'clusters.changed')
      for (const { label } of [...event.body.made, ...event.body.renamed]) labels.add(label);
    if (event.kind === 'answered' && event.body.inPrompt.some((id) => gone.has(id)))
      readers.add(event.body.replyTurnId);
    if (event.kind === 'summary.written' && event.body.covers.some((id) => gone.has(id)))
      summaryIds.add(event.body.summaryId);
  }, signal);
  return { saidAt, readers: [...readers], labels: [...labels], summaryIds: [...summaryIds] };
}

/**
 * Of these answers those that repeat what goes: a run of its characters, or a word that nobody else says. They had it from
 * there.
 */
async function listRepeating(
  ctx: Pick<Ctx, 'db'>,
  {
    texts,
    candidates,
    gone,
  }: { readonly texts: readonly string[]; readonly candidates: readonly string[]; readonly gone: readonly string[] },
): Promise<readonly string[]> {
  const answers = await listForgetTurns(ctx.db.read, [...new Set(candidates)]);
  if (answers.length === 0) return [];
  const runs = indexRuns(texts);
  const own = new Set(texts.flatMap(listWords).map(foldText).filter(isTelling));
  const inAnswers = new Map(
    answers.map((turn) => [
      turn.id,
      new Set(
        listWords(turn.text)
          .map(foldText)
          .filter((word) => own.has(word)),
      ),
    ]),
  );
  const words = [...new Set([...inAnswers.values()].flatMap((each) => [...each]))].slice(0, MAX_WORDS);
  const turnIds = [...gone, ...answers.map(({ id }) => id)];
  const said = new Set(words.length === 0 ? [] : await listSaidWords(ctx.db.read, { words, turnIds, documentIds: [] }));
  const isOnlyHere = (word: string): boolean => words.includes(word) && !said.has(word);
  return answers
    .filter(({ id, text }) => [...(inAnswers.get(id) ?? [])].some(isOnlyHere) || runs.isIn(text))
    .map(({ id }) => id);
}

const isTelling = (word: string): boolean => Buffer.byteLength(word, 'utf8') >= MIN_WORD_CHARS;
