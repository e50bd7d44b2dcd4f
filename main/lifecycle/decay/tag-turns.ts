import { HEADS } from '../../chat/classify/heads.pure.ts';
import type { Ctx } from '../../ctx.ts';
import { halfToFloats } from '../../retrieval/memory/half.pure.ts';
import { listUntagged, type UntaggedTurn } from '../../stores/lives.ts';
import type { WorkerRun } from '../worker.ts';
import { CREATIVE, CREATIVE_RULE, isCreative, READ_CHARS } from './creative.pure.ts';

const PAGE_TURNS = 200;
/** An embedder that makes nothing for so long is broken. */
const MOST_WAIT_MS = 2 * 86_400_000;

type TagCtx = Pick<Ctx, 'db' | 'commit' | 'embedding'>;

/** Tags what was said since the last time; returns how many are creative. Where vectors never come the words alone decide. */
export async function tagTurns(ctx: TagCtx, run: Pick<WorkerRun, 'at' | 'breathe'>): Promise<number> {
  let found = 0;
  while (true) {
    const page = await listUntagged(ctx.db.read, {
      ...{ tagger: CREATIVE_RULE, spaceId: ctx.embedding.id, chars: READ_CHARS, limit: PAGE_TURNS },
      waitSince: new Date(run.at.getTime() - MOST_WAIT_MS),
    });
    // A request that still waits for its vector is read with it: tomorrow.
    const waiting = page.find(({ isWaiting }) => isWaiting)?.dueSeq ?? Number.POSITIVE_INFINITY;
    const ready = page.filter(({ dueSeq }) => dueSeq < waiting);
    const throughSeq = ready.at(-1)?.dueSeq;
    if (throughSeq === undefined) return found;
    const tags = ready
      .filter((turn) => isCreative(toTagInput(turn, ctx.embedding.name)))
      .map(({ id }) => ({ turnId: id, tags: [CREATIVE] }));
    await ctx.commit([{ kind: 'turns.tagged', body: { by: CREATIVE_RULE, throughSeq, tags } }]);
    found += tags.length;
    await run.breathe();
  }
}

function toTagInput({ text, role, requestText, requestHalf }: UntaggedTurn, spaceName: string) {
  if (requestText === null) return { text, role, request: null };
  // The heads mean nothing to the vectors of another embedder.
  const reading = requestHalf === null || spaceName !== HEADS.space ? null : HEADS.read(halfToFloats(requestHalf));
  return { text, role, request: { text: requestText, intents: reading?.intents ?? [] } };
}
