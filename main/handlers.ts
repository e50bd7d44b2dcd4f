import { join } from 'node:path';
import { z } from 'zod';
import type { AuditDeps } from './audit/export-bundle.ts';
import { auditHandlers } from './audit/handlers.ts';
import { backupHandlers } from './backup/handlers.ts';
import { answerQuestion } from './chat/answer-question.ts';
import { answerAgain, askQuestion, type ChatCtx } from './chat/answer-turn.ts';
import * as browse from './chat/browse.ts';
import { type ChatModel, createChatModel } from './chat/chat-model.ts';
import { createHeadsReader } from './chat/classify/active-heads.ts';
import { correctionHandlers } from './chat/classify/handlers.ts';
import {
  addOwnModel,
  Connections,
  checkModel,
  deleteModel,
  describeLibrary,
  fetchChosenModel,
  type LibraryCtx,
  selectModel,
  setModelRole,
} from './chat/model-library.ts';
import { createRouter } from './chat/router/router.ts';
import { createTemporaryChats, isTemporaryId } from './chat/temporary.ts';
import { checkUpHandlers } from './check-up/handlers.ts';
import { topicHandlers } from './clusters/handlers.ts';
import * as decide from './codex/decide.ts';
import * as doubles from './codex/doubles/doubles.ts';
import type { Extractor } from './codex/extraction.ts';
import { getFact, getTimeline, listEntityPage, listFacts, listRelations } from './codex/facts.ts';
import { readGraph } from './codex/graph.ts';
import { listLearnt, readInbox } from './codex/inbox.ts';
import { createModelExtractor } from './codex/model-extractor.ts';
import { openVocabulary } from './codex/open-vocabulary.ts';
import { undo } from './codex/undo.ts';
import { AppError } from './contract/errors.ts';
import type { Handlers } from './contract/handlers.ts';
import type { protection } from './contract/protection.ts';
import type { Ctx } from './ctx.ts';
import { type DoctorDeps, runDoctor } from './doctor/doctor.ts';
import { documentHandlers } from './documents/handlers.ts';
import { exportHandlers } from './export/handlers.ts';
import { forgetHandlers } from './forget/handlers.ts';
import { createForgetParts } from './forget/parts.ts';
import { createForgetter } from './forget/run.ts';
import { healthHandlers } from './health/handlers.ts';
import { importFiles } from './importing/apply.ts';
import { openUploads, UPLOAD_CHUNK_BYTES } from './importing/uploads.ts';
import { createGate, type Gate } from './lib/gate.ts';
import { isKnownZone } from './lib/zone.ts';
import { lifecycleHandlers } from './lifecycle/handlers.ts';
import type { Jobs } from './lifecycle/jobs.ts';
import { procedureHandlers } from './procedures/handlers.ts';
import { recallForClient } from './retrieval/recall-for-client.ts';
import { listTraces, replayTrace } from './retrieval/replay.ts';
import { settleIndex } from './retrieval/settle.ts';
import { slotHandlers } from './slots/handlers.ts';
import { adoptName } from './slots/slots.ts';
import { spaceHandlers } from './spaces/handlers.ts';
import { createStatus } from './status.ts';
import { getPendingCount } from './stores/embeddings.ts';
import { openJsonFile } from './stores/json-file.ts';
import { summaryHandlers } from './summaries/handlers.ts';
import { createModelWriter, type SummaryWriter } from './summaries/model-writer.ts';
import { yourDataHandlers } from './your-data/handlers.ts';

export type HandlerDeps = DoctorDeps & {
  readonly version: string;
  readonly mode: 'desktop' | 'browser' | 'command line';
  readonly jobs: Jobs;
  readonly audit: Pick<AuditDeps, 'folder' | 'vault'>;
  /** What has to end before anything is closed. */
  readonly onClose: (end: () => Promise<void>) => void;
};

const Drafts = z.record(z.string(), z.string());

/** Every call but those that a locked folder answers too. */
export type InnerHandlers = Omit<Handlers, keyof typeof protection>;

