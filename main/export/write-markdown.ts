import { resolveZone } from '../lib/zone.ts';
import { listPath } from '../stores/episodes.ts';
import type { ExportedConversation, ExportedTurn } from '../stores/exports.ts';
import { type ExportRun, readTurnsOf } from './history.ts';
import { showMoment } from './moments.ts';
import { titleOf } from './titles.pure.ts';

const beginOf = ({ startedAt, firstAt }: ExportedConversation): number =>
  (firstAt ?? startedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** One document to read: conversations by date, of each the branch that is shown. */
export async function* writeMarkdown(run: ExportRun): AsyncGenerator<string, void, undefined> {
  const zone = run.ctx.zone();
  yield `# Conversations\n\nExported from Palimpsest on ${showMoment(run.ctx.clock.now(), zone)} (${zone}).\n`;
  const inOrder = [...run.conversations].sort((a, b) => beginOf(a) - beginOf(b));
  for (const conversation of inOrder) {
    if (conversation.activeLeafId === null) continue;
    const path = await listPath(run.ctx.db.read, conversation.activeLeafId);
    let isBegun = false;
    for await (const turn of readTurnsOf(run, path)) {
      if (turn.isHidden) continue;
      if (!isBegun) yield headOf(conversation, zone);
      isBegun = true;
      yield sectionOf(turn, zone);
    }
  }
}

function headOf(conversation: ExportedConversation, zone: string): string {
  const { firstAt, lastAt, spaceName } = conversation;
  const days = [
    ...new Set([firstAt, lastAt].flatMap((at) => (at === null ? [] : [showMoment(at, zone).slice(0, 10)]))),
  ];
  const facts = [days.join(' to '), `space: ${plain(spaceName)}`].filter((fact) => fact !== '');
  return `\n## ${plain(titleOf(conversation))}\n\n*${facts.join(' · ')}*\n`;
}

/** Names and titles are one line of plain words, whatever signs are in them. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&');

/** What was said is quoted line by line, so that no text can pass for a heading or for another speaker. */
const quote = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

function sectionOf(turn: ExportedTurn, zone: string): string {
  const at = turn.saidAt === null ? null : showMoment(turn.saidAt, resolveZone(turn.zone, zone));
  const notes = [
    at === null ? 'time unknown' : turn.isTimeInferred ? `about ${at}` : at,
    ...(turn.status === 'complete' ? [] : [turn.status]),
    ...(turn.isUnsaved ? ['not saved to memory'] : []),
  ];
  const attachments = turn.attachments.map(({ kind, name, caption, text }) => {
    const words = [name, caption, text].filter((part) => part !== null && part.trim() !== '');
    return `[${kind}${words.length > 0 ? `: ${words.join(', ')}` : ''}]`;
  });
  const body = [...(turn.text === '' ? [] : [turn.text]), ...attachments].join('\n\n');
  return `\n**${plain(turn.speaker)}** · ${notes.join(' · ')}\n\n${quote(body)}\n`;
}
