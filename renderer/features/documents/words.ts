import type { Document, FolderCounts } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { count, formatNumber, type TextKey, t } from '../../locales/text.ts';

/** Pages where there are some, else bytes, else passages. */
export function sizeOf({ pages, sizeBytes, passages }: Document): string {
  const parts = [
    ...(pages === null ? [] : [count(pages, 'pages')]),
    ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]),
  ];
  return parts.length === 0 ? count(passages, 'passages') : parts.join(', ');
}

const PASSED = ['hidden', 'tooLarge', 'otherKinds', 'links', 'unreadableFolders'] as const;
const DONE = ['imported', 'missing', 'removed', 'leftOut'] as const;

/** What the last look into a folder came to, without what did not happen. */
export function sayCounts(counts: FolderCounts): readonly string[] {
  const say = (key: TextKey & `folders.${string}.${string}`, n: number): string =>
    t(key as 'folders.passed.hidden', { n: formatNumber(n) }); // all of them take the number alone
  const passed = PASSED.flatMap((key) => (counts[key] > 0 ? [say(`folders.passed.${key}`, counts[key])] : []));
  return [
    ...DONE.flatMap((key) => (counts[key] > 0 ? [say(`folders.counts.${key}`, counts[key])] : [])),
    ...(passed.length === 0 ? [] : [t('folders.counts.passed', { what: passed.join(', ') })]),
  ];
}
