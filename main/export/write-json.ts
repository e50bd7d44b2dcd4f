import { listTopicPage } from '../clusters/topics.ts';
import type { Space, SpaceId } from '../contract/index.ts';
import { listDocumentPage, readDocumentPage } from '../documents/browse.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { listProcedurePage } from '../procedures/view.ts';
import { readSlots } from '../slots/slots.ts';
import type { ExportedConversation } from '../stores/exports.ts';
import { isoOrNull } from '../stores/rows.ts';
import { listSummaries } from '../summaries/read.ts';
import { listExportedFacts, listExportedSpaces } from './facts.ts';
import { type ExportRun, readTurns } from './history.ts';
import { titleOf } from './titles.pure.ts';

const PAGE = 200;

/** Everything that is the user's, in one document: what was said, and what was learnt and written from it. */
export async function* writeJson(run: ExportRun): AsyncGenerator<string, void, undefined> {
  const spaces = await listExportedSpaces(run);
  const head = {
    format: 'palimpsest',
    version: 1,
    exportedAt: run.ctx.clock.now().toISOString(),
    zone: run.ctx.zone(),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"spaces":${JSON.stringify(spaces)},\n"conversations":[`;
  yield* writeConversations(run);
  yield `\n],\n"facts":[`;
  yield* writeList(readFacts(run, spaces));
  yield `\n]`;
  // What is not about one conversation or one time has no place in a part of the history.
  const { conversationId, from, to } = run.scope;
  if (conversationId === null && from === null && to === null) {
    for (const [name, read] of Object.entries(SECTIONS)) {
      yield `,\n${JSON.stringify(name)}:[`;
      for (const [n, space] of spaces.entries()) yield* writeList(read(run, space.id), n > 0);
      yield `\n]`;
    }
  }
  yield `\n}\n`;
}

/** Items as the inside of a JSON array, one a line. */
async function* writeList(items: AsyncIterable<unknown>, isGoingOn = false): AsyncGenerator<string, void, undefined> {
  let between = isGoingOn ? ',\n' : '\n';
  for await (const item of items) {
    yield `${between}${JSON.stringify(item)}`;
    between = ',\n';
  }
}

async function* writeConversations(run: ExportRun): AsyncGenerator<string, void, undefined> {
  let between = '\n';
  for (const conversation of run.conversations) {
    yield `${between}${JSON.stringify(viewConversation(conversation)).slice(0, -1)},"turns":[`;
    yield* writeList(readTurnViews(run, conversation.id));
    yield `\n]}`;
    between = ',\n';
  }
}

const viewConversation = ({ opening, turns, firstAt, lastAt, startedAt, ...rest }: ExportedConversation) => ({
  ...rest,
  title: titleOf({ title: rest.title, opening }),
  startedAt: isoOrNull(startedAt ?? firstAt),
  lastSaidAt: isoOrNull(lastAt),
});

async function* readTurnViews(run: ExportRun, conversationId: string) {
  for await (const { seq, position, conversationId: _, saidAt, ...turn } of readTurns(run, conversationId))
    yield { ...turn, at: isoOrNull(saidAt) };
}

async function* readFacts(run: ExportRun, spaces: readonly Space[]) {
  for (const space of spaces) {
    for (const fact of await listExportedFacts(run, space.id)) {
      yield { spaceId: space.id, ...fact };
      run.note({ facts: 1 });
    }
  }
}

type Section = (run: ExportRun, spaceId: SpaceId) => AsyncGenerator<unknown, void, undefined>;

const SECTIONS: Readonly<Record<string, Section>> = {
  procedures: async function* ({ ctx, signal }, spaceId) {
    yield* allPages(signal, async (page) => (await listProcedurePage(ctx, { spaceId, ...page })).procedures);
  },
  slots: async function* ({ ctx }, spaceId) {
    for (const slot of (await readSlots(ctx, { spaceId })).slots) yield slot;
  },
  documents: async function* ({ ctx, signal }, spaceId) {
    const documents = allPages(signal, async (page) => (await listDocumentPage(ctx, { spaceId, ...page })).documents);
    for await (const document of documents) {
      let text = '';
      const passages = allPages(
        signal,
        async (page) => (await readDocumentPage(ctx, { id: document.id, ...page })).passages,
      );
      // A passage repeats the end of the one before it.
      for await (const passage of passages) text += passage.text.slice(passage.repeated);
      yield { ...document, text };
    }
  },
  summaries: async function* ({ ctx, signal }, spaceId) {
    yield* allPages(signal, async (page) => (await listSummaries(ctx, { spaceId, ...page })).summaries);
  },
  topics: async function* ({ ctx }, spaceId) {
    for (const topic of (await listTopicPage(ctx, { spaceId })).topics) yield topic;
  },
};

async function* allPages<T>(
  signal: AbortSignal,
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly T[]>,
): AsyncGenerator<T, void, undefined> {
  for (let offset = 0; ; offset += PAGE) {
    throwIfAborted(signal);
    const items = await read({ offset, limit: PAGE });
    yield* items;
    if (items.length < PAGE) return;
  }
}
