import { assembleConversation, type ExportedNode, type Said } from './assemble-conversation.ts';
import { type Left, newLeft, roleNamed, toSaid } from './content-blocks.ts';
import { fieldsOf, type ParsedElement, storedTitle, textOf } from './conversation-parts.ts';
import { CsvRows } from './csv-rows.pure.ts';
import { instantMs } from './instant.pure.ts';
import type { PartReader } from './part-reader.ts';
import { parseShownTime } from './shown-time.pure.ts';

/** Columns of the activity export, and other names that they have had. */
const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...(['conversation', 'conversation id', 'conversationid', 'thread'] as const).map(
    (name) => [name, 'conversation'] as const,
  ),
  ...(['time', 'timestamp', 'date', 'created at'] as const).map((name) => [name, 'time'] as const),
  ...(['author', 'sender', 'role'] as const).map((name) => [name, 'author'] as const),
  ...(['message', 'content', 'text'] as const).map((name) => [name, 'message'] as const),
]);
type Column = 'conversation' | 'time' | 'author' | 'message';
type Row = Readonly<Partial<Record<Column, string>>>;

const MAX_ROW_CHARS = 8_000_000;

export type CsvHead = { readonly separator: string; readonly columns: readonly (Column | null)[] };

/** What the first line of a CSV file says, or null where it is no activity export: author and message must be there. */
export function readCsvHead(line: string): CsvHead | null {
  const separator = [',', ';', '\t'].find((one) => line.includes(one));
  if (separator === undefined || line.length > 1_000) return null;
  const [row] = new CsvRows(separator, 2_000).write(`${line}\n`);
  if (row === undefined || row === 'too-long') return null;
  const columns = row.map((name) => COLUMNS.get(name.trim().toLowerCase()) ?? null);
  const has = (column: Column) => columns.filter((one) => one === column).length === 1;
  return has('author') && has('message') && has('conversation') && has('time') ? { separator, columns } : null;
}

/** Reads the activity export as CSV. Rows of one conversation stand together. */
export function copilotCsvReader(): PartReader<string> {
  const grouper = new RowGrouper();
  let head: CsvHead | null = null;
  let rows: CsvRows | null = null;
  let firstLine = '';
  const take = (cut: readonly (readonly string[] | 'too-long')[]) =>
    cut.flatMap((row) => [...grouper.add(toRow(row, head))]);
  return {
    read: (text) => {
      let rest = text;
      if (rows === null) {
        firstLine += text;
        const end = firstLine.indexOf('\n');
        if (end < 0 && firstLine.length < 10_000) return [];
        head = readCsvHead(firstLine.slice(0, Math.max(0, end)).trim());
        rows = new CsvRows(head?.separator ?? ',', MAX_ROW_CHARS);
        rest = firstLine.slice(end + 1);
      }
      return take(rows.write(rest));
    },
    end: () => [...take(rows?.end() ?? []), ...grouper.end()],
  };
}

/** The same rows as JSON objects, whose members are named like the columns. */
export function copilotReader(): PartReader<unknown> {
  const grouper = new RowGrouper();
  return {
    read: (element) => {
      const fields = fieldsOf(element);
      if (fields === null) return grouper.add('wrong-type');
      const named = Object.entries(fields).flatMap(([name, value]) => {
        const column = COLUMNS.get(name.toLowerCase());
        return column !== undefined && typeof value === 'string' ? [[column, value] as const] : [];
      });
      return grouper.add(Object.fromEntries(named));
    },
    end: () => grouper.end(),
  };
}

function toRow(row: readonly string[] | 'too-long', head: CsvHead | null): Row | 'too-large' | 'wrong-type' {
  if (row === 'too-long') return 'too-large';
  if (head === null || row.length !== head.columns.length) return 'wrong-type';
  return Object.fromEntries(row.flatMap((value, index) => (head.columns[index] ? [[head.columns[index], value]] : [])));
}

class RowGrouper {
  #title: string | null = null;
  #held: Said[] = [];
  #left: Left = newLeft();

  add(row: Row | 'too-large' | 'wrong-type'): readonly ParsedElement[] {
    if (typeof row === 'string') {
      this.#left.skipped.add(row);
      return [];
    }
    const title = storedTitle(row.conversation);
    const done = this.#held.length > 0 && title !== this.#title ? [this.#take()] : [];
    this.#title = title;
    const role = /copilot/i.test(row.author ?? '') ? 'assistant' : roleNamed(row.author);
    const speaker = role === 'assistant' ? 'Copilot' : role === 'user' ? 'user' : textOf(row.author);
    const blocks = { text: row.message ?? '', attachments: [] };
    const said = toSaid({ role, speaker, blocks, time: parseShownTime(row.time ?? '') }, this.#left);
    if (said !== null) this.#held.push(said);
    return done;
  }

  end(): readonly ParsedElement[] {
    return this.#held.length > 0 || this.#left.skipped.counts.size > 0 ? [this.#take()] : [];
  }

  #take(): ParsedElement {
    const [held, left, title] = [this.#held, this.#left, this.#title];
    this.#held = [];
    this.#left = newLeft();
    const nodes: ExportedNode[] = [];
    for (const said of inOrder(held)) {
      const parentId = nodes.at(-1)?.nodeId ?? null;
      nodes.push({ nodeId: `#${nodes.length}`, parentId, childIds: [], originId: null, said });
    }
    const started = { at: nodes[0]?.said?.time.at ?? null, localTime: null, isBad: false };
    return assembleConversation({ source: 'copilot', originId: null, title, started, activeNodeId: null, nodes }, left);
  }
}

/** The list may run backwards as a whole; there are no links, and single times are not trusted. */
function inOrder(said: readonly Said[]): readonly Said[] {
  const times = said.flatMap(({ time }) => instantMs(time) ?? []);
  return (times[0] ?? 0) > (times.at(-1) ?? 0) ? said.toReversed() : said;
}
