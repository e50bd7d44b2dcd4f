import type { Ctx } from '../ctx.ts';
import { listSentences } from '../stores/summaries.ts';
import { type FragmentItem, listItems } from './items.ts';
import type { Fragment } from './select.ts';

export type OpenedSummaries = {
  readonly fragments: readonly Fragment[];
  /** Turns that came by a summary, with which. */
  readonly summaryOf: ReadonlyMap<string, string>;
};

/**
 * Summaries as the words that they were told in, each of its own turn: an answer quotes and cites what somebody said, never
 * what was made of it. A turn that is there in its own words already says it once.
 */
export async function openSummaries(ctx: Ctx, fragments: readonly Fragment[]): Promise<OpenedSummaries> {
  const summaries = fragments.filter(({ item }) => item.kind === 'summary');
  if (summaries.length === 0) return { fragments, summaryOf: new Map() };
  const sentences = await listSentences(
    ctx.db.read,
    summaries.map(({ id }) => id),
  );
  const { columns } = ctx.memory;
  const docs = [...new Set([...sentences.values()].flat().map(({ turnId }) => columns.find(turnId)))];
  const items = await listItems(
    ctx.db.read,
    columns,
    docs.filter((doc) => doc >= 0),
  );
  const seen = new Set(fragments.map(({ id }) => id));
  const summaryOf = new Map<string, string>();
  const opened = fragments.flatMap((fragment) => {
    if (fragment.item.kind !== 'summary' || (sentences.get(fragment.id) ?? []).length === 0) return [fragment];
    const quotes = toQuotes(fragment, sentences.get(fragment.id) ?? [], (id) => items.get(columns.find(id)));
    const fresh = quotes.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) {
      seen.add(id);
      summaryOf.set(id, fragment.id);
    }
    return fresh;
  });
  return { fragments: opened, summaryOf };
}

type Said = { readonly text: string; readonly turnId: string };

/** One fragment a turn, with what the summary took from it. */
function toQuotes(
  summary: Fragment,
  sentences: readonly Said[],
  findItem: (turnId: string) => FragmentItem | undefined,
): readonly Fragment[] {
  const byTurn = new Map<string, Fragment>();
  for (const { text, turnId } of sentences) {
    const item = findItem(turnId);
    if (item === undefined) continue;
    const said = withoutLead(text, item.speaker);
    const before = byTurn.get(turnId);
    byTurn.set(turnId, {
      ...summary,
      ...{ id: turnId, item, context: [] },
      text: before === undefined ? said : `${before.text} … ${said}`,
    });
  }
  return [...byTurn.values()];
}

/** "3 May 2026, Ana: " and "Ana: " say who and when, as a memory does by itself; a told sentence has none. */
function withoutLead(text: string, speaker: string): string {
  const lead = text.indexOf(`${speaker}: `);
  return lead < 0 || lead > DAY_CHARS ? text : text.slice(lead + speaker.length + 2);
}

const DAY_CHARS = '30 September 2026, '.length;
