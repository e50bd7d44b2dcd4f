import type { ConversationId, ExportFormat, SpaceId } from '../../../main/contract/index.ts';

export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'space'; readonly spaceId: SpaceId }
  | { readonly kind: 'conversation'; readonly conversationId: ConversationId };

/** What is asked for; days are `YYYY-MM-DD` as the field gives them, empty is no limit. */
export type Wish = {
  readonly format: ExportFormat;
  readonly scope: Scope;
  readonly fromDay: string;
  readonly toDay: string;
};

/** Midnight of a day where its reader lives, `plus` days later; null where it is no day. */
function midnight(day: string, plus: number): Date | null {
  const match = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return null;
  const [, year, month, date] = match.map(Number);
  const made = new Date(2000, 0, 1);
  made.setFullYear(year ?? 0, (month ?? 1) - 1, (date ?? 1) + plus);
  return Number.isNaN(made.getTime()) ? null : made;
}

/** Whether the last day is before the first. */
export const isBackwards = ({ fromDay, toDay }: Pick<Wish, 'fromDay' | 'toDay'>): boolean =>
  fromDay !== '' && toDay !== '' && toDay < fromDay;

/** What the engine is asked; both days are meant whole. */
export function toExportInput({ format, scope, fromDay, toDay }: Wish) {
  const from = midnight(fromDay, 0);
  const end = midnight(toDay, 1);
  return {
    ...{ format, path: null, isOverwriting: false },
    // Said even where it is none: a request that names no space is about the one that is shown.
    spaceId: scope.kind === 'space' ? scope.spaceId : undefined,
    ...(scope.kind === 'conversation' ? { conversationId: scope.conversationId } : {}),
    ...(from === null ? {} : { from: from.toISOString() }),
    ...(end === null ? {} : { to: new Date(end.getTime() - 1).toISOString() }),
  };
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  md: 'md',
  jsonl: 'jsonl',
  json: 'json',
  csv: 'csv',
  chatgpt: 'json',
};
const TYPES: Readonly<Record<ExportFormat, string>> = {
  md: 'text/markdown',
  jsonl: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
  chatgpt: 'application/json',
};

/** The name says what kind of file it is and the day, and no word of what is in it. */
export function exportFile(format: ExportFormat, today: Date): { readonly name: string; readonly type: string } {
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const what = format === 'chatgpt' ? 'conversations' : format === 'csv' ? 'facts' : 'palimpsest';
  return { name: `${what}-${day}.${ENDINGS[format]}`, type: `${TYPES[format]};charset=utf-8` };
}
