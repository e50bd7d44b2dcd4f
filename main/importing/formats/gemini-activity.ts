import { deriveTurnKey } from '../derive-key.ts';
import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { type Left, newLeft, toSaid } from './content-blocks.ts';
import { type ParsedElement, textOf } from './conversation-parts.ts';
import { instantMs, type ParsedInstant } from './instant.pure.ts';

/** One record of the activity list: a prompt and, often, its answer. Nothing else of a record is taken. */
export type Activity = {
  readonly title: string;
  readonly answer: string | null;
  readonly time: ParsedInstant;
};

/**
 * Takeout keeps no conversations, only a list with the newest record first. Records belong together as long as each
 * comes within this time of the one before it; the report counts the conversations that this makes.
 */
const GAP_MS = 30 * 60_000;
/** A list without times would be one conversation without end. */
const MAX_RECORDS = 2_000;

/** What the page of each language puts before a prompt. */
const PREFIXES = [
  ...['Prompted ', 'Asked ', 'Said '],
  ...[
    'Eingegebener Prompt: ',
    'Gefragt: ',
    'Prompt: ',
    'Requête : ',
    'Instruction : ',
    'Petición: ',
    'Prompt ingresado: ',
  ],
];
/** Titles of records that hold no prompt. */
const NO_PROMPT =
  /^(?:Used|Visited|Opened|Viewed|Created|Gave feedback|Searched for|Selected|Canvas|Verwendet|Besucht)\b/i;

/** Puts the records of an activity list together to conversations. */
export class ActivityGrouper {
  #held: Activity[] = [];
  #left = newLeft();
  #lastMs: number | null = null;

  add(activity: Activity): readonly ParsedElement[] {
    const ms = instantMs(activity.time);
    const isApart = ms !== null && this.#lastMs !== null && Math.abs(ms - this.#lastMs) > GAP_MS;
    const done = this.#held.length > 0 && (isApart || this.#held.length >= MAX_RECORDS) ? [this.#take()] : [];
    this.#held.push(activity);
    this.#lastMs = ms ?? this.#lastMs;
    return done;
  }

  /** A record of another product, or none at all. */
  skip(reason: 'not-conversation' | 'wrong-type'): void {
    this.#left.skipped.add(reason);
  }

  end(): readonly ParsedElement[] {
    return this.#held.length > 0 || this.#left.skipped.counts.size > 0 ? [this.#take()] : [];
  }

  #take(): ParsedElement {
    const left = this.#left;
    const activities = inOrder(this.#held);
    this.#held = [];
    this.#left = newLeft();
    return toConversation(activities, left);
  }
}

/** The list is newest first; one that somebody turned round is taken as it is. */
function inOrder(newestFirst: readonly Activity[]): readonly Activity[] {
  const times = newestFirst.flatMap(({ time }) => instantMs(time) ?? []);
  const isTurned = (times[0] ?? 0) < (times.at(-1) ?? 0);
  return isTurned ? newestFirst : newestFirst.toReversed();
}

function toConversation(activities: readonly Activity[], left: Left): ParsedElement {
  const nodes: ExportedNode[] = [];
  for (const activity of activities)
    nodes.push(...toNodes(activity, { after: nodes.at(-1)?.nodeId ?? null, number: nodes.length, left }));
  const first = activities[0]?.time ?? { at: null, localTime: null, isBad: false };
  return assembleConversation(
    { source: 'gemini', originId: null, title: null, started: { ...first, isBad: false }, activeNodeId: null, nodes },
    left,
  );
}

type Place = { readonly after: string | null; readonly number: number; readonly left: Left };

function toNodes({ title, answer, time }: Activity, { after, number, left }: Place): readonly ExportedNode[] {
  const prompt = promptOf(title, answer !== null);
  if (prompt === null) {
    left.skipped.add('not-conversation');
    return [];
  }
  if (!prompt.isKnown) left.notes.add('unknown-content');
  const at = time.at ?? time.localTime;
  const ids = [`#${number}`, `#${number + 1}`] as const;
  const texts = [prompt.text, answer] as const;
  return texts.flatMap((text, index): readonly ExportedNode[] => {
    if (text === null) return [];
    const role = index === 0 ? ('user' as const) : ('assistant' as const);
    const speaker = index === 0 ? 'user' : 'Gemini';
    const said = toSaid(
      { role, speaker, blocks: { text, attachments: [] }, time: index === 0 ? time : { ...time, isBad: false } },
      left,
    );
    // Not by its place: an older record that a later export adds would change every key after it.
    const key = deriveTurnKey({ conversation: 'gemini', order: index, speaker, time: at, text });
    return [
      { nodeId: ids[index] ?? '', parentId: index === 0 ? after : ids[0], childIds: [], originId: null, key, said },
    ];
  });
}

/** The prompt in a title. In a language that is not known here, its first words stay in the prompt, and are counted. */
function promptOf(title: string, hasAnswer: boolean): { readonly text: string; readonly isKnown: boolean } | null {
  const shown = title.replaceAll('\u00a0', ' ').trimStart();
  const prefix = PREFIXES.find((one) => shown.startsWith(one));
  if (prefix !== undefined) {
    const text = shown.slice(prefix.length).trim();
    return textOf(text) === null ? null : { text, isKnown: true };
  }
  if (!hasAnswer || textOf(shown) === null || NO_PROMPT.test(shown)) return null;
  return { text: shown.trim(), isKnown: false };
}
