import { seededRandom } from '../../main/clusters/random.pure.ts';
import { ConversationId, DEFAULT_SPACE, TurnId } from '../../main/contract/ids.ts';
import type { Client, ForgetSelection } from '../../main/contract/index.ts';
import type { Line } from './real-folder.ts';

/** A word that stands in one turn only, and the turn. */
export type Canary = { readonly word: string; readonly turnId: string; readonly conversation: string };

export type Forgetting = {
  readonly select: (client: Client) => Promise<ForgetSelection | null>;
  /** Words that must be found nowhere afterwards. */
  readonly words: readonly string[];
};

export type CanaryHistory = {
  readonly lines: readonly Line[];
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  readonly asked: readonly Canary[];
  readonly kept: readonly Canary[];
  readonly forgets: readonly Forgetting[];
};

const ONSETS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou'];
const HAN = [...'鹿犬猫鳥魚亀蛇馬羊猿鶏狐狸熊狼象虎兎蟹蝶蜂蟻雀鷹鶴鴨鯨鮫鯉鮭'];
const SIGNS = ['🦊', '🪁', '🧿', '🪵', '🫖', '🪔', '🧶', '🪕', '🦤', '🐚'];

/** Nobody's word: six syllables that spell the number. */
function wordOf(n: number): string {
  let rest = n * 7_919 + 104_729;
  let word = '';
  for (let i = 0; i < 6; i += 1) {
    word += (ONSETS[rest % ONSETS.length] ?? '') + (VOWELS[Math.floor(rest / 14) % VOWELS.length] ?? '');
    rest = Math.floor(rest / 5) + i;
  }
  return `${word}${n}x`;
}

const hanOf = (n: number): string =>
  Array.from({ length: 8 }, (_, i) => HAN[(n * 31 + i * i * 7 + Math.floor(n / (i + 1))) % HAN.length] ?? '').join('') +
  n;

const capital = (word: string): string => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;

const LONG =
  'and then we went on talking about the weather over the hills, the price of bread, and how late the bus was. ';

type Kind = 'fact' | 'pet' | 'plain' | 'han' | 'signs' | 'quotes' | 'long' | 'wish' | 'repeated';
const KINDS: readonly Kind[] = ['fact', 'plain', 'han', 'pet', 'quotes', 'signs', 'long', 'wish', 'repeated'];

function textOf(kind: Kind, n: number): { readonly text: string; readonly word: string } {
  const word = wordOf(n);
  switch (kind) {
    case 'fact':
      return { word, text: `My cousin ${capital(word)} moved to Lund in March and works at a dairy there.` };
    case 'pet':
      return { word, text: `I have a dog called ${capital(word)}, and he is afraid of thunder.` };
    case 'plain':
      return { word, text: `Yesterday I found an old ${word} in the attic, under the winter coats.` };
    case 'han':
      return { word: hanOf(n), text: `昨日、${hanOf(n)}という店で夕食を食べました。とても美味しかったです。` };
    case 'signs': {
      const sign = `${SIGNS[n % 10] ?? ''}${SIGNS[(n + 3) % 10] ?? ''}${word}`;
      return { word: sign, text: `Best evening ever ${sign} with everyone on the roof!` };
    }
    case 'quotes':
      return {
        word,
        text: `He said "never call it ${word}\\path" and wrote it down:\n\t'${word}' = <b>${word}</b> & more`,
      };
    case 'long':
      return { word, text: `${LONG.repeat(14)}In the middle somebody whispered ${word} to me, ${LONG.repeat(14)}` };
    case 'wish':
      return { word, text: `From now on, when I ask about ${word}, always answer in two short sentences.` };
    case 'repeated':
      return { word, text: `Remember: the code word of the week is ${word}.` };
  }
}

const A_CONVERSATION = 16;

