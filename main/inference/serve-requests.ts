import { isDeepStrictEqual } from 'node:util';
import { NER } from '../codex/tag/ner.pure.ts';
import { AppError } from '../contract/errors.ts';
import { isAbort } from '../lib/abort.ts';
import { unreachable } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import { type ChatSpec, type FromHost, type HostDescription, type HostRequest, ToHost } from './contract.ts';
import { createEmbedQueue, type EmbedQueue } from './embed-queue.ts';
import { type ChatModel, createLlamas, type Llamas, loadChatModel } from './llama.ts';
import { type Embedder, loadEmbedder } from './onnx.ts';
import { tagTexts } from './tag-texts.ts';
import type { Wire } from './wire.ts';

type Host = {
  readonly clock: Clock;
  readonly queue: EmbedQueue;
  /** Settled or loading; requests that need a model wait for it. */
  embedder: Promise<Embedder> | null;
  /** By path, in order of use. */
  readonly chats: Map<string, { readonly spec: ChatSpec; readonly model: Promise<ChatModel> }>;
  readonly llamas: Llamas;
  generating: number;
};

type Call = {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly delta: (text: string) => void;
};

/** Answers the engine's requests on `wire` until the process ends. */
export function serveRequests(wire: Wire, clock: Clock): void {
  const host: Host = {
    clock,
    queue: createEmbedQueue({ clock, isChatBusy: () => host.generating > 0 }),
    embedder: null,
    chats: new Map(),
    llamas: createLlamas(),
    generating: 0,
  };
  const running = new Map<number, AbortController>();
  const send = (message: FromHost): void => wire.send(message);

  wire.onMessage((raw) => {
    const message = ToHost.parse(raw);
    if (message.type === 'cancel') {
      running.get(message.id)?.abort();
      return;
    }
    const { id, request } = message;
    const controller = new AbortController();
    running.set(id, controller);
    let seq = 0;
    const call: Call = {
      signal: controller.signal,
      progress: (done, total) => send({ type: 'progress', id, done, total }),
      delta: (text) => {
        send({ type: 'delta', id, seq, text });
        seq += 1;
      },
    };
    answer(host, request, call)
      .then(
        (value) => send({ type: 'result', id, value }),
        (error: unknown) => send({ type: 'error', id, error: toAppError(error).toWire() }),
      )
      .finally(() => running.delete(id))
      // Only a message that cannot be serialised gets here, which is a bug: end, and be restarted.
      .catch(() => process.exit(70));
  });
  send({ type: 'ready', pid: process.pid });
}

async function answer(host: Host, request: HostRequest, call: Call): Promise<unknown> {
  switch (request.method) {
    case 'loadEmbedder': {
      const previous = host.embedder;
      host.embedder = replace(previous, () => loadEmbedder(request.params, host.clock, NER));
      return { loadMs: (await host.embedder).loadMs };
    }
    case 'embed':
      return host.queue.embed(await need(host.embedder, 'embedding'), {
        ...request.params,
        signal: call.signal,
        onProgress: call.progress,
      });
    case 'tag': {
      const texts = await tagTexts(await need(host.embedder, 'embedding'), {
        texts: request.params.texts,
        signal: call.signal,
        onProgress: call.progress,
        exclusive: host.queue.background,
      });
      return { texts };
    }
    case 'loadChat':
      return loadChat(host, request.params, call);
    case 'unloadChat': {
      const { modelPath } = request.params;
      const paths = modelPath === undefined ? [...host.chats.keys()] : [modelPath];
      for (const path of paths) await unloadChat(host, path);
      return {};
    }
    case 'generate': {
      const chat = await need(takeChat(host, request.params.modelPath), 'chat');
      host.generating += 1;
      try {
        return await chat.generate({
          params: request.params,
          signal: call.signal,
          onDelta: call.delta,
          onPrompt: call.progress,
        });
      } finally {
        host.generating -= 1;
      }
    }
    case 'countTokens':
      return {
        counts: (await need(takeChat(host, request.params.modelPath), 'chat')).countTokens(request.params.texts),
      };
    case 'tokenizeMessages':
      return (await need(takeChat(host, request.params.modelPath), 'chat')).tokenizeMessages(request.params.messages);
    case 'describe':
      return describe(host);
    default:
      return unreachable(request);
  }
}

/** The model at `path`, or the one used last; it counts as used now. */
function takeChat(host: Host, path: string | undefined): Promise<ChatModel> | null {
  const key = path ?? [...host.chats.keys()].at(-1);
  const found = key === undefined ? undefined : host.chats.get(key);
  if (key === undefined || found === undefined) return null;
  host.chats.delete(key);
  host.chats.set(key, found);
  return found.model;
}

async function unloadChat(host: Host, path: string): Promise<void> {
  const chat = host.chats.get(path);
  host.chats.delete(path);
  const model = await chat?.model.catch(() => null); // a failed load has disposed itself
  await model?.dispose();
}

async function loadChat(host: Host, spec: ChatSpec, call: Call): Promise<unknown> {
  const previous = host.chats.get(spec.modelPath);
  // After a restart the supervisor and a waiting caller may both ask for the same model.
  if (previous !== undefined && isDeepStrictEqual(previous.spec, spec)) return (await previous.model).describe();
  const model = (async () => {
    // The same weights with another context: the old ones go first, since both may not fit.
    const old = await previous?.model.catch(() => null); // a failed load has disposed itself
    await old?.dispose();
    return loadChatModel(spec, {
      clock: host.clock,
      llamas: host.llamas,
      onProgress: (fraction) => call.progress(Math.round(fraction * 1000), 1000),
    });
  })();
  host.chats.delete(spec.modelPath);
  host.chats.set(spec.modelPath, { spec, model });
  try {
    return (await model).describe();
  } catch (error) {
    if (host.chats.get(spec.modelPath)?.model === model) host.chats.delete(spec.modelPath);
    throw error;
  }
}

async function replace(previous: Promise<Embedder> | null, load: () => Promise<Embedder>): Promise<Embedder> {
  const old = await previous?.catch(() => null); // a failed one holds nothing
  await old?.release();
  return load();
}

async function need<T>(model: Promise<T> | null, task: string): Promise<T> {
  if (model === null) {
    throw new AppError('inference.unavailable', `No ${task} model is loaded. Choose one on the models page.`);
  }
  return model;
}

async function describe(host: Host): Promise<HostDescription> {
  const loaded = await Promise.all([...host.chats.values()].map(({ model }) => model.catch(() => null)));
  const chats = loaded.flatMap((model) => (model === null ? [] : [model.describe()]));
  const embedder = await host.embedder?.catch(() => null);
  return {
    pid: process.pid,
    rssBytes: process.memoryUsage.rss(),
    chat: chats.at(-1) ?? null,
    chats,
    embedder: embedder
      ? { modelId: embedder.spec.modelId, threads: embedder.spec.threads, loadMs: embedder.loadMs }
      : null,
  };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('request.aborted', 'Stopped.', { retry: 'never' });
  return new AppError('inference.crashed', 'The model failed while it was working. Try again.', {
    retry: 'later',
    details: { kind: error instanceof Error ? error.name : typeof error },
    cause: error,
  });
}
