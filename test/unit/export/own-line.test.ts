import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../main/export/write-jsonl.ts';
import { readOwnLine } from '../../../main/importing/formats/own-line.ts';
import { planImport } from '../../../main/importing/plan-import.pure.ts';
import { toStoredText } from '../../../main/lib/text.ts';
import type { ExportedConversation, ExportedTurn } from '../../../main/stores/exports.ts';

const words = fc.string({ unit: 'binary', maxLength: 40 }).map((raw) => toStoredText(raw).text);
const name = words.map((text) => `n${text}`);
const time = fc.option(
  fc.integer({ min: -2_000_000_000_000, max: 6_000_000_000_000 }).map((ms) => new Date(ms)),
  { nil: null },
);
const attachment = fc.record({
  kind: fc.constantFrom('image' as const, 'file' as const, 'audio' as const, 'other' as const),
  name: fc.option(words, { nil: null }),
  caption: fc.option(words, { nil: null }),
  text: fc.option(words, { nil: null }),
});
const turn: fc.Arbitrary<ExportedTurn> = fc.record({
  ...{ id: name, conversationId: name, parentId: fc.constant(null), position: fc.constant(0), seq: fc.constant(1) },
  role: fc.constantFrom('user' as const, 'assistant' as const, 'other' as const),
  ...{ speaker: words, text: words, saidAt: time, isTimeInferred: fc.boolean() },
  zone: fc.constantFrom('Europe/Paris', 'Asia/Tokyo', 'UTC'),
  session: fc.option(words, { nil: null }),
  status: fc.constantFrom('complete' as const, 'stopped' as const, 'interrupted' as const),
  attachments: fc.array(attachment, { maxLength: 3 }),
  ...{ isHidden: fc.boolean(), isUnsaved: fc.boolean() },
});
const conversation: fc.Arbitrary<ExportedConversation> = fc.record({
  ...{ id: name, title: fc.option(words, { nil: null }), opening: words, spaceId: name, spaceName: name },
  source: fc.constantFrom('palimpsest' as const, 'chatgpt' as const, 'jsonl' as const),
  ...{ startedAt: time, firstAt: time, lastAt: time, activeLeafId: fc.constant(null), turns: fc.constant(1) },
});

describe('readOwnLine', () => {
  it('takes every turn of our own export exactly as it was', () => {
    fc.assert(
      fc.property(turn, conversation, (said, about) => {
        const line = lineOf(said, about, { isFirst: true, isLast: true });
        expect(line.trimEnd().includes('\n')).toBe(false);
        const item = readOwnLine(JSON.parse(line), 1);
        if (item === null) throw new Error('not read as our own');
        const parsed = { originId: said.conversationId, title: 'x', source: 'jsonl' as const, startedAt: null };
        const planned = planImport(
          [
            {
              ...{ turn: item.turn, turnId: said.id, parentId: null, conversationId: said.conversationId },
              ...{ conversation: { ...parsed, activeLeafKey: null }, spaceId: about.spaceId },
            },
          ],
          { turns: new Map(), conversations: new Map() },
          { zone: 'America/Lima', ownerName: 'Ada', importId: 'i' },
        );
        const [began, kept] = planned.events;
        expect(began?.body).toMatchObject({ title: about.title, source: about.source, spaceId: about.spaceId });
        const { id, saidAt, parentId, conversationId, position, seq, isUnsaved, ...same } = said;
        expect(kept?.body).toEqual({
          ...same,
          ...{ turnId: id, conversationId, parentTurnId: parentId, position, importId: 'i' },
          saidAt: saidAt?.toISOString() ?? null,
          ...(isUnsaved ? { isUnsaved: true } : {}),
        });
      }),
    );
  });

  it('leaves lines of others, and lines with a zone that nobody knows, to the plain reader', () => {
    expect(readOwnLine({ conversation: 'c', text: 'hello' }, 1)).toBeNull();
    expect(readOwnLine(null, 1)).toBeNull();
    expect(
      readOwnLine({ conversation: 'c', id: 't', text: 'x', palimpsest: { v: 1, zone: 'Mars/Here' } }, 1),
    ).toBeNull();
  });
});
