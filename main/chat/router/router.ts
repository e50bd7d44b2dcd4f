import { AppError } from '../../contract/errors.ts';
import type { ConversationId, ModelId } from '../../contract/ids.ts';
import type { ConversationModel, RouteIntent, RouteReport } from '../../contract/models.ts';
import type { Ctx } from '../../ctx.ts';
import { findConversation } from '../../stores/conversations.ts';
import { findConversationModel, listRoutes } from '../../stores/corrections.ts';
import { listPath } from '../../stores/episodes.ts';
import { SYSTEM_PROMPT } from '../assemble.pure.ts';
import {
  type ChatModel,
  findModelProblem,
  type LoadedModel,
  listReadyModels,
  type ReadyModel,
  readLimits,
  tooLarge,
} from '../chat-model.ts';
import type { Ranked } from '../classify/heads.pure.ts';
import { notFound } from '../thread.ts';
import { type Intent, readIntent } from './intent.pure.ts';
import { fitOf } from './memory.pure.ts';
import { type Candidate, type Route, type Routed, route } from './route.pure.ts';

/** Replies that are looked back on: the last two decide, and branches and imports have none. */
const LOOK_BACK = 12;
/** Characters of a token, at least: a question that is surely too long is known without a model. */
const CHARS_PER_TOKEN = 6;

export type Asked = {
  readonly conversationId: string;
  readonly isTemporary: boolean;
  /** Ids of earlier turns of this branch, oldest first. */
  readonly turnIds: readonly string[];
  readonly text: string;
  readonly ranked: Ranked | null;
  readonly signal: AbortSignal;
};

/** The model that answers, kept loaded until `release`; without one, why. */
export type Chosen = {
  readonly model: LoadedModel | null;
  readonly problem: string | null;
  readonly report: RouteReport | null;
  readonly release: () => void;
};

/** Chooses the model for each question; what was chosen in temporary chats is kept in memory alone. */
export type Router = {
  readonly choose: (asked: Asked) => Promise<Chosen>;
  /** Of a temporary chat nothing is written down: its replies are noted here. */
  readonly noteTemporary: (conversationId: string, report: RouteReport) => void;
  readonly forgetTemporary: (conversationId: string) => void;
  readonly describe: (conversationId: ConversationId, isTemporary: boolean) => Promise<ConversationModel>;
  readonly fix: (conversationId: ConversationId, modelId: ModelId | null, isTemporary: boolean) => Promise<void>;
  readonly warmUp: (conversationId: string | null) => Promise<void>;
};

type Temporary = { fixedId: string | null; readonly routes: Routed[] };
type RouterCtx = Ctx & { readonly chatModel: ChatModel };
const NOBODY = { model: null, report: null, release: () => undefined } as const;

export function createRouter(ctx: RouterCtx): Router {
  const temporary = new Map<string, Temporary>();
  const temporaryOf = (id: string): Temporary => {
    const found = temporary.get(id) ?? { fixedId: null, routes: [] };
    temporary.set(id, found);
    return found;
  };
  const recall = async (asked: Pick<Asked, 'conversationId' | 'isTemporary' | 'turnIds'>) => {
    if (asked.isTemporary) {
      const { fixedId, routes } = temporaryOf(asked.conversationId);
      return { fixedId, history: routes };
    }
    const turnIds = asked.turnIds.slice(-LOOK_BACK);
    const rows = new Map((await listRoutes(ctx.db.read, turnIds)).map((row) => [row.replyTurnId, row]));
    const fixedId = await findConversationModel(ctx.db.read, asked.conversationId);
    return { fixedId, history: turnIds.flatMap((id) => rows.get(id) ?? []) };
  };

  return {
    choose: async (asked) => {
      const intent = readIntent(asked.text, asked.ranked);
      const past = await recall(asked);
      return load(ctx, { ...past, intent, text: asked.text, signal: asked.signal });
    },
    noteTemporary: (conversationId, { modelId, intent, confidence }) => {
      temporaryOf(conversationId).routes.push({ modelId, intent, confidence });
    },
    forgetTemporary: (conversationId) => {
      temporary.delete(conversationId);
    },
    describe: async (conversationId, isTemporary) => {
      const turnIds = isTemporary ? [] : await pathOf(ctx, conversationId);
      return describe(ctx, await recall({ conversationId, isTemporary, turnIds }));
    },
    fix: async (conversationId, modelId, isTemporary) => {
      if (modelId !== null && !(await listReadyModels(ctx)).some(({ model }) => model.id === modelId))
        throw new AppError('model.not-downloaded', 'This model is not here. Fetch it under Models first.');
      if (!isTemporary && (await findConversation(ctx.db.read, conversationId)) === null) throw notFound();
      if (isTemporary) temporaryOf(conversationId).fixedId = modelId;
      else await ctx.commit([{ kind: 'conversation.model-chosen', body: { conversationId, modelId } }]);
      ctx.emit('models.changed', {});
    },
    warmUp: async (conversationId) => {
      const { isWarmUpOn, chatModelId } = ctx.settings.get();
      if (!isWarmUpOn || chatModelId === null) return;
      const turnIds = conversationId === null ? [] : await pathOf(ctx, conversationId);
      const past = await recall({ conversationId: conversationId ?? '', isTemporary: false, turnIds });
      const { decided, ready } = await decide(ctx, { ...past, intent: UNKNOWN, text: '' });
      const likely = decided.kind === 'model' ? ready.get(decided.model.id) : undefined;
      if (likely !== undefined) await ctx.chatModel.warmUp(likely, `${SYSTEM_PROMPT} Today is `);
    },
  };
}

