import { createHash } from 'node:crypto';
import { z } from 'zod';
import { seededRandom } from '../../../clusters/random.pure.ts';
import { Correction, FieldOutcome, type HeadName } from '../../../contract/corrections.ts';
import { Instant } from '../../../contract/ids.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Worker, WorkerResult, WorkerRun } from '../../../lifecycle/worker.ts';
import { findLastAdopted, listCorrectedTurns } from '../../../stores/corrections.ts';
import { readActiveHeads } from '../active-heads.ts';
import heldOut from '../heads/held-out.json' with { type: 'json' };
import { HEAD_ORDER, type HeadsFile, SHIPPED } from '../heads.pure.ts';
import { readLastTry, SHIPPED_ID, writeHeadsFile, writeLastTry } from '../heads-files.ts';
import { type Known, type Tuned, tuneField } from './gate.pure.ts';
import { addLearnt, type Learnt, type Lesson, type Steps, takeLearnt, toBase } from './learn.pure.ts';

const Sentence = z.object({
  text: z.string(),
  topic: z.string().exactOptional(),
  intent: z.string(),
  operation: z.string(),
  reliance: z.string(),
});
const HeldOut = z.object({ replay: z.array(Sentence), gate: z.array(Sentence) });

/** What the last learning came to; `basis` names the corrections that it saw. */
export const LastTry = z.strictObject({
  at: Instant,
  basis: z.string(),
  fields: z.array(FieldOutcome).readonly(),
  /** Ids of the turns behind the heads that answer: of a forgotten one nothing is kept. */
  learntFrom: z.array(z.string()).readonly(),
});
export type LastTry = z.infer<typeof LastTry>;

/** Labels are shuffled the same way every time. */
const SEED = 11;
/** Texts of one request: the embedder takes them in a few tens of milliseconds. */
const TEXTS = 32;
/** As much as the classifier itself reads. */
const CHARS = 2_000;

/**
 * Learns from corrections, always from the heads that ship and all corrections there are: what was taken back or forgotten
 * leaves nothing behind. Where nothing was corrected since the last time, nothing is done.
 */
export const classifierTuneWorker: Worker = {
  name: 'classifier-tune',
  priority: 60,
  everyHours: 24 * 7,
  isForIdle: true,
  isOnByDefault: true,
  run: tune,
};

async function tune(ctx: Ctx, run: WorkerRun): Promise<WorkerResult> {
  const turns = (await listCorrectedTurns(ctx.db.read)).filter(
    (row) => Correction.safeParse({ field: row.field, value: row.value }).success,
  );
  const basis = createHash('sha256')
    .update(
      JSON.stringify([SHIPPED.space, SHIPPED.data, turns.map(({ turnId, field, value }) => [turnId, field, value])]),
    )
    .digest('hex');
  const last = LastTry.safeParse(await readLastTry(ctx));
  if (last.success && last.data.basis === basis)
    return { summary: 'No question was corrected since the last time.', counts: { corrections: turns.length } };
  if (ctx.embedding.name !== SHIPPED.space)
    return { summary: 'The built-in heads read another embedder, so there is nothing to learn.', counts: {} };
  const tuned = turns.length === 0 ? [] : await tuneAll(ctx, run, turns);
  const kept = last.success ? await keepEarlier(ctx, { last: last.data, turns, tuned }) : [];
  const learnt = [...tuned.flatMap((each) => (each.learnt === null ? [] : [each.learnt])), ...kept];
  const scores = Object.assign(
    { corrections: turns.length },
    ...tuned.map((each) => (each.learnt === null ? {} : each.scores)),
  );
  await adopt(ctx, learnt.length === 0 ? null : addLearnt(toBase(SHIPPED), learnt), scores);
  const fields = tuned.map(({ outcome }) => outcome);
  // Last, so that a run which was cut short is done again; the same corrections make the same file.
  await writeLastTry(ctx, {
    ...{ at: run.at.toISOString(), basis, fields },
    learntFrom: learnt.length === 0 ? [] : turns.map(({ turnId }) => turnId),
  } satisfies LastTry);
  ctx.emit('learning.changed', {});
  return summarise(fields, turns.length);
}