/** A history in which every second turn holds a word of its own, and what to forget of it. */
export function makeHistory(size: {
  readonly turns: number;
  readonly forgets: number;
  readonly seed: number;
}): CanaryHistory {
  const random = seededRandom(size.seed);
  const lines: Line[] = [];
  const canaries: (Canary & { readonly kind: Kind; readonly text: string })[] = [];
  for (let n = 0; lines.length < size.turns; n += 1) {
    const kind = KINDS[n % KINDS.length] ?? 'plain';
    const { text, word } = textOf(kind, n);
    const conversation = `talk-${Math.floor(lines.length / A_CONVERSATION)}`;
    const at = new Date(Date.UTC(2025, 0, 1, 8) + lines.length * 3_600_000).toISOString();
    const turnId = `said-${n}`;
    canaries.push({ word, turnId, conversation, kind, text });
    lines.push({ id: turnId, conversation, at, text });
    const reply = n % 3 === 0 ? `That is good to hear. Tell me more about ${word}.` : 'I see. What happened then?';
    lines.push({
      id: `reply-${n}`,
      conversation,
      at,
      role: 'assistant',
      speaker: 'assistant',
      text: reply,
      parent: turnId,
    });
    if (kind === 'repeated') lines.push({ id: `again-${n}`, conversation: 'notes', at, text });
  }
  const order = canaries.map((canary) => ({ canary, place: random() })).sort((a, b) => a.place - b.place);
  const shuffled = order.map(({ canary }) => canary);
  // Whole conversations are taken from the end, so that single ones are not among them.
  const last = `talk-${Math.floor((lines.length - 1) / A_CONVERSATION) - 1}`;
  const singles = shuffled.filter(({ conversation }) => conversation !== last);
  const forgets: Forgetting[] = [];
  let next = 0;
  for (let n = 0; n < size.forgets; n += 1) {
    const canary = singles[next];
    if (canary === undefined) break;
    next += 1;
    forgets.push(forgettingOf(n, canary));
  }
  const inLast = canaries.filter(({ conversation }) => conversation === last);
  forgets.push({
    words: inLast.map(({ word }) => word),
    select: async () => ({ kind: 'conversation', conversationIds: [ConversationId.parse(last)] }),
  });
  forgets.push({
    words: ['quarnebolt', 'vellumspire'],
    select: async (client) => {
      const { documents } = await client.call('documents.list', { spaceId: DEFAULT_SPACE, offset: 0, limit: 10 });
      const [document] = documents;
      return document === undefined ? null : { kind: 'document', documentIds: [document.id] };
    },
  });
  const kept = singles
    .slice(next)
    .filter(({ kind }) => kind === 'plain' || kind === 'fact')
    .slice(0, 12);
  return {
    lines,
    documents: [
      {
        name: 'notes.md',
        text: `# Notes\n\nThe quarnebolt stands in the shed.\n\n${LONG.repeat(20)}\n\nBehind it lies the vellumspire.`,
      },
    ],
    // A question that holds the word stays with the one who forgets a turn, and goes with everything about the word.
    asked: singles
      .slice(0, next)
      .filter((_, n) => n % 4 === 1)
      .slice(0, 8),
    kept,
    forgets,
  };
}

function forgettingOf(
  n: number,
  { word, turnId, text, kind }: Canary & { readonly kind: Kind; readonly text: string },
): Forgetting {
  const words = [word];
  const one: ForgetSelection = { kind: 'turns', turnIds: [TurnId.parse(turnId)] };
  if (n % 4 === 1) return { words, select: async () => ({ kind: 'about', words: word, spaceId: null }) };
  // One word of a turn that another repeats stays with the other.
  if (n % 4 === 2 && kind !== 'quotes' && kind !== 'repeated') {
    const from = text.toLowerCase().indexOf(word);
    const end = from + word.length;
    return { words, select: async () => ({ kind: 'text', turnId: TurnId.parse(turnId), from, to: end }) };
  }
  if (n % 4 === 3 && (kind === 'fact' || kind === 'pet'))
    return {
      words,
      select: async (client) => {
        const { entities } = await client.call('codex.entities', {
          spaceId: DEFAULT_SPACE,
          query: word,
          limit: 5,
          offset: 0,
        });
        const found = entities.find(({ name }) => name.toLowerCase() === word.toLowerCase());
        return found === undefined ? one : { kind: 'entity', spaceId: DEFAULT_SPACE, entityId: found.id };
      },
    };
  return { words, select: async () => one };
}
