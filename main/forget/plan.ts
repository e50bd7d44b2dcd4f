import { createHash } from 'node:crypto';
import { listBackupsHolding } from '../backup/holding.ts';
import { FIXED_REPLIES } from '../chat/fixed-replies.pure.ts';
import { AppError } from '../contract/errors.ts';
import type { ForgetChoice, ForgetPreview } from '../contract/forget.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { toEmbeddedText, toLexical } from '../stores/project/lexical-text.pure.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';
import { type Closure, closeOver } from './closure.ts';
import { type Gathered, gatherTurns, goneTexts } from './gather.ts';
import type { Gone } from './gone.pure.ts';
import { type Judged, type Judging, judgeRecords, listIds } from './judge-records.ts';
import { listSaid } from './list-said.ts';
import { isFindable, listPieces, toJsonBytes } from './needles.pure.ts';
import { planTombstones } from './plan-tombstones.ts';
import { listFragmentIds, previewForget } from './preview.ts';
import { type Selected, selectForget } from './select.ts';

/** Everything that a forget does, decided before it begins; made again after a crash, from what is still there. */
export type ForgetPlan = {
  readonly preview: ForgetPreview;
  /** Records whose bodies go, ascending; what is left of some of them is in `amend`. */
  readonly erase: readonly number[];
  readonly amend: readonly BodyOf<'amended'>[];
  /** Texts that must be found nowhere afterwards, and how many pieces were left out because other turns say them too. */
  readonly needles: readonly string[];
  readonly saidElsewhere: number;
  readonly tombstones: NonNullable<BodyOf<'forgotten'>['tombstones']>;
  /** Traces that quote what goes. */
  readonly traceIds: readonly string[];
  /** Ids of turns, chunks and other passages that go: what copies in memory and caches know them by. */
  readonly fragmentIds: readonly string[];
  /** Texts as they were given to the embedder, whose cached vectors go. */
  readonly embeddedTexts: readonly string[];
  /** Conversations whose drafts, prompt caches and summaries may hold it; null: all. */
  readonly conversationIds: readonly string[] | null;
  /** Of these, the ones that go as a whole. */
  readonly goneConversationIds: readonly string[];
  /** The classifier learnt from it: it goes back to the heads that ship. */
  readonly areHeadsTouched: boolean;
};

type PlanCtx = Pick<Ctx, 'db' | 'journal' | 'traces' | 'tombstones' | 'log' | 'clock'>;

const nothing = (): AppError =>
  new AppError('forget.nothing', 'There is nothing here to forget: it was forgotten already, or was never there.');

const OF_WORDS: ReadonlySet<string> = new Set(['turns', 'text', 'conversation']);

/** Works out what a selection takes with it. Throws `forget.nothing` where nothing is there to forget. */
export async function planForget(ctx: Ctx, choice: ForgetChoice, signal?: AbortSignal): Promise<ForgetPlan> {
  const plan = await planInVault(ctx, choice, signal);
  const holding = await listBackupsHolding(ctx, { seqs: plan.erase });
  const backups = holding.map(({ id, path, at }) => ({ id, path, at }));
  return { ...plan, preview: { ...plan.preview, backups } };
}

