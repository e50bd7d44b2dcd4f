import type { SubjectRef } from '../candidate.pure.ts';
import type { Capture, CaptureContext, Item } from './captures.pure.ts';
import { readName } from './names.pure.ts';
import { type Role, readRole } from './roles.pure.ts';

/** "a sister called Mira", "two cats, Miso and Bo", "a dog": someone whom one has. */
export type Had = {
  readonly role: Role;
  readonly label: string;
  readonly items: readonly Item[];
  readonly isNamed: boolean;
  readonly next: number;
};

const ARTICLE = /^(a|an|one|two|three|four|five|another|any|twin)$/;
const NAMED = new Set(['called', 'named']);

/** Where the names after a role begin; -1 when none are announced. */
function namesAt(at: number, { tokens }: CaptureContext): number {
  let i = at;
  while (tokens[i]?.word === ',' || tokens[i]?.word === ':' || tokens[i]?.word === '(' || tokens[i]?.word === '-')
    i += 1;
  const word = tokens[i]?.word ?? '';
  if (NAMED.has(word)) return i + 1;
  if (
    word === 'whose' &&
    tokens[i + 1]?.word === 'name' &&
    (tokens[i + 2]?.word === 'is' || tokens[i + 2]?.word === "'s")
  )
    return i + 3;
  if (
    (word === 'who' || word === 'that') &&
    (tokens[i + 1]?.word === 'is' || tokens[i + 1]?.word === "'s") &&
    NAMED.has(tokens[i + 2]?.word ?? '')
  )
    return i + 3;
  return i > at || tokens[i]?.isCapital === true ? i : -1;
}

function readList(
  { at, isSmall }: { readonly at: number; readonly isSmall: boolean },
  type: 'person' | 'pet',
  context: CaptureContext,
): { readonly items: readonly Item[]; readonly next: number } {
  const items: Item[] = [];
  let next = at;
  for (let steps = 0; steps < 6; steps += 1) {
    const name = readName(context.tokens, next, { text: context.text, isSmall });
    if (name === null || name.next > context.end) break;
    items.push({ ref: { kind: 'name', name: name.name, type }, from: name.from, to: name.to });
    next = name.next;
    let i = next;
    while (context.tokens[i]?.word === ',' || context.tokens[i]?.word === 'and') i += 1;
    if (i === next || readName(context.tokens, i, context) === null) break;
    next = i;
  }
  return { items, next };
}

/** Reads a role with its article and names at `at`; `owner` is whose it is. */
export function readHad(at: number, owner: SubjectRef, context: CaptureContext): Had | null {
  const { tokens } = context;
  let start = at;
  while (ARTICLE.test(tokens[start]?.word ?? '') && start < at + 2) start += 1;
  if (start === at) return null;
  const found = readRole(tokens, start);
  if (
    found === null ||
    found.next > context.end ||
    /^(food|bed|house|park|walker|sitter|person|allergy|hair|show|video|toy|lover|of|owner|phone|shelter|race|riding|and|or|soup|salad|sandwich|curry)$/.test(
      tokens[found.next]?.word ?? '',
    )
  ) {
    if (found === null || (tokens[found.next]?.word !== 'and' && tokens[found.next]?.word !== 'or')) return null;
  }
  const { role, label } = found;
  const names = namesAt(found.next, context);
  const announced = NAMED.has(tokens[names - 1]?.word ?? '');
  const list =
    names < 0 ? { items: [], next: found.next } : readList({ at: names, isSmall: announced }, role.type, context);
  if (list.items.length > 0) return { role, label, items: list.items, isNamed: true, next: list.next };
  if (role.isPlural) return null;
  const from = tokens[start]?.from ?? 0;
  const to = tokens[found.next - 1]?.to ?? from;
  const ref: SubjectRef =
    role.type === 'pet'
      ? { kind: 'name', name: label, type: 'pet' }
      : { kind: 'role', of: owner, relation: role.relation, label };
  return { role, label, items: [{ ref, from, to }], isNamed: false, next: found.next };
}

export const toCapture = ({ items, next }: Had): Capture => ({ items, isHedged: false, next });
