import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type ParsedTurn, readExport } from '../../../main/importing/read-export.ts';
import { changeValue, seeded } from './mutate.ts';
import { fixture, withFile } from './read-helpers.ts';
import { SMALL_EXPORTS } from './small-exports.ts';

type Fields = Record<string, unknown>;
const wanted = Number(process.env.PALIMPSEST_IMPORT_MUTATIONS ?? '0');
const each = Math.max(40, Math.ceil(wanted / 12));

const parse = async (name: string): Promise<unknown> =>
  JSON.parse(SMALL_EXPORTS[name] ?? (await readFile(fixture(name), 'utf8')));

/** One conversation of each format, and how it gets an id of its own. */
const FORMATS: readonly (readonly [string, () => Promise<Fields>, (conversation: Fields, id: string) => Fields])[] = [
  [
    'chatgpt',
    async () => ((await parse('chatgpt_conversations.json')) as Fields[])[0] ?? {},
    (chat, id) => ({ ...chat, id, conversation_id: id }),
  ],
  [
    'claude',
    async () => ((await parse('claude_conversations.json')) as Fields[])[0] ?? {},
    (chat, uuid) => ({ ...chat, uuid }),
  ],
  [
    'openwebui',
    async () => ((await parse('openwebui_chats.json')) as Fields[])[0] ?? {},
    (chat, id) => ({ ...chat, id }),
  ],
  [
    'grok',
    async () => ((await parse('grok.json')) as { conversations: Fields[] }).conversations[0] ?? {},
    (chat, id) => ({ ...chat, conversation: { ...(chat.conversation as Fields), conversation_id: id } }),
  ],
  [
    'librechat',
    async () => (await parse('librechat_tree.json')) as Fields,
    (chat, conversationId) => ({ ...chat, conversationId }),
  ],
];

/** The turns of each conversation, by its id. */
async function readById(content: unknown): Promise<ReadonlyMap<string, readonly ParsedTurn[]>> {
  return withFile(JSON.stringify(content), async (path) => {
    const found = new Map<string, readonly ParsedTurn[]>();
    for await (const item of readExport({ path, format: 'auto' })) {
      if (item.kind === 'conversation') found.set(item.conversation.originId, item.turns);
    }
    return found;
  });
}

describe('importing a conversation that stands beside a broken one', () => {
  it.each(FORMATS)(
    'loses no turn of it in a file of %s',
    async (_, load, withId) => {
      const base = await load();
      const good = [withId(base, 'good-1'), withId(base, 'good-2')] as const;
      const alone = await readById(good);
      expect(alone.get('good-1')?.length).toBeGreaterThan(0);
      for (let seed = 1; seed <= each; seed += 1) {
        const broken = changeValue(structuredClone(base), seeded(seed * 15_485_863));
        const read = await readById([good[0], broken, good[1]]);
        expect({ seed, turns: [read.get('good-1'), read.get('good-2')] }).toEqual({
          seed,
          turns: [alone.get('good-1'), alone.get('good-2')],
        });
      }
    },
    Math.max(60_000, each * 200),
  );
});
