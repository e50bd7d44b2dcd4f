import type { FragmentKind } from '../../contract/recall.ts';
import { Growing } from './growing.pure.ts';
import type { Layout } from './lexical-scope.pure.ts';

export const KINDS = ['turn', 'document', 'procedure', 'summary'] as const satisfies readonly FragmentKind[];
export const ROLES = ['user', 'assistant', 'system', 'other'] as const;
export type FragmentRole = (typeof ROLES)[number];

/** What the memory copy keeps of a fragment beside its words and its vectors. Times are milliseconds, NaN where unknown. */
export type FragmentFacts = {
  readonly id: string;
  readonly kind: FragmentKind;
  /** What it is removed with: a turn's conversation, any other fragment itself. */
  readonly group: string;
  /** Fragments of one session stand side by side, in the order of `position`. */
  readonly session: string;
  readonly position: number;
  readonly role: FragmentRole;
  readonly speaker: string;
  readonly flags: number;
  readonly chars: number;
  readonly saidAtMs: number;
  readonly knownAtMs: number;
  /** Of the record that it came with; only turns are looked up by it. */
  readonly seq?: number;
};

/** In the place of a group's space: not made known yet, so that nothing of it may be seen; and removed. */
const UNKNOWN = -1;
const REMOVED = -2;

/** What a question may see. Null means no bound; fragments without a time are always in, since nothing dates them later. */
export type Bounds = { readonly spaceId: string; readonly asOfMs: number | null; readonly knownAtMs: number | null };

const int32 = (n: number) => new Int32Array(n);
const float64 = (n: number) => new Float64Array(n);
const bytes = (n: number) => new Uint8Array(n);

class Names {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];

  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** Facts of fragments, one array a fact, by the number that all indexes share. */
export class Columns {
  readonly ids: string[] = [];
  readonly speakers = new Names();
  readonly #docs = new Map<string, number>();
  readonly #spaces = new Names();
  readonly #sessions = new Names();
  readonly #groups = new Names();
  readonly #groupSpace = new Growing(int32);
  /** Members of each session in order. */
  readonly #members: number[][] = [];
  readonly #kind = new Growing(bytes);
  readonly #role = new Growing(bytes);
  readonly #group = new Growing(int32);
  readonly #session = new Growing(int32);
  readonly #speaker = new Growing(int32);
  readonly #position = new Growing(int32);
  readonly #flags = new Growing(int32);
  readonly #chars = new Growing(int32);
  readonly #saidAt = new Growing(float64);
  readonly #knownAt = new Growing(float64);
  readonly #seq = new Growing(float64);
  readonly #previous = new Growing(int32);
  readonly #next = new Growing(int32);
  /** 1 where a later wording has taken the fragment's place. */
  readonly #isReplaced = new Growing(bytes);
  readonly #isRemoved = new Growing(bytes);

  /** Counts what may change whether an earlier fragment may be seen; those that are added change nothing before them. */
  revision = 0;
  /** Fragments that were removed; their numbers are never given again. */
  removed = 0;

  get size(): number {
    return this.ids.length;
  }
  /** How fragments lie to each other; good until the next one is added. */
  get layout(): Layout {
    return {
      previous: this.#previous.data,
      next: this.#next.data,
      session: this.#session.data,
      sessionCount: this.#members.length,
    };
  }

