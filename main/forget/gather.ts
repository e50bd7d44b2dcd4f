import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import {
  type ForgetTurn,
  listAnswersTo,
  listForgetTurns,
  listForgetTurnsAt,
  listLaterAnswers,
  listSameTexts,
} from '../stores/forget.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';
import { cutText, textsOf } from './cut.pure.ts';
import type { Cut } from './gone.pure.ts';
import { listSaid } from './list-said.ts';
import { indexRuns, isRepetition, listPieces, toJsonBytes } from './needles.pure.ts';
import { foldText, listTellingWords, listWords } from './phrase.pure.ts';
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

const MAX_WORDS = 200;

type Choice = {
  readonly selected: Selected;
  readonly isWithRepeats: boolean;
  readonly kept: ReadonlySet<string>;
  /** Chosen by what was said, so that whoever says the same is of interest; not by words, a name or a time. */
  readonly isOfWords: boolean;
};

/** The turns of a selection with the answers that rest on them and, where asked, whoever says the same. */
export async function gatherTurns(
  ctx: Pick<Ctx, 'db' | 'journal'>,
  { selected, isWithRepeats, kept, isOfWords }: Choice,
  signal?: AbortSignal,
): Promise<Gathered> {
  const { read } = ctx.db;
  const { chosen, cut } = await findChosen(ctx, selected);
  const why = new Map<string, Why>(chosen.map(({ id }) => [id, 'chosen']));
  const isFree = (id: string): boolean => !why.has(id) && id !== cut?.turn.id;
  const add = (ids: readonly string[], reason: Why): void => {
    for (const id of ids) if (isFree(id) && !kept.has(id)) why.set(id, reason);
  };
  const { chunks } = selected;
  const passages = chunks.map(({ id }) => id);
  add(await listAnswersTo(read, [...chosen.map(({ id }) => id), ...passages]), 'answers');
  const texts = [...goneTexts({ turns: chosen, cut }), ...chunks.map(({ text }) => text)];
  const pieces = [...new Set(texts.flatMap(listPieces))];
  const ids = [...why.keys(), ...passages, ...(cut === null ? [] : [cut.turn.id])];
  const look = await lookThrough(ctx, { pieces, ids }, signal);
  const sayers = isOfWords ? await listSayers(ctx, { chosen, cut, look }) : [];
  const candidates = await listReaders(ctx, { ids, look });
  const repeating = await listRepeating(ctx, {
    ...{ texts, candidates, gone: [...ids, ...sayers] },
    own: [
      ...goneTexts({ turns: chosen.filter(({ role }) => role !== 'assistant'), cut }),
      ...chunks.map(({ text }) => text),
    ],
  });
  add(
    repeating.filter(({ role }) => role === 'assistant').map(({ id }) => id),
    'answers',
  );
  const repeats = [...repeating.filter(({ role }) => role !== 'assistant').map(({ id }) => id), ...sayers].filter(
    isFree,
  );
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

/** What more turns say than this is a manner of speaking. */
const MAX_SAYERS = 6;

/** Turns of the same words, or that have a piece of somebody's words as it stands. */
async function listSayers(
  { db: { read } }: Pick<Ctx, 'db'>,
  { chosen, cut, look }: { readonly chosen: readonly ForgetTurn[]; readonly look: Look } & Pick<Gathered, 'cut'>,
): Promise<readonly string[]> {
  // What an assistant says is a manner of speaking more often than not.
  const own = ownTurns(chosen);
  const same = await listSameTexts(read, [...new Set(own.map(({ textHash }) => textHash))]);
  const said = goneTexts({ turns: own, cut }).flatMap(listPieces);
  const goneSeqs = new Set(chosen.map(({ seq }) => seq));
  const seqs = [...new Set(said.filter(isRepetition))].flatMap((piece) => {
    const others = (look.saidAt.get(piece) ?? []).filter((seq) => !goneSeqs.has(seq));
    return others.length <= MAX_SAYERS ? others : [];
  });
  const sayers = await listForgetTurnsAt(read, [...new Set(seqs)]);
  const counts = new Map<string, number>();
  for (const { textHash } of same) counts.set(textHash, (counts.get(textHash) ?? 0) + 1);
  const often = own.filter(({ text, textHash }) => !isRepetition(text) && (counts.get(textHash) ?? 0) > MAX_SAYERS);
  const habits = new Set(often.map(({ textHash }) => textHash));
  const repeated = same.filter(({ textHash }) => !habits.has(textHash));
  return [...sayers, ...repeated].map(({ id }) => id).filter((id) => id !== cut?.turn.id);
}

/** What people said, of a choice that holds something of it. */
function ownTurns(chosen: readonly ForgetTurn[]): readonly ForgetTurn[] {
  const said = chosen.filter(({ role }) => role !== 'assistant');
  return said.length > 0 ? said : chosen;
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
  { texts, own, candidates, gone }: Repeating,
): Promise<readonly ForgetTurn[]> {
  const turns = await listForgetTurns(ctx.db.read, [...new Set(candidates)]);
  if (turns.length === 0) return [];
  const runs = indexRuns(own);
  const telling = new Set(texts.flatMap(listTellingWords).map(foldText));
  const wordsIn = (text: string): readonly string[] =>
    listWords(text)
      .map(foldText)
      .filter((word) => telling.has(word));
  const words = [...new Set(turns.flatMap(({ text }) => wordsIn(text)))].slice(0, MAX_WORDS);
  const turnIds = [...gone, ...turns.map(({ id }) => id)];
  const said = new Set(words.length === 0 ? [] : await listSaid(ctx, { words, turnIds, documentIds: [] }));
  const only = new Set(words.filter((word) => !said.has(word)));
  return turns.filter(({ text }) => wordsIn(text).some((word) => only.has(word)) || runs.isIn(text));
}

type Repeating = {
  /** What goes, and of it what people said. */
  readonly texts: readonly string[];
  readonly own: readonly string[];
  readonly candidates: readonly string[];
  readonly gone: readonly string[];
};