/** Contract key → use-case. Nothing is decided here. */
export async function createHandlers(ctx: Ctx, deps: HandlerDeps): Promise<InnerHandlers> {
  await adoptName(ctx);
  const chatModel = createChatModel(ctx);
  const temporary = createTemporaryChats(ctx);
  ctx.extraction.addSlow(() => openModelReader(ctx, chatModel));
  ctx.summaries.setWriter(() => openModelWriter(ctx, chatModel));
  const router = createRouter({ ...ctx, chatModel });
  const heads = createHeadsReader(ctx);
  const chat: ChatCtx = { ...ctx, chatModel, router, heads, temporary };
  const connections = await openJsonFile({
    path: join(ctx.dataFolder, 'connections.json'),
    files: ctx.files,
    schema: Connections,
    defaults: [],
  });
  const library: LibraryCtx = { ...ctx, chatModel, connections, downloading: new Set() };
  const drafts = await openJsonFile({
    path: join(ctx.dataFolder, 'drafts.json'),
    files: ctx.files,
    schema: Drafts,
    defaults: {},
  });
  const uploads = await openUploads(ctx.dataFolder, ctx.ids);
  const status = createStatus(ctx, { ...deps, library });
  const held: Held = { extraction: ctx.extraction, procedures: ctx.procedures, jobs: deps.jobs };
  const answering = createGate();
  const forgetter = createForgetter(
    ctx,
    createForgetParts(ctx, {
      chatModel,
      drafts,
      scanResidue: deps.scanResidue,
      whileHeld: (work) => whileHeld(held, work),
    }),
  );
  deps.onClose(forgetter.settled);
  // One that cannot be ended (a full disk, a file that cannot be written) must not keep the rest of the folder closed: doctor
  // names it, and the next forget tries again first.
  await forgetter.resume().catch((error: unknown) => {
    ctx.log('forget.not-ended', { why: error instanceof AppError ? error.code : 'unknown' });
  });

  return {
    'app.status': () => status.read(),
    ...spaceHandlers(ctx, temporary),
    ...slotHandlers(ctx),
    ...forgetHandlers(ctx, forgetter),
    'settings.get': async () => ctx.settings.get(),
    'settings.set': async (input) => {
      if (input.zone) assertZone(input.zone);
      const before = ctx.settings.get();
      const next = { ...before, ...withoutUndefined(input) };
      await ctx.settings.set(next);
      if (before.ownerName !== next.ownerName) await adoptName(ctx);
      if (before.device !== next.device || before.memoryBudgetMB !== next.memoryBudgetMB) await chatModel.unload();
      if (next.isModelReading) ctx.extraction.wake();
      ctx.emit('app.changed', {});
      return ctx.settings.get();
    },
    'doctor.run': async (input, request) => {
      const report = await runDoctor({ ...ctx, ...deps }, input, request);
      status.noteHistory(!report.problems.some(({ check }) => check.startsWith('journal.')));
      return report;
    },

    'conversations.list': ({ spaceId, ...page }) =>
      browse.listConversationPage(ctx, { ...page, spaceId: spaceId ?? null }),
    'conversations.get': async ({ id }) =>
      temporary.has(id) ? temporary.open(id).view() : browse.getConversation(ctx, id),
    'conversations.turns': async ({ id, ...page }) => {
      if (!temporary.has(id)) return browse.listTurnPage(ctx, id, page);
      const turns = temporary.turns(id);
      return { turns: turns.slice(page.offset, page.offset + page.limit), total: turns.length };
    },
    'conversations.rename': ({ id, title }) => browse.renameConversation(ctx, id, title),
    'conversations.remove': async ({ id }) => {
      if (!temporary.has(id)) return browse.removeConversation(ctx, id);
      const turns = temporary.turns(id).length;
      temporary.discard(id);
      router.forgetTemporary(id);
      return { turns };
    },
    'conversations.restore': ({ id }) => browse.restoreConversation(ctx, id),
    'conversations.chooseBranch': async ({ id, turnId }) => {
      if (!temporary.has(id)) return browse.chooseBranch(ctx, id, turnId);
      temporary.chooseBranch(id, turnId);
      return { total: temporary.turns(id).length };
    },
    'conversations.search': (input) => browse.searchConversations(ctx, input),
    'drafts.get': async ({ key }) => ({ text: drafts.get()[key] ?? '' }),
    'drafts.set': async ({ key, text }) => {
      // What is typed into a temporary chat is written nowhere either.
      if (isTemporaryId(key)) return {};
      const { [key]: _, ...others } = drafts.get();
      await drafts.set(text === '' ? others : { ...others, [key]: text });
      return {};
    },

    'chat.ask': (input, request) => whileAnswering({ ...held, answering }, () => askQuestion(chat, input, request)),
    'chat.again': (input, request) => whileAnswering({ ...held, answering }, () => answerAgain(chat, input, request)),

    'codex.relations': () => listRelations(ctx),
    'codex.addRelation': (input) => decide.addRelation(ctx, input),
    'codex.entities': (input) => listEntityPage(ctx, input),
    'codex.facts': (input) => listFacts(ctx, input),
    'codex.fact': (input) => getFact(ctx, input),
    'codex.timeline': (input) => getTimeline(ctx, input),
    'codex.graph': (input) => readGraph(ctx, input),
    'codex.inbox': (input) => readInbox(ctx, input),
    'codex.decide': (input) => decide.decide(ctx, input),
    'codex.add': (input) => decide.addFact(ctx, input),
    'codex.correct': (input) => decide.correctFact(ctx, input),
    'codex.end': (input) => decide.endFact(ctx, input),
    'codex.retract': (input) => decide.retractFact(ctx, input),
    'codex.settleConflict': (input) => decide.settleConflict(ctx, input),
    'codex.changeEntity': (input) => decide.changeEntity(ctx, input),
    'codex.merge': (input) => decide.mergeEntities(ctx, input),
    'codex.split': (input) => decide.splitEntity(ctx, input),
    'codex.undo': (input) => undo(ctx, input),
    'codex.learnt': (input) => listLearnt(ctx, input),
    'codex.settle': ({ isSlow }, { signal }) => ctx.extraction.drain(signal, { slow: isSlow ?? false }),

    'doubles.list': (input) => doubles.listDoubles(ctx, input),
    'doubles.merge': (input) => doubles.mergeDoubles(ctx, input),
    'doubles.keepApart': (input) => doubles.keepApart(ctx, input),

    'memory.recall': (input) => whileHeld(held, () => recallForClient(ctx, input)),
    'memory.answer': (input, { signal }) => whileHeld(held, () => answerQuestion(chat, input, signal)),
    'memory.settle': async (_, request) => {
      await whileHeld(held, () => settleIndex(ctx, request));
      return { pending: await getPendingCount(ctx.db.read) };
    },
    ...checkUpHandlers(ctx, { whileHeld: (work) => whileHeld(held, work), answering }),
    'turns.get': ({ id, around }) => browse.getTurnInContext(ctx, id, around),
    'traces.get': ({ id }) => ctx.traces.get(id),
    'traces.list': async (input) => ({ traces: await listTraces(ctx, input) }),
    'traces.replay': (input, { signal }) => replayTrace(ctx, input, signal),

    'uploads.begin': async (input) => ({ uploadId: await uploads.begin(input), chunkBytes: UPLOAD_CHUNK_BYTES }),
    'uploads.append': async ({ uploadId, ...part }) => ({
      receivedBytes: await uploads.append({ id: uploadId, ...part }),
    }),
    'uploads.discard': async ({ uploadId }) => {
      await uploads.discard(uploadId);
      return {};
    },
    'imports.run': (input, request) => {
      const files = input.files.map((file) =>
        'path' in file ? { path: file.path, name: file.path } : uploads.get(file.uploadId),
      );
      return whileHeld(held, () => importFiles(ctx, { ...input, files, spaceId: input.spaceId }, request)).finally(
        ctx.procedures.wake,
      );
    },

    ...exportHandlers(ctx, (work) => whileHeld(held, work)),
    ...auditHandlers(ctx, {
      ...{ ...deps.audit, version: deps.version, findUpload: uploads.get },
      whileHeld: (work) => whileHeld(held, work),
    }),
    ...backupHandlers(ctx, (work) => whileHeld(held, work)),
    ...lifecycleHandlers(ctx, deps.jobs),
    ...procedureHandlers(ctx),
    ...topicHandlers(ctx),
    ...healthHandlers(ctx, { ...deps, fetchModel: (id, signal) => fetchQuietly(library, id, signal) }),
    ...summaryHandlers(ctx),
    ...yourDataHandlers(ctx),
    ...documentHandlers(ctx, (work) => whileHeld(held, work)),

    ...correctionHandlers(ctx),

    'models.list': () => describeLibrary(library),
    'models.fetch': ({ id }, request) => fetchChosenModel(library, id, request),
    'models.select': ({ id }) => selectModel(library, id),
    'models.setRole': (input) => setModelRole(library, input),
    'models.inConversation': ({ conversationId: id }) => router.describe(id, temporary.has(id)),
    'models.choose': async ({ conversationId: id, modelId }) => {
      await router.fix(id, modelId, temporary.has(id));
      return router.describe(id, temporary.has(id));
    },
    'models.warmUp': async ({ conversationId }) => {
      // Nobody waits for it; what fails is said when the model is asked.
      router.warmUp(conversationId).catch(() => ctx.log('model.not-warm', {}));
      return {};
    },
    'models.remove': async ({ id }) => {
      await deleteModel(library, id);
      return {};
    },
    'models.verify': ({ id }, { signal }) => checkModel(library, id, signal),
    'models.add': async ({ file, name }) => {
      if ('path' in file) return addOwnModel(library, { path: file.path, mode: 'reference', name });
      const upload = uploads.get(file.uploadId);
      const added = await addOwnModel(library, { path: upload.path, mode: 'copy', name: name ?? upload.name });
      await uploads.discard(file.uploadId);
      return added;
    },
  };
}

