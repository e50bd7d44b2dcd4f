import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { composeBundle, type Material } from '../../main/audit/compose.ts';
import type { Openness } from '../../main/audit/scope.pure.ts';
import { utf8 } from '../../main/audit/verify/bytes.pure.ts';
import { HEAD_PURPOSE, signingText } from '../../main/audit/verify/keys.pure.ts';
import { SLOT_BEGIN } from '../../main/audit/verify/viewer-slot.pure.ts';
import {
  buildRecord,
  type JournalRecord,
  type JsonValue,
  withoutBody,
  ZERO_HASH,
} from '../../main/journal/record.pure.ts';

/** Small numbers that a seed fixes (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
export type Random = ReturnType<typeof createRandom>;

export type Key = { readonly publicKey: string; readonly privateKey: KeyObject };

export function createKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey };
}

export const signWith =
  (key: Key) =>
  (text: string): string =>
    sign(null, Buffer.from(text), key.privateKey).toString('base64');

export const TEMPLATE = utf8(`<!doctype html><title>viewer</title>${SLOT_BEGIN}</script><p>end</p>`);
const AT = Date.parse('2026-01-01T00:00:00.000Z');
const WORDS = [
  'ledger',
  'ink',
  '日本',
  '🚂',
  'a "quote"',
  'Żółć',
  'back\\slash',
  'line\nbreak',
  'Person 1',
  '</script>',
];

export const at = (n: number): string => new Date(AT + n * 60_000).toISOString();
const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random(16).toString(16)).join('');

/** One journal, and what a bundle says of it. */
export type Made = {
  readonly records: readonly JournalRecord[];
  readonly state: Record<string, JsonValue>;
  readonly traces: readonly JsonValue[];
};

/** A journal with turns, facts on them, answers with traces, and what was forgotten. */
export function makeJournal(random: Random, turns: number): Made {
  const records: JournalRecord[] = [];
  const facts: JsonValue[] = [];
  const traces: JsonValue[] = [];
  const append = (kind: string, body: JsonValue): number => {
    const seq = records.length + 1;
    const prev = records.at(-1)?.hash ?? ZERO_HASH;
    records.push(buildRecord({ seq, prev, at: at(seq), id: `r-${seq}`, kind, body, salt: hex(random, 64) }));
    return seq;
  };
  append('vault.created', { journalId: 'r-1', appVersion: '0.0.0' });
  append('space.created', { spaceId: 'home', name: 'Home' });
  const said: { readonly seq: number; readonly text: string; readonly id: string }[] = [];
  for (let n = 0; n < turns; n += 1) {
    const text = Array.from({ length: 1 + random(12) }, () => WORDS[random(WORDS.length)] ?? '').join(' ');
    said.push({ seq: append('turn.said', turnBody(n, text)), text, id: `t${n}` });
  }
  for (const { seq, text, id } of said) {
    if (random(3) > 0) continue;
    const claimSeq = append('codex.claimed', {
      spaceId: 'home',
      turnId: id,
      extractor: 'x',
      entities: [],
      claims: [{ claimId: `c-${id}`, relation: 'likes', object: { kind: 'literal', text, value: text } }],
      withdrawn: [],
    });
    facts.push({
      id: `c-${id}`,
      seq: claimSeq,
      relation: 'likes',
      isCovered: false,
      object: { kind: 'literal', text },
      evidence: [{ seq, turnId: id, quote: [...text].slice(0, 5).join('') }],
    });
  }
  if (said.length > 1) {
    append('answered', { replyTurnId: 't1', questionTurnId: 't0', traceId: 'trace-1', citations: [], inPrompt: [] });
    traces.push({ id: 'trace-1', query: said[0]?.text ?? '' });
  }
  forgetOne({ random, records, facts, append, said });
  const empty = {
    conflicts: [],
    conversations: [],
    documents: [],
    entities: [],
    forgotten: [],
    procedures: [],
    slots: [],
    spaces: [],
    summaries: [],
  };
  return { records, traces, state: { ...empty, facts, validAt: at(9_000), knownAt: at(9_000), version: 1 } };
}