async function tuneAll(ctx: Ctx, run: WorkerRun, turns: Awaited<ReturnType<typeof listCorrectedTurns>>) {
  const { replay, gate } = HeldOut.parse(heldOut);
  const fields = HEAD_ORDER.filter((field) => turns.some((turn) => turn.field === field));
  // Each by itself: what else is in a batch moves a vector by a little, and the same corrections must make the same file.
  const own = await embedAll(ctx, run, { texts: turns.map(({ text }) => text.slice(0, CHARS)), atOnce: 1 });
  const replayed = await embedAll(ctx, run, { texts: replay.map(({ text }) => text), atOnce: TEXTS });
  const judging = await embedAll(ctx, run, { texts: gate.map(({ text }) => text), atOnce: TEXTS });
  const known = gate.map(({ text, ...labels }, i): Known => ({ text, labels, vector: judging[i] as Float32Array }));
  const tuned: Tuned[] = [];
  for (const field of fields) {
    await run.breathe();
    const lessons = turns.flatMap((turn, i): readonly Lesson[] =>
      turn.field === field ? [{ text: turn.text, value: turn.value, vector: own[i] as Float32Array }] : [],
    );
    const steps = tuneField({
      ...{ base: toBase(SHIPPED), field, lessons, replay: replayed, gate: known, random: seededRandom(SEED) },
    });
    tuned.push(await inSteps(run, steps));
  }
  return tuned;
}

async function inSteps<T>(run: WorkerRun, steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await run.breathe();
  }
}

type Embedding = { readonly texts: readonly string[]; readonly atOnce: number };

async function embedAll(ctx: Ctx, run: WorkerRun, { texts, atOnce }: Embedding): Promise<readonly Float32Array[]> {
  const vectors = new Map<string, Float32Array>();
  const distinct = [...new Set(texts)];
  for (let at = 0; at < distinct.length; at += atOnce) {
    await run.breathe();
    const some = distinct.slice(at, at + atOnce);
    const embedded = await ctx.inference.embed({ texts: some, kind: 'query' }, { signal: run.signal });
    for (const [i, text] of some.entries()) {
      vectors.set(text, embedded[i]?.chunks[0]?.vector ?? new Float32Array(SHIPPED.dimension));
    }
    run.onProgress(vectors.size, distinct.length);
  }
  return texts.map((text) => vectors.get(text) ?? new Float32Array(SHIPPED.dimension));
}

type Keeping = {
  readonly last: LastTry;
  readonly turns: Awaited<ReturnType<typeof listCorrectedTurns>>;
  readonly tuned: readonly Tuned[];
};

/** A field whose new learning was refused stays as it was learnt before, if every turn behind that is still here. */
async function keepEarlier(ctx: Ctx, { last, turns, tuned }: Keeping): Promise<readonly Learnt[]> {
  const here = new Set(turns.map(({ turnId }) => turnId));
  if (last.learntFrom.some((turnId) => !here.has(turnId))) return [];
  const { file } = await readActiveHeads(ctx);
  if (file === SHIPPED) return [];
  return tuned.flatMap(({ outcome: { field, outcome } }) => {
    const isKept = outcome === 'refused' || outcome === 'not better';
    return (isKept ? takeLearnt(toBase(SHIPPED), file, field) : null) ?? [];
  });
}

/** The new heads answer from the next question on; with nothing to learn, the shipped ones do again. */
async function adopt(ctx: Ctx, file: HeadsFile | null, scores: Readonly<Record<string, number>>): Promise<void> {
  const active = (await findLastAdopted(ctx.db.read))?.headsId ?? SHIPPED_ID;
  const next = file === null ? { headsId: SHIPPED_ID, sha256: null } : await writeHeadsFile(ctx, file);
  if (next.headsId === active) return;
  await ctx.commit([{ kind: 'heads.adopted', body: { ...next, by: 'worker', scores } }]);
}

const NAMES: Readonly<Record<HeadName, string>> = {
  topic: 'topics',
  intent: 'intents',
  reliance: 'where answers come from',
  operation: 'kinds of question',
};

function summarise(fields: readonly FieldOutcome[], corrections: number): WorkerResult {
  const learnt = fields.filter(({ outcome }) => outcome === 'learnt');
  const rest = fields.filter(({ outcome }) => outcome !== 'learnt');
  const parts = [
    ...(learnt.length === 0
      ? []
      : [`Learnt ${learnt.map(({ field }) => NAMES[field]).join(', ')} from ${corrections} corrections.`]),
    ...rest.map(({ field, why }) => `Nothing learnt about ${NAMES[field]}: ${why}`),
  ];
  const summary = parts.length === 0 ? 'There are no corrections to learn from.' : parts.join(' ');
  const conflicting = fields.reduce((sum, each) => sum + each.conflicting, 0);
  return { summary, counts: { corrections, conflicting, learnt: learnt.length, refused: rest.length } };
}
