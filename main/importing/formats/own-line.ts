import { OwnLine } from '../../export/own-line.pure.ts';
import { toStoredText } from '../../lib/text.ts';
import { isKnownZone } from '../../lib/zone.ts';
import type { ImportItem } from '../import-item.ts';

type TurnItem = Extract<ImportItem, { kind: 'turn' }>;

const stored = (text: string): string => toStoredText(text).text;
const storedOrNull = (text: string | null): string | null => (text === null ? null : stored(text));

/** A line of our own export, read exactly as it was; null for every other line. */
export function readOwnLine(value: unknown, lineNumber: number): TurnItem | null {
  if (typeof value !== 'object' || value === null || !('palimpsest' in value)) return null;
  const parsed = OwnLine.safeParse(value);
  // A zone that this computer does not know could not be shown: the line is read like any other.
  if (!parsed.success || !isKnownZone(parsed.data.palimpsest.zone)) return null;
  const { palimpsest: own, ...line } = parsed.data;
  const text = toStoredText(line.text);
  return {
    kind: 'turn',
    source: 'jsonl',
    conversationOriginId: stored(line.conversation),
    line: lineNumber,
    turn: {
      originId: stored(line.id),
      parentOriginId: storedOrNull(line.parent),
      key: stored(line.id),
      role: line.role,
      speaker: stored(line.speaker),
      text: text.text,
      at: line.at,
      localTime: null,
      session: storedOrNull(line.session),
      space: stored(line.space),
      attachments: (line.attachments ?? []).map(({ kind, name, caption, text }) => ({
        kind,
        name: storedOrNull(name),
        caption: storedOrNull(caption),
        text: storedOrNull(text),
      })),
      isOnActivePath: true,
      isHidden: line.role === 'system' || own.isHidden === true,
      nulCount: text.nulCount,
      own,
    },
  };
}