const turnBody = (n: number, text: string): JsonValue => ({
  ...{
    turnId: `t${n}`,
    conversationId: 'c',
    parentTurnId: n === 0 ? null : `t${n - 1}`,
    position: n,
    role: 'user',
    speaker: 'Ada',
    text,
  },
  ...{
    saidAt: at(n),
    isTimeInferred: false,
    zone: 'UTC',
    session: null,
    status: 'complete',
    attachments: [],
    importId: null,
    isHidden: false,
  },
});

type Forgetting = {
  readonly random: Random;
  readonly records: JournalRecord[];
  readonly facts: JsonValue[];
  readonly append: (kind: string, body: JsonValue) => number;
  readonly said: readonly { readonly seq: number; readonly id: string }[];
};

function forgetOne({ random, records, facts, append, said }: Forgetting): void {
  const gone = said[random(Math.max(1, said.length))];
  const isCited = JSON.stringify(facts).includes(`"${gone?.id}"`) || gone?.id === 't0';
  if (gone === undefined || isCited || random(2) === 0) return;
  const [erased] = records.slice(gone.seq - 1, gone.seq);
  append('erased', { seqs: [gone.seq] });
  append('amended', { seq: gone.seq, kind: 'turn.said', body: { turnId: gone.id, text: '' } });
  append('forgotten', { seqs: [gone.seq], proof: { found: 0 } });
  if (erased !== undefined) records[gone.seq - 1] = withoutBody(erased);
}

export type BundleOptions = { readonly key: Key | null; readonly random: Random; readonly isCovering?: boolean };

/** A bundle by the writer that the app uses. */
export async function makeBundle(made: Made, { key, random, isCovering = false }: BundleOptions): Promise<Uint8Array> {
  const last = made.records.at(-1);
  const head = { seq: last?.seq ?? 0, hash: last?.hash ?? '' };
  const headFields = { ...head, at: at(9_001) };
  const used = new Set([...JSON.stringify(made.state).matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq)));
  const covered = new Map<number, Openness>();
  for (const { seq, kind } of made.records)
    if (isCovering && !used.has(seq) && kind === 'turn.said' && random(2) === 0)
      covered.set(seq, random(2) === 0 ? 'names' : 'scope');
  const material: Material = {
    about: {
      ...{
        format: 'palimpsest.audit',
        version: 1,
        exportedAt: at(9_001),
        app: { name: 'Palimpsest', version: '0.0.0' },
      },
      ...{
        vault: { journalId: 'r-1', createdAt: at(0) },
        head,
        scope: { spaceId: null, conversationId: null, from: null, to: null },
      },
      ...{ times: { validAt: at(9_000), knownAt: at(9_000) }, redaction: { bodies: false, names: isCovering } },
    },
    ...{
      records: made.records,
      state: made.state,
      config: { settings: {} },
      traces: made.traces,
      tracesLeftOut: () => 0,
    },
    opennessOf: ({ seq }) => covered.get(seq) ?? 'open',
    head: {
      ...headFields,
      signed:
        key === null
          ? null
          : { publicKey: key.publicKey, signature: signWith(key)(signingText(HEAD_PURPOSE, headFields)) },
    },
    ...{ readme: 'read me', viewerTemplate: TEMPLATE, verifyScript: utf8('// script') },
    sign: key === null ? null : { publicKey: key.publicKey, sign: signWith(key) },
  };
  const parts: Uint8Array[] = [];
  const { signal } = new AbortController();
  await composeBundle(material, async (bytes) => void parts.push(Uint8Array.from(bytes)), {
    signal,
    onRecord: async () => undefined,
  });
  return new Uint8Array(Buffer.concat(parts));
}