/** Before anything is asked. */
const UNKNOWN: Intent = { intent: 'general', confidence: 0 };

type Deciding = {
  readonly fixedId: string | null;
  readonly history: readonly Routed[];
  readonly intent: Intent;
  readonly text: string;
};

async function pathOf(ctx: Ctx, conversationId: string): Promise<readonly string[]> {
  const leafId = (await findConversation(ctx.db.read, conversationId))?.activeLeafId ?? null;
  return leafId === null ? [] : (await listPath(ctx.db.read, leafId)).slice(-LOOK_BACK);
}

async function decide(ctx: RouterCtx, { fixedId, history, intent, text }: Deciding) {
  const ready = new Map((await listReadyModels(ctx)).map((each) => [each.model.id, each]));
  const models = listCandidates(ctx, [...ready.values()]);
  const questionTokens = Math.ceil(text.length / CHARS_PER_TOKEN);
  const decided: Route = route({
    ...{ asked: intent, questionTokens, models, fixedId, history, limits: readLimits(ctx) },
  });
  return { decided, ready, models };
}

function listCandidates(ctx: RouterCtx, ready: readonly ReadyModel[]): readonly Candidate[] {
  const { chatModelId, modelRoles } = ctx.settings.get();
  const loaded = ctx.chatModel.loadedIds();
  return ready.map(({ model }) => {
    const special = (['writing', 'coding', 'small'] as const).filter((role) => modelRoles[role] === model.id);
    const roles: readonly RouteIntent[] = model.id === chatModelId ? ['general', ...special] : special;
    const { id, name, memoryBytes: bytes, contextTokens } = model;
    return { id, name, roles, bytes, contextTokens, isLoaded: loaded.has(id) };
  });
}

/** A model that cannot be loaded costs its words, not the answer: the evidence is shown, and the reason with it. */
async function load(ctx: RouterCtx, input: Deciding & { readonly signal: AbortSignal }): Promise<Chosen> {
  const { decided, ready } = await decide(ctx, input);
  const picked = decided.kind === 'none' ? undefined : ready.get(decided.model.id);
  if (decided.kind === 'none' || picked === undefined)
    return { ...NOBODY, problem: (await findModelProblem(ctx))?.message ?? null };
  if (decided.kind === 'refused') return { ...NOBODY, problem: tooLarge(picked.model, readLimits(ctx)).message };
  try {
    const { loaded, release } = await ctx.chatModel.take(picked, input.signal);
    const { id: modelId, name: modelName } = decided.model;
    const report = { modelId, modelName, ...input.intent, isFixed: decided.isFixed, why: decided.why };
    return { model: loaded, problem: null, report, release };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'request.aborted') throw error;
    ctx.log('model.not-loaded', { code: error.code });
    return { ...NOBODY, problem: error.message };
  }
}

async function describe(ctx: RouterCtx, past: Pick<Deciding, 'fixedId' | 'history'>): Promise<ConversationModel> {
  const { decided, ready, models } = await decide(ctx, { ...past, intent: UNKNOWN, text: '' });
  const limits = readLimits(ctx);
  const model = decided.kind === 'none' ? null : decided.model;
  const refused = decided.kind === 'refused' ? ready.get(decided.model.id) : undefined;
  return {
    model: model === null ? null : { id: model.id as ModelId, name: model.name }, // from the catalogue
    isFixed: decided.kind !== 'none' && decided.model.id === past.fixedId,
    problem: refused === undefined ? null : tooLarge(refused.model, limits).message,
    choices: models.map(({ id, name, roles, bytes }) => ({
      ...{ id: id as ModelId, name, roles: [...roles], fit: fitOf(bytes, limits) },
    })),
  };
}
