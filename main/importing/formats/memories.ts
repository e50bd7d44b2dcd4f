import { toStoredText } from '../../lib/text.ts';
import { deriveTurnKey } from '../derive-key.ts';
import type { ParsedTurn } from '../import-item.ts';
import { type Left, newLeft } from './content-blocks.ts';
import { type Fields, fieldsOf, idOf, type ParsedElement, textOf } from './conversation-parts.ts';
import { parseInstant } from './instant.pure.ts';
import type { PartReader } from './part-reader.ts';

const BATCH = 500;

/** Programs that are known by the fields that only they write. */
const MAKERS: readonly (readonly [name: string, isMaker: (memory: Fields) => boolean])[] = [
  ['Mem0', (memory) => 'memory' in memory && ('hash' in memory || 'user_id' in memory || 'categories' in memory)],
];

/**
 * Reads a list of memories that another program kept. They are that program's words about the user, so they are said
 * by `other` in a conversation of their own, and never count as what the user said.
 */
export function memoriesReader(): PartReader<unknown> {
  let held: ParsedTurn[] = [];
  let left = newLeft();
  let maker: string | null = null;
  let lastKey: string | null = null;
  const taken = new Set<string>();

  const take = (): readonly ParsedElement[] => {
    if (held.length === 0 && left.skipped.counts.size === 0) return [];
    const from = maker ?? 'another program';
    const element = toElement(held, { from, left });
    held = [];
    left = newLeft();
    return [element];
  };
  return {
    read: (raw) => {
      const memory = typeof raw === 'string' ? { memory: raw } : fieldsOf(raw);
      // The name is settled by the first entry: it is in the conversation's id.
      if (memory !== null && maker === null)
        maker = MAKERS.find(([, isMaker]) => isMaker(memory))?.[0] ?? 'another program';
      const turn = memory === null ? null : toTurn(memory, { speaker: maker ?? '', lastKey, left });
      if (memory === null) left.skipped.add('wrong-type');
      if (turn !== null && taken.has(turn.key)) left.skipped.add('duplicate-entry');
      else if (turn !== null) {
        taken.add(turn.key);
        lastKey = turn.key;
        held.push(turn);
      }
      return held.length >= BATCH ? take() : [];
    },
    end: take,
  };
}

type About = { readonly speaker: string; readonly lastKey: string | null; readonly left: Left };

function toTurn(memory: Fields, { speaker, lastKey, left }: About): ParsedTurn | null {
  const words = textOf(memory.memory) ?? textOf(memory.text) ?? textOf(memory.content);
  if (words === null) {
    left.skipped.add('missing-text');
    return null;
  }
  const time = parseInstant(memory.created_at ?? memory.createdAt ?? memory.timestamp ?? memory.date);
  if (time.isBad) left.notes.add('bad-date');
  const stored = toStoredText(words);
  const originId = idOf(memory.id) ?? idOf(memory.memory_id);
  const at = time.at ?? time.localTime;
  const key = originId ?? deriveTurnKey({ conversation: 'memories', order: 0, speaker, time: at, text: stored.text });
  return {
    ...{ originId, key, parentOriginId: lastKey, role: 'other', speaker, text: stored.text },
    ...{ at: time.at, localTime: time.localTime, session: null, space: null, attachments: [] },
    ...{ isOnActivePath: true, isHidden: false, nulCount: stored.nulCount },
  };
}

function toElement(
  turns: readonly ParsedTurn[],
  { from, left }: { readonly from: string; readonly left: Left },
): ParsedElement {
  const last = turns.at(-1);
  return {
    conversation:
      last === undefined
        ? null
        : {
            originId: `memories-${from.toLowerCase().replaceAll(' ', '-')}`,
            title: `Memories from ${from}`,
            source: 'memories',
            startedAt: null,
            activeLeafKey: last.key,
          },
    turns,
    skipped: left.skipped.counts,
    notes: left.notes.counts,
  };
}