/** As `planForget`, without a look at backups. */
export async function planInVault(ctx: PlanCtx, choice: ForgetChoice, signal?: AbortSignal): Promise<ForgetPlan> {
  const fromMs = ctx.clock.monotonicMs();
  const selected = await selectForget(ctx, choice);
  const kept = new Set<string>(choice.except);
  const gathered = await gatherTurns(
    ctx,
    { selected, isWithRepeats: choice.isWithRepeats, kept, isOfWords: OF_WORDS.has(choice.selection.kind) },
    signal,
  );
  // A search for the words left them in its trace, though nobody ever said them.
  if (isEmpty(selected, gathered) && selected.isAbout === null) throw nothing();
  const elsewhere = listElsewhere(gathered);
  const closed = await closeOver(ctx, { selected, gathered, elsewhere });
  const texts = [...gathered.saidAt.keys()].filter((piece) => !elsewhere.has(piece));
  throwIfAborted(signal);
  const traceIds = await listTraces(ctx, { gone: closed.gone, texts }, signal);
  const closure = { ...closed, gone: { ...closed.gone, traces: new Set(traceIds) } };
  const saidAt = new Map<string, number[]>();
  const pieces = listFurtherPieces({ selected, gathered, closure });
  const judged = await judgeRecords(
    ctx,
    { ...listWanted({ gathered, closure }), gone: closure.gone, texts, pieces, saidAt },
    signal,
  );
  if (isEmpty(selected, gathered) && traceIds.length === 0) throw nothing();
  const isBare = selected.isEverything && gathered.turns.length === 0 && judged.erase.length === 0;
  if (isBare && traceIds.length === 0 && closure.gone.documents.size === 0) throw nothing();
  const chosen = chooseNeedles({ gathered, pieces, saidAt, judged });
  const { needles, saidElsewhere } = await withoutCopies(ctx, { ...chosen, selected, gathered });
  const shown = await previewForget(ctx, { selected, gathered, closure, traceIds });
  const fragmentIds = listFragmentIds({ selected, gathered, closure });
  ctx.log('forget.planned', { ms: Math.round(ctx.clock.monotonicMs() - fromMs), records: judged.erase.length });
  return {
    preview: { ...shown, fingerprint: fingerprintOf(judged, [...fragmentIds, ...listIds(closure.gone)]), backups: [] },
    ...judged,
    ...{ needles, saidElsewhere, traceIds, fragmentIds },
    tombstones: await planTombstones(ctx, { selected, gathered, closure }),
    embeddedTexts: [
      ...gathered.turns.map(toEmbeddedText),
      ...(gathered.cut === null ? [] : [toEmbeddedText(gathered.cut.turn)]),
      ...selected.chunks.map(({ title, text }) => toEmbeddedText({ speaker: title, text, attachments: [] })),
      ...closure.summaries.map(({ title, text }) => toEmbeddedText({ speaker: title, text, attachments: [] })),
    ],
    conversationIds: selected.isEverything ? null : closure.conversations.map(({ id }) => id),
    goneConversationIds: [...closure.gone.conversations],
    areHeadsTouched: closure.gone.areHeadsGone,
  };
}

type Parts = { readonly selected: Selected; readonly gathered: Gathered; readonly closure: Closure };

function isEmpty(selected: Selected, { turns, cut }: Gathered): boolean {
  const { conversationIds, documents, chunks, claimIds, entities, slotIds, procedureIds, folderIds, titledIds } =
    selected;
  const chosen = [
    turns,
    conversationIds,
    documents,
    chunks,
    claimIds,
    entities,
    slotIds,
    procedureIds,
    folderIds,
    titledIds,
  ];
  const isSpace = selected.isEverything || selected.spaceIds.length > 0;
  return cut === null && !isSpace && chosen.every(({ length }) => length === 0);
}

/** Pieces that a turn which stays says too, as far as the first look tells. */
function listElsewhere({ turns, cut, saidAt }: Gathered): ReadonlySet<string> {
  const gone = new Set(turns.map(({ seq }) => seq));
  const isElsewhere = (piece: string, seqs: readonly number[]): boolean =>
    seqs.some((seq) => !gone.has(seq) && (cut === null || seq !== cut.turn.seq || cut.cut.rest.includes(piece)));
  return new Set([...saidAt].filter(([piece, seqs]) => isElsewhere(piece, seqs)).map(([piece]) => piece));
}

async function listTraces(
  ctx: Pick<Ctx, 'traces'>,
  { gone, texts }: { readonly gone: Gone; readonly texts: readonly string[] },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const ids = [...listIds({ ...gone, spaces: gone.isEverything ? new Set() : gone.spaces })];
  const matcher = new ByteMatcher([...ids.map((id) => Buffer.from(JSON.stringify(id))), ...texts.map(toJsonBytes)]);
  const found: string[] = [];
  await ctx.traces.scan((id, json) => {
    if (gone.isEverything || matcher.some(json) || (gone.hasWords && gone.isAbout(Buffer.from(json).toString('utf8'))))
      found.push(id);
  }, signal);
  return found.sort();
}

/** Records that the tables name. */
function listWanted({ gathered, closure }: Pick<Parts, 'gathered' | 'closure'>): Pick<Judging, 'wanted' | 'erased'> {
  const wanted = new Set(closure.claims.map(({ seq }) => seq));
  const erased = new Set<number>();
  for (const { seq, conversationId } of gathered.turns)
    (closure.gone.conversations.has(conversationId) ? erased : wanted).add(seq);
  if (gathered.cut !== null) wanted.add(gathered.cut.turn.seq);
  for (const { seqs } of [...closure.entities, ...closure.keptEntities]) for (const seq of seqs) wanted.add(seq);
  return { wanted, erased };
}

