import { sign as signBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { AuditChoice, AuditCounts, AuditExportReport, AuditProgress, InputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { openFileSink, type Sink } from '../export/file-sink.ts';
import type { Vault } from '../journal/vault.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { findConversation } from '../stores/conversations.ts';
import { findSpace } from '../stores/spaces.ts';
import { type Composed, composeBundle, type Material } from './compose.ts';
import { describeConfig } from './config.ts';
import { type Gathered, gather, readUntil } from './gather.ts';
import { pickTraces } from './pick-traces.ts';
import { readmeOf } from './readme.pure.ts';
import { resolveState, type Times } from './resolve-state.ts';
import { fingerprintOf, HEAD_PURPOSE, signingText } from './verify/keys.pure.ts';
import { sha256Hex } from './zip-writer.ts';

export type AuditDeps = {
  readonly version: string;
  readonly vault: Pick<Vault, 'createdAt' | 'journalId' | 'keyPair'>;
  /** Holds the built page and script. */
  readonly folder: string;
};
export type AuditWatch = { readonly signal: AbortSignal; readonly push: (progress: AuditProgress) => Promise<void> };

/** Bytes of one piece that is handed over, before base64; a multiple of 3, so that pieces can be joined. */
const PIECE_BYTES = 786_432;
const RECORDS_A_STEP = 500;

/** Counts what a bundle of this choice would hold. */
export async function previewBundle(ctx: Ctx, choice: AuditChoice, signal: AbortSignal): Promise<AuditCounts> {
  const { gathered, times } = await begin(ctx, choice, { signal, push: async () => undefined });
  const { facts, conflicts } = await resolveState({ ctx, gathered, times, signal });
  return countsOf(gathered, { facts, conflicts, traces: await countTraces(ctx, gathered, signal) });
}

async function countTraces(ctx: Ctx, gathered: Gathered, signal: AbortSignal): Promise<number> {
  let traces = 0;
  for await (const _ of pickTraces(ctx, gathered, signal).read()) traces += 1;
  return traces;
}

/** Writes one zip that a stranger can open and check; nothing is left of it after a stop or a failure. */
export async function exportBundle(
  ctx: Ctx,
  deps: AuditDeps,
  { input, watch }: { readonly input: InputOf<'audit.export'>; readonly watch: AuditWatch },
): Promise<AuditExportReport> {
  const startMs = ctx.clock.monotonicMs();
  const { path, isOverwriting, ...choice } = input;
  const { exportedAt, gathered, times } = await begin(ctx, choice, watch);
  await watch.push({ kind: 'step', step: 'resolving', done: 0, total: 1 });
  const resolved = await resolveState({ ctx, gathered, times, signal: watch.signal });
  const sink = path === null ? pieces(watch) : await fileSink(ctx, { path, isOverwriting });
  try {
    let traces = 0;
    const composed = await write(ctx, deps, {
      choice,
      exportedAt,
      gathered,
      times,
      state: resolved.state,
      numbers: resolved.numbers,
      sink,
      watch,
      onTrace: () => (traces += 1),
    });
    await assertUnchanged(ctx, gathered);
    throwIfAborted(watch.signal);
    await sink.finish();
    return {
      ...{ path, bytes: composed.bytes, files: composed.files, counts: countsOf(gathered, { ...resolved, traces }) },
      ...{ tracesLeftOut: composed.manifest.tracesLeftOut, head: composed.manifest.head, isSigned: choice.isSigned },
      fingerprint: choice.isSigned ? fingerprintOf(deps.vault.keyPair.publicKey, sha256Hex) : null,
      ms: ctx.clock.monotonicMs() - startMs,
    };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function begin(ctx: Ctx, choice: AuditChoice, watch: AuditWatch) {
  await assertScope(ctx, choice);
  const exportedAt = ctx.clock.now().toISOString();
  const iso = (instant: string | undefined): string =>
    instant === undefined ? exportedAt : new Date(instant).toISOString();
  const times: Times = {
    ...{ validAt: iso(choice.validAt), knownAt: iso(choice.knownAt) },
    isKnownNow: choice.knownAt === undefined,
  };
  await ctx.traces.flush();
  const onRecord = async (done: number, total: number): Promise<void> => {
    if (done % RECORDS_A_STEP === 0) await watch.push({ kind: 'step', step: 'reading', done, total });
  };
  const gathered = await gather(
    ctx,
    { choice, knownMs: Date.parse(times.knownAt) },
    { signal: watch.signal, onRecord },
  );
  return { exportedAt, times, gathered };
}

async function assertScope(ctx: Ctx, { spaceId, conversationId }: AuditChoice): Promise<void> {
  if (spaceId !== undefined && (await findSpace(ctx.db.read, spaceId)) === null)
    throw new AppError('space.not-found', 'There is no such space.');
  if (conversationId !== undefined && (await findConversation(ctx.db.read, conversationId)) === null)
    throw new AppError('conversation.not-found', 'There is no conversation with this id.');
}

type Counted = { readonly facts: number; readonly conflicts: number; readonly traces: number };

const countsOf = ({ counts, names }: Gathered, { facts, conflicts, traces }: Counted): AuditCounts => ({
  ...counts,
  ...{ names: names?.size ?? 0, facts, conflicts, traces },
});

type Writing = {
  readonly choice: AuditChoice;
  readonly exportedAt: string;
  readonly gathered: Gathered;
  readonly times: Times;
  readonly state: unknown;
  readonly numbers: ReadonlyMap<string, string>;
  readonly sink: Sink<Uint8Array>;
  readonly watch: AuditWatch;
  readonly onTrace: () => void;
};

async function write(ctx: Ctx, deps: AuditDeps, writing: Writing): Promise<Composed> {
  const { gathered, watch, sink } = writing;
  const material = await buildMaterial(ctx, deps, writing);
  const total = gathered.head.seq;
  return composeBundle(material, sink.write, {
    signal: watch.signal,
    onRecord: async (seq) => {
      if (seq % RECORDS_A_STEP === 0) await watch.push({ kind: 'step', step: 'writing', done: seq, total });
    },
  });
}

async function buildMaterial(ctx: Ctx, deps: AuditDeps, writing: Writing): Promise<Material> {
  const { choice, exportedAt, gathered, times, state, watch } = writing;
  const { keyPair, journalId, createdAt } = deps.vault;
  const { scope, head } = gathered;
  const sign = (text: string): string => signBytes(null, Buffer.from(text), keyPair.privateKey).toString('base64');
  const headFields = { seq: head.seq, hash: head.hash, at: exportedAt };
  const traces = pickTraces(ctx, gathered, watch.signal);
  const about: Material['about'] = {
    ...{ format: 'palimpsest.audit', version: 1, exportedAt, app: { name: 'Palimpsest', version: deps.version } },
    ...{ vault: { journalId, createdAt }, head, times: { validAt: times.validAt, knownAt: times.knownAt } },
    // An id may hold a name, where it came from a file.
    scope: {
      ...scope,
      conversationId: shownId(scope.conversationId, writing),
      spaceId: shownId(scope.spaceId, writing),
    },
    redaction: { bodies: choice.isBodiesCovered, names: choice.isNamesCovered },
  };
  return {
    ...{ about, state, config: await describeConfig(ctx, gathered, deps.version) },
    records: readUntil(ctx, head.seq, watch.signal),
    opennessOf: ({ seq }) => gathered.opennessOf(seq),
    head: {
      ...headFields,
      signed: choice.isSigned
        ? { publicKey: keyPair.publicKey, signature: sign(signingText(HEAD_PURPOSE, headFields)) }
        : null,
    },
    traces: counted(traces.read(), writing.onTrace),
    tracesLeftOut: traces.leftOut,
    readme: readmeOf({ exportedAt, fingerprint: choice.isSigned ? fingerprintOf(keyPair.publicKey, sha256Hex) : null }),
    viewerTemplate: await readBuilt(deps.folder, 'audit-viewer.html'),
    verifyScript: await readBuilt(deps.folder, 'audit-verify.mjs'),
    sign: choice.isSigned ? { publicKey: keyPair.publicKey, sign } : null,
  };
}

const shownId = (id: string | null, { numbers, gathered }: Pick<Writing, 'numbers' | 'gathered'>): string | null =>
  id === null ? null : (numbers.get(id) ?? gathered.names?.cover(id) ?? id);

async function* counted(traces: AsyncIterable<unknown>, onTrace: () => void): AsyncGenerator<unknown, void, undefined> {
  for await (const trace of traces) {
    onTrace();
    yield trace;
  }
}

async function readBuilt(folder: string, name: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(folder, name)));
}

/** What was forgotten while the bundle was written would still be in it. */
async function assertUnchanged(ctx: Pick<Ctx, 'journal'>, { head }: Gathered): Promise<void> {
  for await (const record of ctx.journal.read(head.seq + 1)) {
    if (record.kind === 'erased')
      throw new AppError(
        'audit.changed',
        'Something was forgotten while the bundle was written, so it was thrown away. Write it again.',
        { retry: 'later' },
      );
  }
}

async function fileSink(
  ctx: Ctx,
  place: { readonly path: string; readonly isOverwriting: boolean },
): Promise<Sink<Uint8Array>> {
  return openFileSink({ ...place, dataFolder: ctx.dataFolder, id: ctx.ids.uuid() });
}

/** Hands the zip over piece by piece; the reader's pace is ours. */
function pieces({ push, signal }: AuditWatch): Sink<Uint8Array> {
  let held: Uint8Array = new Uint8Array();
  return {
    write: async (bytes) => {
      throwIfAborted(signal);
      held = held.length === 0 ? Uint8Array.from(bytes) : new Uint8Array(Buffer.concat([held, bytes]));
      let from = 0;
      for (; held.length - from >= PIECE_BYTES; from += PIECE_BYTES)
        await push({ kind: 'data', data: Buffer.from(held.subarray(from, from + PIECE_BYTES)).toString('base64') });
      held = held.slice(from);
    },
    finish: async () => {
      if (held.length > 0) await push({ kind: 'data', data: Buffer.from(held).toString('base64') });
    },
    discard: async () => {
      held = new Uint8Array();
    },
  };
}
