import { type ParsedInstant, parseInstant } from './instant.pure.ts';
import { parseShownTime } from './shown-time.pure.ts';
import { type Label, labelOf, timeLineOf } from './transcript-label.pure.ts';

export type TranscriptTurn = Pick<Label, 'role' | 'speaker' | 'time'> & { readonly text: string };
export type Transcript = {
  readonly title: string | null;
  readonly started: ParsedInstant;
  readonly turns: readonly TranscriptTurn[];
};

const MAX_PREAMBLE = 14;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/;
/** What may stand before the first turn: a title, a rule, a quotation, a link, a note in italics, a field with its value. */
const PREAMBLE =
  /^\s*(?:#{1,6}\s.*|>.*|\[.*|https?:\S+|<.*>|[*_][^*_].*[*_]|[*_-]{0,3}\s*[\p{L}][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+){0,2}[*_]{0,3}:\s*[*_]{0,3}\s*\S.*)$/u;

/**
 * Reads a text as a chat that was written down, or null where it is something else: labels of one style that begin
 * after a title at most, with both sides speaking. Prose that quotes a chat is no transcript.
 */
export function splitTranscript(text: string): Transcript | null {
  const lines = text.split(/\r?\n/);
  const isCode = markCode(lines);
  const first = lines.findIndex((line, index) => !isCode[index] && labelOf(line) !== null);
  if (first < 0) return null;
  const style = labelOf(lines[first] ?? '')?.style;
  const preamble = readPreamble(lines.slice(0, first));
  if (preamble === null) return null;

  const turns: TranscriptTurn[] = [];
  let open: { readonly label: Label; readonly from: number } | null = null;
  const close = (to: number) => {
    if (open !== null) turns.push(toTurn(open.label, lines.slice(open.from + 1, to)));
  };
  for (let index = first; index < lines.length; index += 1) {
    const label = isCode[index] ? null : labelOf(lines[index] ?? '');
    if (label === null || label.style !== style) continue;
    close(index);
    open = { label, from: index };
  }
  close(lines.length);
  const has = (role: Label['role']) => turns.some((turn) => turn.role === role);
  return has('user') && has('assistant') ? { ...preamble, turns } : null;
}

/** Lines between fences. A fence that nothing closes is only a line: it must not swallow the answer to it. */
function markCode(lines: readonly string[]): readonly boolean[] {
  const marks = lines.map(() => false);
  let openAt: number | null = null;
  let mark = '';
  for (const [index, line] of lines.entries()) {
    const fence = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (openAt === null) [openAt, mark] = [index, fence];
    else if (fence.startsWith(mark)) {
      marks.fill(true, openAt, index + 1);
      openAt = null;
    }
  }
  return marks;
}

function readPreamble(lines: readonly string[]): Pick<Transcript, 'title' | 'started'> | null {
  const said = lines.filter((line) => line.trim() !== '' && !RULE.test(line));
  if (said.length > MAX_PREAMBLE || said.some((line) => !PREAMBLE.test(line.slice(0, 500)))) return null;
  let title: string | null = null;
  let started = parseInstant(null);
  for (const line of said) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    const [, name = '', value = ''] = /^[\s*_-]*([\p{L} _]{1,40}?)[*_]*:[\s*_]*(.*)$/u.exec(line) ?? [];
    if (heading !== undefined) title ??= heading.trim();
    else if (/^title$/i.test(name)) title ??= value.replace(/^["']|["']$/g, '').trim();
    else if (/^(?:created|created at|date|started)$/i.test(name)) started = { ...parseShownTime(value), isBad: false };
  }
  return { title, started };
}

function toTurn({ role, speaker, time, rest }: Label, lines: readonly string[]): TranscriptTurn {
  const isBlank = (line: string | undefined) => (line ?? '').trim() === '';
  const said = isBlank(rest) ? lines : [rest, ...lines];
  let from = said.findIndex((line) => !isBlank(line));
  if (from < 0) return { role, speaker, time, text: '' };
  const under = isBlank(rest) ? timeLineOf(said[from] ?? '') : null;
  if (under !== null) from += 1;
  while (from < said.length && isBlank(said[from])) from += 1;
  let to = said.length;
  while (to > from && (isBlank(said[to - 1]) || RULE.test(said[to - 1] ?? ''))) to -= 1;
  return { role, speaker, time: under ?? time, text: said.slice(from, to).join('\n') };
}