/** Everything else that goes in words: answers and repetitions, what was made of them, and names. */
function listFurtherPieces({ selected, gathered, closure }: Parts): readonly string[] {
  const { claims, entities, summaries, procedures, slots, conversations, gone } = closure;
  const phrases = [
    ...claims.flatMap(({ quote, objectText }) => [quote, objectText]),
    ...entities.flatMap(({ names }) => names),
    ...conversations.flatMap(({ id, title }) =>
      title !== null && (gone.conversations.has(id) || gone.isTitleGone(id, title)) ? [title] : [],
    ),
    ...selected.documents.flatMap(({ name, title }) => [name, title]),
    ...slots.map(({ title }) => title),
  ].filter(
    (text): text is string => text !== null && Buffer.byteLength(text, 'utf8') >= MIN_PHRASE_BYTES && isFindable(text),
  );
  const texts = [
    ...goneTexts(gathered),
    // The others are written again from what is left.
    ...summaries.flatMap(({ sentences }) =>
      sentences
        .filter(({ turns }) => turns.length > 0 && turns.every((id) => gone.turns.has(id)))
        .map(({ text }) => text),
    ),
    ...procedures.flatMap(({ trigger, steps, evidence }) => [trigger, ...steps, ...evidence.map(({ quote }) => quote)]),
    ...[...slots, ...selected.chunks].map(({ text }) => text),
  ];
  const all = [...phrases.map((text) => text.normalize('NFC')), ...texts.flatMap(listPieces)];
  return [...new Set(all)].filter((piece) => !gathered.saidAt.has(piece));
}

/** A shorter name may stand anywhere. */
const MIN_PHRASE_BYTES = 12;

type Needles = {
  readonly gathered: Gathered;
  readonly pieces: readonly string[];
  readonly saidAt: ReadonlyMap<string, readonly number[]>;
  readonly judged: Judged;
};

/** What is left of a record, or a record that stays, may say a piece too: then it cannot be looked for. */
function chooseNeedles({ gathered, pieces, saidAt, judged }: Needles) {
  const erased = new Set(judged.erase);
  const left = new Map(judged.amend.map(({ seq, body }) => [seq, JSON.stringify(body)]));
  const goneSeqs = new Set(gathered.turns.map(({ seq }) => seq));
  const isKept = (piece: string, seq: number): boolean => {
    const rest = left.get(seq);
    if (rest !== undefined) return rest.includes(JSON.stringify(piece).slice(1, -1));
    // By the number of the record that an amendment is about, whose own body went before.
    return !erased.has(seq) && !goneSeqs.has(seq);
  };
  const all = [...new Set([...gathered.saidAt.keys(), ...pieces])].filter((piece) => !FIXED.has(piece));
  const needles = all.filter((piece) => {
    const seqs = [...(gathered.saidAt.get(piece) ?? []), ...(saidAt.get(piece) ?? [])];
    return !seqs.some((seq) => isKept(piece, seq));
  });
  return { needles, saidElsewhere: all.length - needles.length };
}

/** Sentences of replies that nobody said: they stand elsewhere, and say nothing about what goes. */
const FIXED: ReadonlySet<string> = new Set(FIXED_REPLIES.flatMap(listPieces));

/** Turns are searched in folded copies: what one says in other letters stands there in these. */
async function withoutCopies(
  ctx: Pick<Ctx, 'db'>,
  {
    needles,
    saidElsewhere,
    selected,
    gathered,
  }: Pick<Parts, 'selected' | 'gathered'> & ReturnType<typeof chooseNeedles>,
): Promise<ReturnType<typeof chooseNeedles>> {
  const words = needles.filter((needle) => toLexical(needle) === needle);
  if (words.length === 0) return { needles, saidElsewhere };
  const { turns, cut } = gathered;
  const turnIds = [...turns.map(({ id }) => id), ...(cut === null ? [] : [cut.turn.id])];
  const said = new Set(await listSaid(ctx, { words, turnIds, documentIds: selected.documents.map(({ id }) => id) }));
  const rest = cut === null ? '' : toLexical(cut.cut.rest);
  const left = needles.filter((needle) => !said.has(needle) && !rest.includes(needle));
  return { needles: left, saidElsewhere: saidElsewhere + needles.length - left.length };
}

function fingerprintOf({ erase, amend }: Judged, ids: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([erase, amend.map(({ seq }) => seq), [...new Set(ids)].sort()]));
  return hash.digest('hex');
}
