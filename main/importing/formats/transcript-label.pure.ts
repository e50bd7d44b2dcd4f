import { type ParsedInstant, parseInstant } from './instant.pure.ts';
import { parseShownTime } from './shown-time.pure.ts';

/** A line that says who speaks from here on. */
export type Label = {
  /** How it is set off. One transcript has one style, so that what an answer quotes is not taken for a turn. */
  readonly style: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly speaker: string;
  readonly time: ParsedInstant;
  /** Words of the turn on the same line. */
  readonly rest: string;
};

const USERS = new Set(['user', 'human', 'you', 'me', 'prompt', 'user prompt']);
const ASSISTANTS = new Set([
  ...['assistant', 'ai', 'ai assistant', 'bot', 'model', 'response', 'chatgpt', 'gpt', 'claude', 'gemini', 'copilot'],
  ...['grok', 'llama', 'mistral', 'deepseek', 'qwen', 'perplexity', 'microsoft copilot'],
]);
const SYSTEMS = new Set(['system', 'system prompt', 'tool', 'developer', 'function', 'thinking', 'reasoning']);

const HEADING = /^(#{1,6})\s+(.{1,120}?)\s*#*$/;
const BOLD = /^(\*\*|__)([^*_]{1,100})\1\s*(:?)\s*(.*)$/;
const PLAIN = /^(?:\[([^\]]{4,40})\]\s*)?([^:[\]()]{1,40}?)(?:\s*[([]([^)\]]{1,60})[)\]])?\s*:(?:\s+(.*))?$/;
const MAX_PREFIX = 400;

/** Reads a line as a label, or null where it is none. */
export function labelOf(line: string): Label | null {
  const head = line.slice(0, MAX_PREFIX).trimEnd();
  const tail = line.slice(MAX_PREFIX);
  const heading = tail === '' ? HEADING.exec(head) : null;
  if (heading !== null) return toLabel(`h${heading[1]?.length}`, { name: heading[2] ?? '', rest: '' });
  const bold = BOLD.exec(head);
  if (bold !== null) {
    const [, , name = '', colon = '', rest = ''] = bold;
    const isSetOff = colon === ':' || name.trimEnd().endsWith(':') || rest + tail === '';
    return isSetOff ? toLabel('bold', { name, rest: rest + tail }) : null;
  }
  const plain = PLAIN.exec(head);
  if (plain === null) return null;
  const [, before, name = '', after, rest = ''] = plain;
  return toLabel('plain', { name, aside: before ?? after, rest: rest + tail });
}

function toLabel(
  style: string,
  found: { readonly name: string; readonly aside?: string | undefined; readonly rest: string },
): Label | null {
  const inner = /^(.*?)\s*[([]([^)\]]{1,60})[)\]]\s*:?\s*$/.exec(found.name);
  const name = inner?.[1] ?? found.name;
  const aside = found.aside ?? inner?.[2];
  const words = name
    .replace(/[^\p{L}\p{N} .-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ said$/i, '');
  const role = roleOfName(words.toLowerCase(), style);
  if (role === null) return null;
  const time = aside === undefined ? null : parseShownTime(aside);
  const isTime = time !== null && (time.at !== null || time.localTime !== null);
  return {
    style,
    role,
    speaker: role === 'user' ? 'user' : words,
    time: isTime ? time : parseInstant(null),
    rest: found.rest,
  };
}

function roleOfName(name: string, style: string): Label['role'] | null {
  if (USERS.has(name)) return 'user';
  if (ASSISTANTS.has(name) || /^gpt-?[\d.]+[a-z]?(?:[ -](?:mini|turbo|pro))?$/.test(name)) return 'assistant';
  if (SYSTEMS.has(name)) return 'system';
  // `Claude 3.5 Sonnet` as a heading; `Claude Monet` is somebody else.
  const [first = '', ...others] = name.split(' ');
  return style !== 'plain' && ASSISTANTS.has(first) && /\d/.test(others[0] ?? '') ? 'assistant' : null;
}

const SHOWN_AMERICAN = /^\d{1,2}\/\d{1,2}\/\d{4},? \d{1,2}:\d{2}/;

/** The time that a whole line says, as some exporters put it under the label. Null where the line says something else. */
export function timeLineOf(line: string): ParsedInstant | null {
  if (line.length > 200) return null;
  const shown = line
    .trim()
    .replace(/^[*_(<]+|[*_)>]+$/g, '')
    .trim();
  if (shown.length < 10 || shown.length > 60 || !/^[\dA-Z]/.test(shown)) return null;
  // Which number is the month depends on who exported it: a time, but none that can be read.
  if (SHOWN_AMERICAN.test(shown)) return { at: null, localTime: null, isBad: true };
  const time = parseShownTime(shown);
  return time.at === null && time.localTime === null ? null : time;
}