  find(id: string): number {
    return this.#docs.get(id) ?? -1;
  }
  kindOf(doc: number): FragmentKind {
    return KINDS[this.#kind.data[doc] ?? 0] ?? 'turn';
  }
  roleOf(doc: number): FragmentRole {
    return ROLES[this.#role.data[doc] ?? 0] ?? 'other';
  }
  speakerOf(doc: number): string {
    return this.speakers.names[this.speakerNumberOf(doc)] ?? '';
  }
  speakerNumberOf(doc: number): number {
    return this.#speaker.data[doc] ?? -1;
  }
  flagsOf(doc: number): number {
    return this.#flags.data[doc] ?? 0;
  }
  charsOf(doc: number): number {
    return this.#chars.data[doc] ?? 0;
  }
  saidAtOf(doc: number): number {
    return this.#saidAt.data[doc] ?? Number.NaN;
  }
  seqOf(doc: number): number {
    return this.#seq.data[doc] ?? 0;
  }
  /** Fragments of a session, in the order in which they stand. */
  membersOf(session: number): readonly number[] {
    return this.#members[session] ?? [];
  }

  /** Adds a fragment; one of the same id is never seen again. */
  add(facts: FragmentFacts): number {
    const older = this.find(facts.id);
    if (older >= 0) {
      this.#isReplaced.data[older] = 1;
      this.revision += 1;
    }
    this.#isReplaced.push(0);
    this.#isRemoved.push(0);
    const doc = this.ids.push(facts.id) - 1;
    this.#docs.set(facts.id, doc);
    this.#kind.push(KINDS.indexOf(facts.kind));
    this.#role.push(ROLES.indexOf(facts.role));
    this.#group.push(this.#groupOf(facts.group));
    this.#speaker.push(this.speakers.numberOf(facts.speaker));
    this.#position.push(facts.position);
    this.#flags.push(facts.flags);
    this.#chars.push(facts.chars);
    this.#saidAt.push(facts.saidAtMs);
    this.#knownAt.push(facts.knownAtMs);
    this.#seq.push(facts.seq ?? 0);
    this.#previous.push(-1);
    this.#next.push(-1);
    const session = this.#sessions.numberOf(`${facts.kind} ${facts.session}`);
    this.#session.push(session);
    this.#place(doc, session);
    return doc;
  }

  /** Numbers of these fragments, those of earlier wordings among them. */
  listAll(ids: ReadonlySet<string>): readonly number[] {
    return this.ids.flatMap((id, doc) => (ids.has(id) ? [doc] : []));
  }

  /** Nobody sees it again, and those beside it stand side by side. Where it is removed already, nothing changes. */
  remove(doc: number): void {
    const id = this.ids[doc] ?? '';
    if (this.find(id) === doc) this.#docs.delete(id);
    if (this.#isRemoved.data[doc] === 1) return;
    this.#isRemoved.data[doc] = 1;
    this.#isReplaced.data[doc] = 1;
    this.removed += 1;
    this.revision += 1;
    const members = this.#members[this.#session.data[doc] ?? -1] ?? [];
    const at = members.indexOf(doc);
    if (at >= 0) members.splice(at, 1);
    const before = this.#previous.data[doc] ?? -1;
    const after = this.#next.data[doc] ?? -1;
    if (before >= 0) this.#next.data[before] = after;
    if (after >= 0) this.#previous.data[after] = before;
    this.#previous.data[doc] = -1;
    this.#next.data[doc] = -1;
    this.#chars.data[doc] = 0;
  }

  setGroup(name: string, spaceId: string, isRemoved: boolean): void {
    const isNew = this.#groups.find(name) < 0;
    const group = this.#groupOf(name);
    const space = isRemoved ? REMOVED : this.#spaces.numberOf(spaceId);
    if (!isNew && this.#groupSpace.data[group] !== space) this.revision += 1;
    this.#groupSpace.data[group] = space;
  }

  /** 1 for each fragment that may be seen. A fragment of an unknown group is not. */
  maskOf(bounds: Bounds, kinds: ReadonlySet<FragmentKind>): Uint8Array {
    return this.extendMask(new Uint8Array(), bounds, kinds);
  }

  /** A mask of before some fragments were added, as it is with them. */
  extendMask(older: Uint8Array, bounds: Bounds, kinds: ReadonlySet<FragmentKind>): Uint8Array {
    const { asOfMs, knownAtMs } = bounds;
    const space = this.#spaces.find(bounds.spaceId);
    const mask = new Uint8Array(this.size);
    mask.set(older);
    if (space < 0) return mask;
    const isWanted = Uint8Array.from(KINDS, (kind) => (kinds.has(kind) ? 1 : 0));
    const [group, groupSpace, kind] = [this.#group.data, this.#groupSpace.data, this.#kind.data];
    const [isReplaced, saidAt, knownAt] = [this.#isReplaced.data, this.#saidAt.data, this.#knownAt.data];
    for (let doc = older.length; doc < mask.length; doc += 1) {
      if (isReplaced[doc] === 1) continue;
      if (groupSpace[group[doc] ?? -1] !== space || isWanted[kind[doc] ?? -1] !== 1) continue;
      // NaN, an unknown time, is later than nothing.
      if (asOfMs !== null && (saidAt[doc] ?? Number.NaN) > asOfMs) continue;
      if (knownAtMs !== null && (knownAt[doc] ?? Number.NaN) > knownAtMs) continue;
      mask[doc] = 1;
    }
    return mask;
  }

  #groupOf(name: string): number {
    const group = this.#groups.numberOf(name);
    if (group === this.#groupSpace.size) this.#groupSpace.push(UNKNOWN);
    return group;
  }

  /** Puts a fragment in its session's order and links it with those beside it; nearly always at the end. */
  #place(doc: number, session: number): void {
    const members = this.#members[session] ?? [];
    this.#members[session] = members;
    const position = this.#position.data[doc] ?? 0;
    let at = members.length;
    while (at > 0 && (this.#position.data[members[at - 1] ?? 0] ?? 0) > position) at -= 1;
    members.splice(at, 0, doc);
    const before = members[at - 1] ?? -1;
    const after = members[at + 1] ?? -1;
    this.#previous.data[doc] = before;
    this.#next.data[doc] = after;
    if (before >= 0) this.#next.data[before] = doc;
    if (after >= 0) this.#previous.data[after] = doc;
  }
}
