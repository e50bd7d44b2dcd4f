import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../ctx.ts';
import { listCacheKeys } from '../retrieval/indexer.ts';
import type { JsonFile } from '../stores/json-file.ts';
import type { ForgetPlan } from './plan.ts';

export type Drafts = JsonFile<Readonly<Record<string, string>>>;
type FilesCtx = Pick<Ctx, 'dataFolder' | 'traces' | 'vectorCache' | 'clock'>;

/** Everything beside journal and tables that may hold what goes. Each part may be done again after a crash. */
export async function clearFiles(ctx: FilesCtx, plan: ForgetPlan, drafts: Drafts): Promise<void> {
  await ctx.traces.remove(plan.traceIds);
  await clearDrafts(drafts, plan);
  await clearVectors(ctx, plan);
  if (plan.areHeadsTouched) await rm(join(ctx.dataFolder, 'heads'), { recursive: true, force: true });
  await clearLeftovers(ctx, plan);
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** What is being typed in a conversation that goes, or repeats what goes. */
async function clearDrafts(drafts: Drafts, plan: ForgetPlan): Promise<void> {
  if (plan.conversationIds === null) return drafts.set({});
  const gone = new Set(plan.goneConversationIds);
  const needles = plan.needles.map(fold);
  const entries = Object.entries(drafts.get());
  const kept = entries.filter(([id, text]) => !gone.has(id) && !needles.some((needle) => fold(text).includes(needle)));
  if (kept.length < entries.length) await drafts.set(Object.fromEntries(kept));
}

/** The cache in use loses its entries; those of other embedders are not read any more and go whole. */
async function clearVectors({ dataFolder, vectorCache }: FilesCtx, plan: ForgetPlan): Promise<void> {
  if (plan.embeddedTexts.length === 0) return;
  await vectorCache.erase(plan.embeddedTexts.flatMap(listCacheKeys));
  const folder = join(dataFolder, 'cache');
  for (const name of await listNames(folder))
    if (name.endsWith('.vectors') && name !== vectorCache.fileName) await rm(join(folder, name), { force: true });
}

/** Younger files may still be in the making by somebody else. */
const LEFT_AFTER_MS = 60_000;
const HALF_WRITTEN = /\.(?:new|tmp|part)$/;
/** Files that could not be read and were kept aside. */
const ASIDE = /\.damaged(?:-\d+)?$/;

/** What interrupted work left: half of a file that was written, a copy of the database, a file from the page. */
async function clearLeftovers({ dataFolder, clock }: FilesCtx, plan: ForgetPlan): Promise<void> {
  await rm(join(dataFolder, 'db.new'), { recursive: true, force: true });
  for (const inner of ['', 'journal', 'traces', 'cache', 'uploads']) {
    for (const name of await listNames(join(dataFolder, inner))) {
      const path = join(dataFolder, inner, name);
      const isLeft = HALF_WRITTEN.test(name) || inner === 'uploads';
      if (isLeft && (await isOlder(path, clock.now().getTime() - LEFT_AFTER_MS))) await rm(path, { force: true });
      if (ASIDE.test(name) && inner === '' && (await holdsAny(path, plan.needles))) await rm(path, { force: true });
    }
  }
}

async function isOlder(path: string, thanMs: number): Promise<boolean> {
  try {
    const file = await stat(path);
    return file.isFile() && file.mtimeMs < thanMs;
  } catch {
    return false; // gone meanwhile
  }
}

async function holdsAny(path: string, needles: readonly string[]): Promise<boolean> {
  try {
    const text = fold(await readFile(path, 'utf8'));
    return needles.some(
      (needle) => text.includes(fold(needle)) || text.includes(fold(JSON.stringify(needle).slice(1, -1))),
    );
  } catch {
    return false; // a folder, or not to be read: the scan says what is in it
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []); // a folder that nothing has needed yet
}
