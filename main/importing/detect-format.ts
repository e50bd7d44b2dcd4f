import { stat } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';
import { type ByteSource, fileSource, readHead, unreadable } from './byte-source.ts';
import type { ExportFormat } from './import-item.ts';
import type { JsonLayout } from './json-elements.ts';
import { JsonProbe } from './json-probe.ts';

/** What a file, or one entry of an archive, turned out to hold. */
export type Recognised =
  | { readonly holds: 'jsonl' }
  | {
      readonly holds: 'chatgpt' | 'claude' | 'claude-projects' | 'claude-memories';
      readonly layout: JsonLayout;
    };

/** Opens the file far enough to know whether it is an archive, and refuses what is no readable file. */
export async function openSource(path: string): Promise<{ source: ByteSource; container: 'file' | 'zip' }> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new AppError('import.unreadable', 'This is not a file. Choose the exported file itself.');
    if (info.size === 0) throw new AppError('import.unreadable', 'The file is empty. Download the export again.');
    const source = fileSource(path, info.size);
    const head = await readHead(source, 4);
    return { source, container: isZip(head) ? 'zip' : 'file' };
  } catch (error) {
    throw unreadable(error);
  }
}

/** `PK`, then a file header, or the end record of an empty archive. */
function isZip(head: Buffer): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05);
}

/** Tells what a source holds from its content alone; three vendors call their file `conversations.json`. */
export async function recognise(source: ByteSource, probeBytes: number): Promise<Recognised | null> {
  const probe = new JsonProbe();
  const lines = new LineProbe();
  let readBytes = 0;
  for await (const chunk of await source.open()) {
    const bytes = readBytes === 0 ? withoutMark(chunk) : chunk;
    probe.write(bytes);
    lines.write(bytes);
    readBytes += chunk.byteLength;
    const found = judgeAll(probe, lines, false);
    if (found !== null) return found;
    if (readBytes >= probeBytes) return null;
  }
  return judgeAll(probe, lines, true);
}

/** The layout to try when the user names the format of a file that recognition cannot tell. */
export async function guessLayout(source: ByteSource): Promise<JsonLayout> {
  const probe = new JsonProbe();
  probe.write(withoutMark(await readHead(source, 4096)));
  if (probe.first === 0x5b) return { kind: 'array' };
  return probe.paths.has('.conversations') ? { kind: 'member', name: 'conversations' } : { kind: 'document' };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const LAYOUTS: readonly (readonly [prefix: string, layout: JsonLayout])[] = [
  ['[]', { kind: 'array' }],
  ['.conversations[]', { kind: 'member', name: 'conversations' }],
  ['', { kind: 'document' }],
];

function judgeAll(probe: JsonProbe, lines: LineProbe, isComplete: boolean): Recognised | null {
  // An array that is written with one element a line is an array, not lines.
  return (probe.first === 0x5b ? null : lines.judge()) ?? judge(probe, isComplete);
}

function judge(probe: JsonProbe, isComplete: boolean): Recognised | null {
  for (const [prefix, layout] of LAYOUTS) {
    const has = (name: string) => probe.paths.has(`${prefix}.${name}`);
    if (has('mapping')) return { holds: 'chatgpt', layout };
    if (has('chat_messages')) return { holds: 'claude', layout };
    // Some Claude files say `messages`. Others say that too, but no other has a `uuid` and a `name` beside it.
    if (has('messages') && has('uuid') && has('name')) return { holds: 'claude', layout };
    if (has('docs') && has('prompt_template')) return { holds: 'claude-projects', layout };
    if (has('conversations_memory') || has('project_memories')) return { holds: 'claude-memories', layout };
    // A project without documents has no `docs` in some exports: decided only when nothing better follows.
    if (isComplete && has('prompt_template') && has('uuid')) return { holds: 'claude-projects', layout };
  }
  return null;
}

const PROBED_LINES = 100;

/** Looks for one turn a line. Each line is probed alone, so that a broken one does not hide the next. */
class LineProbe {
  #probe = new JsonProbe();
  #lines = 0;
  #found: Recognised | null = null;

  write(chunk: Uint8Array): void {
    let from = 0;
    while (this.#found === null && this.#lines < PROBED_LINES && from < chunk.byteLength) {
      const end = chunk.indexOf(0x0a, from);
      this.#probe.write(chunk.subarray(from, end < 0 ? chunk.byteLength : end));
      if (isTurn(this.#probe)) this.#found = { holds: 'jsonl' };
      if (end < 0) return;
      this.#probe = new JsonProbe();
      this.#lines += 1;
      from = end + 1;
    }
  }

  judge(): Recognised | null {
    return this.#found;
  }
}

function isTurn(probe: JsonProbe): boolean {
  const has = (name: string) => probe.paths.has(`.${name}`);
  return (
    probe.first === 0x7b &&
    has('conversation') &&
    (has('text') || has('caption') || has('attachments') || has('speaker'))
  );
}

export function formatOf(recognised: Recognised): ExportFormat {
  return recognised.holds === 'jsonl' || recognised.holds === 'chatgpt' ? recognised.holds : 'claude';
}
