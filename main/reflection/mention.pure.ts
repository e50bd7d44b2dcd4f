import { sentenceAt } from './conclusion.pure.ts';

/** The sentence of a text that says a word of the topic's name, whatever its ending; null where none does. */
export function mentionOf(text: string, label: string): { readonly text: string; readonly from: number } | null {
  const words = label.match(/[\p{L}\p{M}]{4,}/gu) ?? [];
  for (const word of words) {
    const stem = word.replace(/(?:ies|es|s|ing|ed)$/u, '');
    const pattern = new RegExp(String.raw`(?<![\p{L}])${stem}`, 'iu');
    const at = pattern.exec(text)?.index;
    if (at !== undefined) return sentenceAt(text, at);
  }
  return null;
}
