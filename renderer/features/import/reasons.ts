import { en } from '../../locales/en.ts';
import { formatNumber, type TextKey } from '../../locales/text.ts';

const texts: Readonly<Record<string, string>> = en;
const lookUp = (key: string): string | null => (key in en ? (texts[key as TextKey] ?? null) : null);
const spell = (name: string): string => name.replaceAll('-', ' ');

/** Why something was skipped, and what can be done. A reason this page does not know is spelt out, never hidden. */
export function skipText(reason: string): { readonly why: string; readonly todo: string } {
  return {
    why: lookUp(`skip.${reason}`) ?? spell(reason),
    todo: lookUp(`skip.${reason}.todo`) ?? texts['skip.todo'] ?? '',
  };
}

/** What was kept but not as it stood. */
export function noteText(note: string, n: number): string {
  const template = lookUp(`importNote.${note}`);
  return template === null ? `${spell(note)}: ${formatNumber(n)}` : template.replace('{n}', formatNumber(n));
}