/** A model that a repair fetches; its progress is on the page of models. */
async function fetchQuietly(library: LibraryCtx, id: string, signal: AbortSignal): Promise<void> {
  await fetchChosenModel(library, id, { signal, push: async () => undefined });
}

/** The chat model as a writer of summaries, by the same wish. */
async function openModelWriter(ctx: Ctx, chatModel: ChatModel): Promise<SummaryWriter | null> {
  if (!ctx.settings.get().isModelReading) return null;
  const loaded = await chatModel.ensure();
  if (loaded === null) return null;
  return createModelWriter({ ...ctx, inference: { ...ctx.inference, ...loaded.inference } }, loaded.ready.model.id);
}

/** The chat model as a reader of turns, where the user wants it and one is there. */
async function openModelReader(ctx: Ctx, chatModel: ChatModel): Promise<Extractor | null> {
  if (!ctx.settings.get().isModelReading) return null;
  const loaded = await chatModel.ensure();
  if (loaded === null) return null;
  const inference = { ...ctx.inference, ...loaded.inference };
  return createModelExtractor(
    { ...ctx, inference },
    { modelId: loaded.ready.model.id, vocabulary: () => openVocabulary(ctx) },
  );
}

type Held = Pick<Ctx, 'extraction' | 'procedures'> & { readonly jobs: Jobs };

/** Nothing runs in the background while somebody waits: for memory, an import, or an answer. */
async function whileHeld<T>({ extraction, procedures, jobs }: Held, work: () => Promise<T>): Promise<T> {
  const releases = [extraction.hold(), procedures.hold(), jobs.hold()];
  try {
    return await work();
  } finally {
    for (const release of releases) release();
  }
}

/** What was said meanwhile is read afterwards; what else somebody waits for comes after the answer. */
async function whileAnswering<T>(held: Held & { readonly answering: Gate }, answer: () => Promise<T>): Promise<T> {
  const release = held.answering.hold();
  try {
    return await whileHeld(held, answer);
  } finally {
    release();
    held.extraction.wake();
    held.procedures.wake();
  }
}

function assertZone(zone: string): void {
  if (isKnownZone(zone)) return;
  const text = 'This computer does not know that time zone. Choose one from the list, such as Europe/Paris.';
  throw new AppError('request.invalid', text);
}

/** An absent field of a partial input means "as it is". */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
