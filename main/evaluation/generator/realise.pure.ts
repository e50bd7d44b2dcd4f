import type { TrajectoryTurn } from '../format/trajectory.ts';
import { type Seeded, seeded } from '../lib/seeded.pure.ts';
import { acknowledge, chat, type Filler, makeFiller, pad } from './filler/filler.pure.ts';
import type { Conversation, Entry, Statement, World } from './model.pure.ts';
import { ASSISTANT } from './people.pure.ts';

export type Realised = { readonly turns: readonly TrajectoryTurn[]; readonly entries: readonly Entry[] };

type Line = {
  readonly speaker: string;
  readonly role: TrajectoryTurn['role'];
  readonly text: string;
  readonly statements: readonly Statement[];
};

/** The words of a whole history, and the ledger with the turns that say its entries. */
export function realise(world: World, seed: string): Realised {
  const rng = seeded(`${seed}\u0000words`);
  const filler = makeFiller(world.texts);
  const turns: TrajectoryTurn[] = [];
  const entries: Entry[] = [];
  for (const conversation of world.conversations) {
    const own = world.statements.filter((one) => one.conversation === conversation.index);
    const lines =
      conversation.kind === 'assistant'
        ? withAssistant({ world, rng, filler }, conversation, own)
        : inGroup({ world, rng, filler }, conversation, own);
    let at = conversation.start;
    for (const line of lines) {
      const id = `t-${String(turns.length + 1).padStart(5, '0')}`;
      turns.push(toTurn(line, { id, at, conversation }));
      const arrival = conversation.arrivesAt ?? at;
      for (const { entries: drafts } of line.statements) {
        entries.push(...drafts.map((one) => ({ ...one, source: id, arrival, said: at })));
      }
      at += (15 + rng.int(110)) * 1_000;
    }
  }
  return { turns, entries };
}

type Where = { readonly id: string; readonly at: number; readonly conversation: Conversation };

const toTurn = ({ speaker, role, text }: Line, { id, at, conversation }: Where): TrajectoryTurn => ({
  id,
  conversation: conversation.id,
  speaker,
  role,
  at: new Date(at).toISOString(),
  ...(conversation.arrivesAt === null ? {} : { arrivesAt: new Date(conversation.arrivesAt).toISOString() }),
  text,
});

type Tools = { readonly world: World; readonly rng: Seeded; readonly filler: Filler };

/** Statements in groups that are said in one turn. */
function groupStatements(
  rng: Seeded,
  statements: readonly Statement[],
  slots: number,
): readonly (readonly Statement[])[] {
  const groups: Statement[][] = [];
  for (const one of rng.shuffle(statements)) {
    const before = groups.at(-1);
    const fits =
      before?.[0]?.speaker === one.speaker &&
      before.length < 2 &&
      one.reply === null &&
      before[0].reply === null &&
      before[0].text.slice(0, 8) !== one.text.slice(0, 8);
    if (fits && (rng.next() < 0.12 || statements.length > slots)) before.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Which of so many slots are used, in order. */
function drawSlots(rng: Seeded, slots: number, count: number): ReadonlyMap<number, number> {
  const chosen = [...rng.shuffle(Array.from({ length: slots }, (_, n) => n)).slice(0, count)].sort((a, b) => a - b);
  return new Map(chosen.map((slot, n) => [slot, n]));
}

function withAssistant(
  { world, rng, filler }: Tools,
  { turns }: Conversation,
  own: readonly Statement[],
): readonly Line[] {
  const slots = Math.ceil(turns / 2);
  // A last turn without a reply states nothing.
  const answered = Math.floor(turns / 2);
  const groups = groupStatements(rng, own, answered);
  const places = drawSlots(rng, answered, groups.length);
  const lines: Line[] = [];
  for (let slot = 0; slot < slots; slot += 1) {
    const group = groups[places.get(slot) ?? -1];
    const small = group === undefined ? chat(rng, filler) : null;
    const isInReply = group?.some(({ isSaidInReply }) => isSaidInReply) ?? false;
    const said =
      group === undefined
        ? (small?.user ?? '')
        : pad(
            rng,
            group.map(({ text }) => text),
          );
    const answer = small?.assistant ?? group?.find(({ reply }) => reply !== null)?.reply ?? acknowledge(rng);
    lines.push({ speaker: world.owner.name, role: 'user', text: said, statements: isInReply ? [] : (group ?? []) });
    if (lines.length < turns) {
      lines.push({ speaker: ASSISTANT, role: 'assistant', text: answer, statements: isInReply ? (group ?? []) : [] });
    }
  }
  return lines;
}

function inGroup({ world, rng, filler }: Tools, { turns }: Conversation, own: readonly Statement[]): readonly Line[] {
  const groups = groupStatements(rng, own, turns);
  const places = drawSlots(rng, turns, groups.length);
  const names = [world.owner, ...world.speakers].map(({ name }) => name);
  const lines: Line[] = [];
  for (let slot = 0; slot < turns; slot += 1) {
    const group = groups[places.get(slot) ?? -1];
    const others = names.filter((name) => name !== lines.at(-1)?.speaker);
    const speaker = group?.[0]?.speaker ?? rng.pick(others);
    const text =
      group === undefined
        ? chat(rng, filler).remark
        : pad(
            rng,
            group.map((one) => one.text),
          );
    lines.push({ speaker, role: speaker === world.owner.name ? 'user' : 'other', text, statements: group ?? [] });
  }
  return lines;
}
