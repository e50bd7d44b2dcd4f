import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import {
  type ConversationState,
  type Incoming,
  type KnownTurn,
  planImport,
} from '../../../main/importing/plan-import.pure.ts';
import {
  type ImportItem,
  type ParsedConversation,
  type ParsedTurn,
  readExport,
} from '../../../main/importing/read-export.ts';
import { mutate, seeded } from './mutate.ts';
import { fixture } from './read-helpers.ts';
import { SMALL_EXPORTS } from './small-exports.ts';

/** In all, over every fixture: `PALIMPSEST_IMPORT_MUTATIONS=10000`. Without it, forty each. */
const wanted = Number(process.env.PALIMPSEST_IMPORT_MUTATIONS ?? '0');
const FILES = [
  ...['chatgpt_conversations.json', 'chatgpt_sharded.zip', 'claude_conversations.json', 'gemini_MyActivity.json'],
  ...['openwebui_chats.json', 'lmstudio_1758392316161.conversation.json', 'jan_messages.jsonl', 'jan_thread.json'],
  ...['librechat_tree.json', 'librechat_flat.json'],
];
const SMALL = Object.keys(SMALL_EXPORTS);
const each = Math.max(40, Math.ceil(wanted / (FILES.length + SMALL.length)));
/** Far over what any of them takes, and far under a hang. */
const MAX_MS = 5_000;

type Counts = { read: number; turns: number; imported: number; skipped: number };
type Known = { readonly turns: Map<string, KnownTurn>; readonly conversations: Map<string, ConversationState> };

/** What importing a file would do: every turn that was read is new, a duplicate or a conflict. */
async function importOnce(path: string): Promise<Counts> {
  const counts: Counts = { read: 0, turns: 0, imported: 0, skipped: 0 };
  const known: Known = { turns: new Map(), conversations: new Map() };
  for await (const item of readExport({ path, format: 'auto' })) {
    if (item.kind === 'skipped') {
      expect(item.count).toBeGreaterThan(0);
      counts.read += item.count;
      counts.skipped += item.count;
    }
    const batch = toBatch(item);
    for (const { turn } of batch) checkTurn(turn);
    const planned = planImport(batch, known, { zone: 'Europe/Lisbon', ownerName: 'Ana', importId: 'i' });
    for (const [id, turn] of planned.taken) known.turns.set(id, turn);
    counts.read += batch.length;
    counts.turns += batch.length;
    counts.imported += planned.imported;
    counts.skipped += planned.duplicates + planned.conflicts;
  }
  return counts;
}

function toBatch(item: ImportItem): readonly Incoming[] {
  const place = { conversationId: '', spaceId: 'default' };
  if (item.kind === 'turn') {
    const conversation: ParsedConversation = {
      originId: item.conversationOriginId,
      title: null,
      source: 'jsonl',
      startedAt: null,
      activeLeafKey: null,
    };
    return [
      {
        ...place,
        turn: item.turn,
        turnId: item.turn.key,
        parentId: null,
        conversation,
        conversationId: conversation.originId,
      },
    ];
  }
  if (item.kind !== 'conversation') return [];
  const { conversation, turns } = item;
  const keys = turns.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return turns.map((turn) => ({
    ...{ ...place, conversationId: conversation.originId, conversation, turn },
    turnId: `${conversation.originId}/${turn.key}`,
    parentId: turn.parentOriginId === null ? null : `${conversation.originId}/${turn.parentOriginId}`,
  }));
}

function checkTurn({ text, at, attachments }: ParsedTurn): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw new Error('a text that the database cannot hold');
  if (text.trim() === '' && attachments.length === 0) throw new Error('a turn that says nothing');
  if (at !== null && Number.isNaN(Date.parse(at))) throw new Error('a time that is none');
}

describe('importing mutated exports', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-mutations-'));
  });
  afterAll(async () => rm(folder, { recursive: true }));

  it.each([...FILES, ...SMALL])(
    'neither breaks, hangs nor loses count on %s',
    async (name) => {
      const bytes = name in SMALL_EXPORTS ? Buffer.from(SMALL_EXPORTS[name] ?? '') : await readFile(fixture(name));
      const path = join(folder, 'download');
      let readable = 0;
      for (let seed = 1; seed <= each; seed += 1) {
        await writeFile(path, mutate(bytes, seeded(seed * 7_919)));
        const startMs = performance.now();
        try {
          const { read, imported, skipped } = await importOnce(path);
          expect({ seed, read }).toEqual({ seed, read: imported + skipped });
          readable += 1;
        } catch (error) {
          // A file that is no export any more is refused as a whole, in words.
          if (!(error instanceof AppError)) throw new Error(`seed ${seed} of ${name}`, { cause: error });
        }
        expect({ seed, isQuick: performance.now() - startMs < MAX_MS }).toEqual({ seed, isQuick: true });
      }
      if (wanted > 0) console.info(`${name}: ${each} mutations, ${readable} read, ${each - readable} refused`);
      expect(readable).toBeGreaterThan(0);
    },
    Math.max(60_000, each * 200),
  );
});
