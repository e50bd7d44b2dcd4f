import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropOverlaps, mergeTags, TAG_TYPES, type Tag } from '../../../../main/codex/tag/tag.pure.ts';
import { tagTexts } from '../../../../main/codex/tag/tag-texts.ts';
import { AppError } from '../../../../main/contract/errors.ts';

const tag = (from: number, to: number, type: Tag['type'], score = 0.9): Tag => ({ from, to, type, score });

describe('codex/tag/mergeTags', () => {
  it('keeps what a rule found where the head sees a name in the same place', () => {
    const email = tag(5, 20, 'email', 1);
    expect(mergeTags([email], [tag(5, 9, 'person', 1), tag(30, 34, 'person')])).toEqual([email, tag(30, 34, 'person')]);
  });

  it('keeps a sure name that holds a date or a quantity, and neither an unsure one nor one of equal length', () => {
    const date = tag(0, 6, 'date', 0.85);
    const name = tag(0, 19, 'work', 0.8);
    expect(mergeTags([date], [name])).toEqual([name]);
    expect(mergeTags([date], [{ ...name, score: 0.5 }])).toEqual([date]);
    expect(mergeTags([date], [tag(0, 6, 'person', 0.99)])).toEqual([date]);
    expect(mergeTags([tag(4, 8, 'amount')], [name])).toEqual([tag(4, 8, 'amount')]);
  });

  it('gives tags of its inputs, in order, none over another', () => {
    const any = fc
      .record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 20 }), type: fc.constantFrom(...TAG_TYPES) })
      .chain((base) => fc.double({ min: 0, max: 1, noNaN: true }).map((score) => ({ ...base, score })))
      .map(({ from, length, type, score }) => tag(from, from + length, type, score));
    fc.assert(
      fc.property(fc.array(any), fc.array(any), (rules, heads) => {
        const merged = mergeTags(rules, heads);
        merged.forEach((each, index) => {
          expect([...rules, ...heads]).toContainEqual(each);
          expect(each.from).toBeGreaterThanOrEqual(merged[index - 1]?.to ?? 0);
        });
        // Every tag left out is over one that stayed.
        for (const each of dropOverlaps(rules))
          if (each.type !== 'date' && each.type !== 'quantity') expect(merged).toContainEqual(each);
      }),
    );
  });
});

describe('codex/tag/tagTexts', () => {
  const text = 'Mira moved on 3 May 2021.';
  const date = { from: 11, to: 24, type: 'date' };

  it('joins rules and head, text by text', async () => {
    const head = { from: 0, to: 4, type: 'person' as const, score: 0.7 };
    const inference = {
      tag: async ({ texts }: { texts: readonly string[] }) => texts.map((_, i) => (i === 0 ? [head] : [])),
    };
    const { tags, headFailure } = await tagTexts(inference, [text, text, '']);
    expect(tags).toMatchObject([[head, date], [date], []]);
    expect(headFailure).toBeNull();
  });

  it('gives the tags of rules and the reason when the model cannot answer', async () => {
    const error = new AppError('inference.unavailable', 'No embedding model is loaded.');
    const { tags, headFailure } = await tagTexts({ tag: () => Promise.reject(error) }, [text]);
    expect(tags).toMatchObject([[date]]);
    expect(headFailure).toBe(error);
  });

  it('passes on that it was stopped, and what is a bug', async () => {
    const stopped = new AppError('request.aborted', 'Stopped.');
    await expect(tagTexts({ tag: () => Promise.reject(stopped) }, [text])).rejects.toBe(stopped);
    await expect(tagTexts({ tag: () => Promise.reject(new TypeError('bug')) }, [text])).rejects.toThrow('bug');
  });
});
