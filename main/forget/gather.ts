import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
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

type Choice = { readonly selected: Selected; readonly isWithRepeats: boolean; readonly kept: ReadonlySet<string> };

/** The turns of a selection with the answers that rest on them and, where asked, whoever says the same. */
export async function gatherTurns(
  ctx: Pick<Ctx, 'db' | 'journal'>,
  { selected, isWithRepeats, kept }: Choice,
  signal?: AbortSignal,
): Promise<Gathered> {
  const { read } = ctx.db;
  const { chosen, cut } = await findChosen(ctx, selected);
  const why = new Map<string, Why>(chosen.map(({ id }) => [id, 'chosen']));
  const isFree = (id: string): boolean => !why.has(id) && id !== cut?.turn.id;
  const add = (ids: readonly string[], reason: Why): void => {
    for (const id of ids) if (isFree(id) && !kept.has(id)) why.set(id, reason);
  };
  add(
    await listAnswersTo(
      read,
      chosen.map(({ id }) => id),
    ),
    'answers',
  );
  const texts = goneTexts({ turns: chosen, cut });
  const pieces = [...new Set(texts.flatMap(listPieces))];
  const ids = [...why.keys(), ...(cut === null ? [] : [cut.turn.id])];
  const look = await lookThrough(ctx, { pieces, ids }, signal);
  const repeating = await listRepeating(ctx, { texts, gone: ids, candidates: await listReaders(ctx, { ids, look }) });
  add(
    repeating.filter(({ role }) => role === 'assistant').map(({ id }) => id),
    'answers',
  );
  const repeats = [
    ...repeating.filter(({ role }) => role !== 'assistant').map(({ id }) => id),
    ...(await listSayers(ctx, { chosen, pieces, look })),
  ].filter(isFree);
  if (isWithRepeats) {
    add(repeats, 'repeats');
    add(await listAnswersTo(read, repeats), 'answers');
  }
  return {
    turns: (await listForgetTurns(read, [...why.keys()])).filter(({ isForgotten }) => !isForgotten),
    repeats: await listForgetTurns(read, [...new Set(repeats)].filter(isFree)),
    ...{ why, cut, saidAt: look.saidAt, labels: look.labels, summaryIds: look.summaryIds },
  };
}

async function findChosen(
  ctx: Pick<Ctx, 'db'>,
  selected: Selected,
): Promise<{ readonly chosen: readonly ForgetTurn[]; readonly cut: Gathered['cut'] }> {
  const found = selected.cut === null ? null : await findCut(ctx, selected.cut);
  const whole = found !== null && found.cut === null ? [found.turn.id] : [];
  const turns = await listForgetTurns(ctx.db.read, [...selected.turnIds, ...whole]);
  const cut = found === null || found.cut === null ? null : { ...found, cut: found.cut };
  return { chosen: turns.filter(({ isForgotten }) => !isForgotten), cut };
}

/** Every text that goes. */
export function goneTexts({ turns, cut }: Pick<Gathered, 'turns' | 'cut'>): readonly string[] {
  return [...turns.flatMap(textsOf), ...(cut === null ? [] : [cut.removed])];
}

/** Turns that may repeat what they read: what was answered after it or with it, and the questions for it. */
async function listReaders(
  { db: { read } }: Pick<Ctx, 'db'>,
  { ids, look }: { readonly ids: readonly string[]; readonly look: Look },
): Promise<readonly string[]> {
  return [...(await listLaterAnswers(read, ids)), ...(await listAnswersTo(read, ids)), ...look.readers];
}

/** Turns of the same words, or that have one of the pieces as it stands. */
async function listSayers(
  { db: { read } }: Pick<Ctx, 'db'>,
  {
    chosen,
    pieces,
    look,
  }: { readonly chosen: readonly ForgetTurn[]; readonly pieces: readonly string[]; readonly look: Look },
): Promise<readonly string[]> {
  const same = await listSameTexts(read, [...new Set(chosen.map(({ textHash }) => textHash))]);
  const seqs = new Set(pieces.filter(isRepetition).flatMap((piece) => look.saidAt.get(piece) ?? []));
  return [...(await listForgetTurnsAt(read, [...seqs])).map(({ id }) => id), ...same];
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
  /** Answers for which one of the turns was read, and what they answer. */
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
    if (event.kind === 'answered' && listRead(event.body).some((id) => gone.has(id)))
      readers.add(event.body.replyTurnId).add(event.body.questionTurnId);
    if (event.kind === 'summary.written' && event.body.covers.some((id) => gone.has(id)))
      summaryIds.add(event.body.summaryId);
  }, signal);
  return { saidAt, readers: [...readers], labels: [...labels], summaryIds: [...summaryIds] };
}

const listRead = ({ citations, inPrompt }: BodyOf<'answered'>): readonly string[] => [
  ...inPrompt,
  ...citations.flatMap(({ turnIds }) => turnIds),
];

/**
 * Of these turns those that repeat what goes: a run of its characters, or a word that nobody else says. They had it from
 * there.
 */
async function listRepeating(
  ctx: Pick<Ctx, 'db'>,
  {
    texts,
    candidates,
    gone,
  }: { readonly texts: readonly string[]; readonly candidates: readonly string[]; readonly gone: readonly string[] },
): Promise<readonly ForgetTurn[]> {
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
  return answers.filter(({ id, text }) => [...(inAnswers.get(id) ?? [])].some(isOnlyHere) || runs.isIn(text));
}

const isTelling = (word: string): boolean => Buffer.byteLength(word, 'utf8') >= MIN_WORD_CHARS;
