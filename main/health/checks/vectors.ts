import { z } from 'zod';
import {
  countForeignVectors,
  countGhosts,
  countOrphanVectors,
  countOtherSpaces,
  type FragmentState,
  getSeqBeforeNewest,
  getWaiting,
  listPassageStates,
  listTurnStates,
} from '../../stores/health-checks.ts';
import { findMark, setMark } from '../../stores/health-findings.ts';
import { type Check, type CheckRun, type Found, found, plural } from '../check.ts';

/** Of what is old, an hour looks at so much: a hundred thousand turns take two days, and the daily round takes all. */
const WINDOW = 1_000;
const NEWEST = 300;

const Cursors = z.object({ turns: z.number(), passages: z.number(), vectors: z.string(), held: z.number() });
type Cursors = z.infer<typeof Cursors>;
const START: Cursors = { turns: 0, passages: 0, vectors: '', held: 0 };
const MARK = 'vectors';

type Tally = {
  missing: number;
  unread: number;
  vectorless: number;
  orphans: number;
  foreign: number;
  ghosts: number;
  /** The newest may lie in the stretch of the old, too: each counts once. */
  looked: Set<string>;
};

/** Fragments, their vectors and the copy in memory against one another: the newest, and the next stretch of the old. */
export const vectorsCheck: Check = {
  name: 'vectors',
  codes: ['vectors.missing', 'vectors.orphan', 'vectors.other-space', 'memory.stale'],
  run: async (run) => {
    const { ctx, isThorough } = run;
    await ctx.memory.sync();
    const tally: Tally = { missing: 0, unread: 0, vectorless: 0, orphans: 0, foreign: 0, ghosts: 0, looked: new Set() };
    const from = isThorough ? START : ((await findMark(ctx.db.read, MARK, Cursors)) ?? START);
    const next = {
      turns: await lookAtTurns(run, tally, from.turns),
      passages: await lookAtPassages(run, tally, from.passages),
      vectors: await lookAtVectors(run, tally, from.vectors),
      held: await lookAtMemory(run, tally, from.held),
    };
    await ctx.db.transaction((tx) => setMark(tx, MARK, next));
    const spaces = await countOtherSpaces(ctx.db.read, ctx.embedding.id);
    const isChanging = ctx.indexer.isRunning() || (await getWaiting(ctx.db.read)).n > 0;
    return describe(tally, { spaces, isChanging });
  },
};

const isIn = (run: CheckRun, id: string): { readonly doc: number; readonly hasVector: boolean } => {
  const doc = run.ctx.memory.columns.find(id);
  return { doc, hasVector: doc >= 0 && run.ctx.memory.vectors.has(doc) };
};

function judge(run: CheckRun, tally: Tally, states: readonly FragmentState[]): void {
  for (const { id, isEmbedded, isWaiting } of states) {
    if (tally.looked.has(id)) continue;
    tally.looked.add(id);
    if (!isEmbedded && !isWaiting) tally.missing += 1;
    const held = isIn(run, id);
    if (held.doc < 0) tally.unread += 1;
    else if (isEmbedded && !held.hasVector) tally.vectorless += 1;
  }
}

async function lookAtTurns(run: CheckRun, tally: Tally, from: number): Promise<number> {
  const { ctx, isThorough, breathe } = run;
  const spaceId = ctx.embedding.id;
  const look = (after: number, limit: number) => listTurnStates(ctx.db.read, { spaceId, after, limit });
  if (!isThorough) judge(run, tally, await look(await getSeqBeforeNewest(ctx.db.read, NEWEST), NEWEST));
  let after = from;
  for (;;) {
    await breathe();
    const states = await look(after, WINDOW);
    judge(run, tally, states);
    const last = states.at(-1);
    if (states.length < WINDOW || last === undefined) return 0;
    after = last.place;
    if (!isThorough) return after;
  }
}

async function lookAtPassages(run: CheckRun, tally: Tally, from: number): Promise<number> {
  const { ctx, isThorough, breathe } = run;
  let after = from;
  for (;;) {
    await breathe();
    const states = await listPassageStates(ctx.db.read, { spaceId: ctx.embedding.id, after, limit: WINDOW });
    judge(run, tally, states);
    const last = states.at(-1);
    if (states.length < WINDOW || last === undefined || last.place === after) return 0;
    // Passages of one record may be cut by the window: begin with that record again.
    after = last.place - 1 > after ? last.place - 1 : last.place;
    if (!isThorough) return after;
  }
}

