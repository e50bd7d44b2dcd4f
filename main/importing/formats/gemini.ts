import { fieldsOf, listOf, textOf } from './conversation-parts.ts';
import { ActivityGrouper } from './gemini-activity.ts';
import { wordsOfHtml } from './html-words.ts';
import { parseInstant } from './instant.pure.ts';
import type { PartReader } from './part-reader.ts';

/** Of all products in an activity list, only this one is a chat; it was called Bard before. */
export const isGeminiProduct = (name: string): boolean => /\b(?:gemini|bard)\b/i.test(name);

/** Reads the records of `MyActivity.json`. Of each, only prompt, answer and time are taken. */
export function geminiReader(): PartReader<unknown> {
  const grouper = new ActivityGrouper();
  return {
    read: (element) => {
      const record = fieldsOf(element);
      const title = textOf(record?.title);
      if (record === null || title === null) {
        grouper.skip('wrong-type');
        return [];
      }
      if (!isGeminiRecord(record.header, record.products)) {
        grouper.skip('not-conversation');
        return [];
      }
      return grouper.add({ title, answer: readAnswer(record.safeHtmlItem), time: parseInstant(record.time) });
    },
    end: () => grouper.end(),
  };
}

function isGeminiRecord(header: unknown, products: unknown): boolean {
  const names = [header, ...listOf(products)].filter((name) => typeof name === 'string');
  return names.some(isGeminiProduct);
}

function readAnswer(items: unknown): string | null {
  const texts = listOf(items).flatMap((raw) => {
    const html = textOf(fieldsOf(raw)?.html);
    return html === null ? [] : [wordsOfHtml(html)];
  });
  return textOf(texts.join('\n\n'));
}
