import { stat } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';
import { type ByteSource, fileSource, readHead, unreadable } from './byte-source.ts';
import type { ExportFormat } from './import-item.ts';
import type { JsonLayout } from './json-elements.ts';
import { JsonProbe } from './json-probe.ts';
import { type JsonHolds, judgeMembers } from './judge-members.pure.ts';
import { type TextHolds, TextProbe } from './text-probe.ts';

/** What a file, or one entry of an archive, turned out to hold. */
export type Recognised =
  | { readonly holds: 'jsonl' | 'jan-lines' | TextHolds }
  | { readonly holds: JsonHolds; readonly layout: JsonLayout };

export type Container = 'file' | 'zip' | 'folder';

/** Opens the file far enough to know whether it is an archive, and refuses what is no readable file. */
export async function openSource(path: string): Promise<{ source: ByteSource; container: Container }> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) return { source: fileSource(path, 0), container: 'folder' };
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
  const probes: Probes = { json: new JsonProbe(), lines: new LineProbe(), text: new TextProbe() };
  let readBytes = 0;
  for await (const chunk of await source.open()) {
    const bytes = readBytes === 0 ? withoutMark(chunk) : chunk;
    probes.json.write(bytes);
    probes.lines.write(bytes);
    probes.text.write(bytes);
    readBytes += chunk.byteLength;
    const found = judgeAll(probes, false);
    if (found !== null) return found;
    // What rests on missing names is settled by as much as was looked at.
    if (readBytes >= probeBytes) break;
  }
  return judgeAll(probes, true);
}

/** What to read a file as when the user names the format of one that recognition cannot tell. */
export async function guessContent(source: ByteSource, wanted: ExportFormat): Promise<Recognised> {
  if (wanted === 'jsonl' || wanted === 'transcript') return { holds: wanted };
  const probe = new JsonProbe();
  probe.write(withoutMark(await readHead(source, 4096)));
  const isJson = probe.first === OPEN_ARRAY || probe.first === OPEN_OBJECT;
  if (!isJson && wanted === 'gemini') return { holds: 'gemini-html' };
  if (!isJson && wanted === 'copilot') return { holds: 'copilot-csv' };
  if (wanted === 'jan')
    return probe.first === OPEN_ARRAY ? { holds: 'jan-messages', layout: { kind: 'array' } } : { holds: 'jan-lines' };
  return { holds: wanted, layout: guessLayout(probe) };
}

function guessLayout(probe: JsonProbe): JsonLayout {
  if (probe.first === OPEN_ARRAY) return { kind: 'array' };
  const name = ['conversations', 'memories', 'results'].find((member) => probe.paths.has(`.${member}`));
  return name === undefined ? { kind: 'document' } : { kind: 'member', name };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

type Probes = { readonly json: JsonProbe; readonly lines: LineProbe; readonly text: TextProbe };

function judgeAll({ json, lines, text }: Probes, isComplete: boolean): Recognised | null {
  // An array that is written with one element a line is an array, not lines.
  const found = (json.first === OPEN_ARRAY ? null : lines.judge()) ?? judgeMembers(json.paths, isComplete);
  if (found !== null) return found;
  const holds = text.judge(isComplete);
  return holds === null ? null : { holds };
}

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
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
      else if (isJanMessage(this.#probe)) this.#found = { holds: 'jan-lines' };
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

/** A message of Jan names its thread; one in an array or document is judged with its members. */
function isJanMessage(probe: JsonProbe): boolean {
  return probe.first === OPEN_OBJECT && ['thread_id', 'role', 'content'].every((name) => probe.paths.has(`.${name}`));
}

const FORMATS: Readonly<Record<Recognised['holds'], ExportFormat>> = {
  ...{ jsonl: 'jsonl', chatgpt: 'chatgpt', gemini: 'gemini', aistudio: 'aistudio', grok: 'grok', copilot: 'copilot' },
  ...{ openwebui: 'openwebui', lmstudio: 'lmstudio', librechat: 'librechat', memories: 'memories' },
  ...{ claude: 'claude', 'claude-projects': 'claude', 'claude-memories': 'claude', transcript: 'transcript' },
  ...{ 'jan-thread': 'jan', 'jan-messages': 'jan', 'jan-lines': 'jan' },
  ...{ 'gemini-html': 'gemini', 'copilot-csv': 'copilot' },
};

export const formatOf = (recognised: Recognised): ExportFormat => FORMATS[recognised.holds];