async function lookAtVectors(run: CheckRun, tally: Tally, from: string): Promise<string> {
  const { ctx, isThorough, breathe } = run;
  let after = from;
  for (;;) {
    await breathe();
    const window = { after, limit: WINDOW };
    tally.foreign += await countForeignVectors(ctx.db.read, { spaceId: ctx.embedding.id, ...window });
    const { orphans, next } = await countOrphanVectors(ctx.db.read, window);
    tally.orphans += orphans;
    if (next === null) return '';
    after = next;
    if (!isThorough) return after;
  }
}

/** The other way round: what is held in memory must be in the tables. */
async function lookAtMemory(run: CheckRun, tally: Tally, from: number): Promise<number> {
  const { ctx, isThorough, breathe } = run;
  const { ids } = ctx.memory.columns;
  for (let at = from; ; at += WINDOW) {
    await breathe();
    tally.ghosts += await countGhosts(ctx.db.read, ids.slice(at, at + WINDOW));
    if (at + WINDOW >= ids.length) return 0;
    if (!isThorough) return at + WINDOW;
  }
}

type Spaces = { readonly spaces: number; readonly isChanging: boolean };

function describe(tally: Tally, { spaces, isChanging }: Spaces): readonly Found[] {
  const { missing, orphans, foreign, unread, vectorless, ghosts, looked } = tally;
  const all: Found[] = [];
  if (missing > 0)
    all.push(
      found({
        code: 'vectors.missing',
        message: `${plural(missing, 'turn or passage has', 'turns or passages have')} no vector and ${missing === 1 ? 'is' : 'are'} not waiting for one: found by words only.`,
        fix: 'Make what is missing.',
        repair: 'make-vectors',
        evidence: { missing, looked: looked.size },
      }),
    );
  if (orphans > 0)
    all.push(
      found({
        code: 'vectors.orphan',
        severity: 'notice',
        message: `${plural(orphans, 'vector or token state belongs', 'vectors or token states belong')} to nothing that is kept.`,
        fix: 'Remove them. Nothing that was said is lost.',
        repair: 'delete-orphans',
        evidence: { orphans },
      }),
    );
  // While another embedder takes over, the old one's vectors serve until all new ones are made.
  if ((foreign > 0 || spaces > 0) && !isChanging)
    all.push(
      found({
        code: 'vectors.other-space',
        severity: 'notice',
        message: 'Vectors of an embedding model that is no longer used take up space.',
        fix: 'Remove them. Every turn has its vectors of the present model.',
        repair: 'delete-other-spaces',
        evidence: { vectors: foreign, spaces },
      }),
    );
  const stale = unread + vectorless + ghosts;
  if (stale > 0)
    all.push(
      found({
        code: 'memory.stale',
        message: `The index in memory differs from the tables in ${plural(stale, 'place')}: what was said may not be found.`,
        fix: 'Read the index anew from the tables. Questions wait a few seconds meanwhile.',
        repair: 'reload-memory',
        evidence: { unread, vectorless, ghosts },
      }),
    );
  return all;
}

const WAITS_MS = 10 * 60_000;

/** A batch that could not be embedded stays on the list; it shows when nobody works on it. */
export const waitingCheck: Check = {
  name: 'waiting',
  codes: ['vectors.waiting'],
  run: async ({ ctx, at }) => {
    if (ctx.indexer.isRunning()) return [];
    const { n, since } = await getWaiting(ctx.db.read);
    if (n === 0 || since === null || at.getTime() - since.getTime() < WAITS_MS) return [];
    const message = `${plural(n, 'turn or passage waits', 'turns or passages wait')} for vectors, and nothing works on them: making them failed.`;
    const fix = 'Try again. If it fails again, look at the embedding model under Models.';
    return [found({ code: 'vectors.waiting', message, fix, repair: 'make-vectors', evidence: { waiting: n } })];
  },
};
