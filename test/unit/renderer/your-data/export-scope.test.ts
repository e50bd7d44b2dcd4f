import { describe, expect, it } from 'vitest';
import type { ConversationId, SpaceId } from '../../../../main/contract/index.ts';
import { exportFile, isBackwards, toExportInput } from '../../../../renderer/features/your-data/export-scope.pure.ts';

const everything = { format: 'md', scope: { kind: 'everything' }, fromDay: '', toDay: '' } as const;

describe('your-data/export-scope', () => {
  it('asks for everything as text where nothing is chosen, and not only for the space that is shown', () => {
    expect(toExportInput(everything)).toStrictEqual({
      ...{ format: 'md', path: null, isOverwriting: false },
      spaceId: undefined,
    });
  });

  it('means both days whole, where their reader lives', () => {
    const { from, to } = toExportInput({ ...everything, fromDay: '2024-02-28', toDay: '2024-02-29' });
    expect([from, to]).toEqual([
      new Date(2024, 1, 28).toISOString(),
      new Date(new Date(2024, 2, 1).getTime() - 1).toISOString(),
    ]);
  });

  it('asks for one space or one conversation', () => {
    const spaceId = 'work' as SpaceId;
    const conversationId = 'c1' as ConversationId;
    expect([
      toExportInput({ ...everything, scope: { kind: 'space', spaceId } }).spaceId,
      toExportInput({ ...everything, scope: { kind: 'conversation', conversationId } }).conversationId,
    ]).toEqual([spaceId, conversationId]);
  });

  it('leaves out what is no day, and knows days that are the wrong way round', () => {
    expect({
      ...toExportInput({ ...everything, fromDay: 'soon', toDay: '' }),
      backwards: isBackwards({ fromDay: '2024-03-02', toDay: '2024-03-01' }),
      same: isBackwards({ fromDay: '2024-03-02', toDay: '2024-03-02' }),
      open: isBackwards({ fromDay: '2024-03-02', toDay: '' }),
    }).toEqual({ format: 'md', path: null, isOverwriting: false, backwards: true, same: false, open: false });
  });

  it('names files by kind and day only', () => {
    const day = new Date(2026, 2, 5);
    expect((['md', 'jsonl', 'json', 'csv', 'chatgpt'] as const).map((format) => exportFile(format, day).name)).toEqual([
      'palimpsest-2026-03-05.md',
      'palimpsest-2026-03-05.jsonl',
      'palimpsest-2026-03-05.json',
      'facts-2026-03-05.csv',
      'conversations-2026-03-05.json',
    ]);
  });
});
