import type { ForgetCounts, ForgetReceipt, ForgetSelection } from '../../../main/contract/index.ts';
import { formatBytes, formatMoment, formatMs } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import type { Chosen } from './forget-store.ts';

/** A name of any script inside an English line: isolated, so that it turns nothing round. */
const isolate = (name: string): string => `\u2068${name}\u2069`;

const QUOTED: readonly ForgetSelection['kind'][] = ['about', 'conversation', 'document', 'space'];

/** What is about to go, as the heading of the page. */
export function titleOf({ selection, name }: Chosen): string {
  const isQuoted = QUOTED.includes(selection.kind);
  const own = selection.kind === 'time' ? (name ?? '') : isolate(name ?? '');
  const shown = isQuoted ? `“${own}”` : own;
  switch (selection.kind) {
    case 'turns': {
      const n = selection.turnIds.length;
      return n === 1 ? t('forget.title.turn') : t('forget.title.turns', { turns: count(n, 'turns') });
    }
    case 'conversation': {
      const n = selection.conversationIds.length;
      if (n === 1) return t('forget.title.conversation', { name: shown });
      return t('forget.title.conversations', { conversations: count(n, 'conversations') });
    }
    case 'document': {
      const n = selection.documentIds.length;
      if (n === 1) return t('forget.title.document', { name: shown });
      return t('forget.title.documents', { documents: count(n, 'documents') });
    }
    case 'text':
    case 'everything':
      return t(`forget.title.${selection.kind}`);
    default:
      return t(`forget.title.${selection.kind}`, { name: shown });
  }
}

/** What the button does, with its count. */
export function confirmText(selection: ForgetSelection, counts: ForgetCounts): string {
  const { turns, documents } = counts;
  if (selection.kind === 'everything') return t('forget.do.everything', { turns: count(turns, 'turns') });
  if (selection.kind === 'space') return t('forget.do.space', { turns: count(turns, 'turns') });
  if (selection.kind === 'text' && turns <= 1) return t('forget.do.text');
  if (turns > 0) return turns === 1 ? t('forget.do.turn') : t('forget.do.turns', { n: formatNumber(turns) });
  if (documents === 0) return t('forget.do.other');
  return documents === 1 ? t('forget.do.document') : t('forget.do.documents', { n: formatNumber(documents) });
}

const COUNTED = [
  ['turns', 'turns'],
  ['conversations', 'conversations'],
  ['titles', 'titles'],
  ['documents', 'documents'],
  ['chunks', 'passages'],
  ['revisions', 'facts'],
  ['claims', 'readings'],
  ['entities', 'names'],
  ['summaries', 'summaries'],
  ['procedures', 'habits'],
  ['reflections', 'observations'],
  ['slots', 'slots'],
  ['clusters', 'topics'],
  ['corrections', 'choices'],
  ['traces', 'traces'],
  ['embeddings', 'vectors'],
  ['drafts', 'drafts'],
] as const;

/** "14 turns, 6 facts, 1 summary": all that is not 0, the most important first. */
export function listCounts(counts: ForgetCounts): string {
  const parts = COUNTED.flatMap(([kind, name]) => (counts[kind] === 0 ? [] : [count(counts[kind], name)]));
  return parts.length === 0 ? t('receipt.nothing') : parts.join(', ');
}

/** A number stays with its noun. */
export const tied = (text: string): string => text.replaceAll(/(\d) /g, '$1\u00a0');

const KINDS = ['turns', 'text', 'conversation', 'entity', 'about', 'time', 'document', 'space', 'everything'] as const;

/** How it was chosen, as one of the kinds that the page has words for. */
export const kindOf = (kind: string): (typeof KINDS)[number] | 'other' =>
  KINDS.find((each) => each === kind) ?? 'other';

function backupsText(n: number): string {
  if (n === 0) return t('receipt.backups.none');
  return n === 1 ? t('receipt.backups.one') : t('receipt.backups.some', { backups: count(n, 'backups') });
}

export type ReceiptRow = {
  readonly name: string;
  readonly value: string;
  /** Digests: to be compared, not read. */
  readonly isMono?: boolean;
  readonly tone?: 'strong' | 'rubric';
};

/** Of a protected folder: whether the search looked at what is encrypted, or at the ciphertext only. */
function underKeyRows({ openedFiles = 0, shutFiles = 0 }: ForgetReceipt['scan']): readonly ReceiptRow[] {
  const value = [
    ...(openedFiles === 0 ? [] : [t('receipt.underKey.opened', { files: count(openedFiles, 'files') })]),
    ...(shutFiles === 0 ? [] : [t('receipt.underKey.shut', { files: count(shutFiles, 'files') })]),
  ].join('; ');
  return value === '' ? [] : [{ name: t('receipt.underKey'), value }];
}

/** What a receipt says, line by line; none of it is a word of what was forgotten. */
export function receiptRows(receipt: ForgetReceipt): readonly ReceiptRow[] {
  const { scan } = receipt;
  const pieces = (n: number): string => count(n, 'pieces');
  return [
    { name: t('receipt.removed'), value: listCounts(receipt.counts) },
    {
      name: t('receipt.searched'),
      value: t('receipt.searched.what', {
        ...{ files: count(scan.files, 'files'), bytes: formatBytes(scan.bytes), pieces: pieces(scan.needles) },
      }),
    },
    ...underKeyRows(scan),
    scan.found === 0
      ? { name: t('receipt.found'), value: t('receipt.found.none'), tone: 'strong' }
      : {
          ...{ name: t('receipt.found'), tone: 'rubric' as const },
          value: t('receipt.found.some', { places: count(scan.found, 'places') }),
        },
    ...(scan.saidElsewhere === 0
      ? []
      : [
          {
            name: t('receipt.elsewhere'),
            value: t('receipt.elsewhere.what', { pieces: pieces(scan.saidElsewhere) }),
          },
        ]),
    {
      name: t('receipt.history'),
      value: t('receipt.history.what', {
        ...{ records: count(receipt.erasedRecords, 'records'), seq: formatNumber(receipt.seq) },
      }),
    },
    { name: t('receipt.marks'), value: t('receipt.marks.what', { marks: count(receipt.tombstones, 'marks') }) },
    { name: t('receipt.backups'), value: backupsText(receipt.backups) },
    { name: t('receipt.took'), value: formatMs(receipt.ms) },
    { name: t('receipt.proof'), value: receipt.hash, isMono: true },
    { name: t('receipt.id'), value: receipt.id, isMono: true },
  ];
}

/** The receipt as text, to be kept or shown to somebody. */
export function receiptText(receipt: ForgetReceipt): string {
  const lines = [
    `Palimpsest · ${t('receipt.title')} · ${t('receipt.number', { seq: formatNumber(receipt.seq) })}`,
    `${t('receipt.when')}: ${formatMoment(receipt.at)} (${receipt.at})`,
    '',
    t(`receipt.asked.${kindOf(receipt.kind)}`),
    t('receipt.noWord'),
    '',
    ...receiptRows(receipt).map(({ name, value }) => `${name}: ${value}`),
    '',
    t('receipt.reach'),
  ];
  return `${lines.join('\n')}\n`;
}
