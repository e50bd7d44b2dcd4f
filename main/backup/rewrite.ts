import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { type JournalEvent, parseEvent } from '../journal/events/index.ts';
import { isBodiless, readRawLines } from '../journal/raw-lines.ts';
import { chainRecord, type JournalRecord, prepareRecord } from '../journal/record.pure.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Coder } from './coder.ts';
import { damaged } from './errors.ts';
import { type JournalChunk, type Manifest, toRanges } from './format.pure.ts';
import { findHolding, type Holding, listErasedSeqs } from './holding.ts';
import { openBackup } from './open-backup.ts';
import { findChunkBytes, type Place, readChunk, removeUnneeded, writeChunk, writeManifest } from './place.ts';
import { type Opened, readBack, splitLines, type Watch } from './read-back.ts';
import { compareProtection, type Protection, rewritePacks } from './rewrite-files.ts';
import { openBackupSettings } from './state.ts';
import { alone, sizeOf } from './write.ts';

/**
 * Takes what was forgotten out of every backup that still holds it, one after the other; each is replaced as a whole, so
 * that a stop leaves it as it was, and running it again goes on with the rest.
 */
export async function rewriteBackups(
  ctx: Ctx,
  { passphrase }: InputOf<'backups.rewrite'>,
  watch: Watch,
): Promise<OutputOf<'backups.rewrite'>> {
  const startMs = ctx.clock.monotonicMs();
  const erased = await listErasedSeqs(ctx, watch);
  const held = await findHolding(ctx, erased);
  const known = (await openBackupSettings(ctx)).get().keys;
  const rewritten: string[] = [];
  let bytes = 0;
  if (held.length > 0) {
    const now = await readNow(ctx, { seqs: new Set(held.flatMap(({ seqs }) => seqs)), watch });
    for (const each of held) {
      const unlock = { ids: ctx.ids, passphrase, knownKey: known[each.place.header.storeId] };
      const opened = await openBackup(each.place, each.summary.id, unlock);
      bytes += await alone(each.place, ctx, () => rewriteOne(ctx, { each, opened, erased, now }, watch));
      rewritten.push(each.summary.id);
    }
  }
  ctx.emit('backups.changed', {});
  return { rewritten, bytes, ms: ctx.clock.monotonicMs() - startMs };
}

/** What the journal says of itself now. */
type Now = {
  /** The lines of the records that go, without their bodies. */
  readonly lines: ReadonlyMap<number, Buffer>;
  readonly amendments: readonly { readonly seq: number; readonly target: number; readonly event: JournalEvent }[];
  readonly licences: readonly { readonly seq: number; readonly seqs: readonly number[] }[];
};

async function readNow(
  ctx: Ctx,
  { seqs, watch }: { readonly seqs: ReadonlySet<number>; readonly watch: Watch },
): Promise<Now> {
  const lines = new Map<number, Buffer>();
  for await (const { seq, bytes } of readRawLines(ctx.dataFolder, ctx.journal.lastSeq))
    if (seqs.has(seq)) lines.set(seq, bytes);
  const amendments: Now['amendments'][number][] = [];
  const licences: Now['licences'][number][] = [];
  for await (const record of ctx.journal.read(1)) {
    if (record.seq % 500 === 0) {
      throwIfAborted(watch.signal);
      await watch.breathe();
    }
    if (record.kind !== 'amended' && record.kind !== 'erased') continue;
    const parsed = parseEvent(record);
    if (parsed.state !== 'known') continue;
    if (parsed.event.kind === 'amended')
      amendments.push({ seq: record.seq, target: parsed.event.body.seq, event: parsed.event });
    if (parsed.event.kind === 'erased') licences.push({ seq: record.seq, seqs: parsed.event.body.seqs });
  }
  return { lines, amendments, licences };
}

type Rewriting = {
  readonly each: Holding;
  readonly opened: Opened;
  readonly erased: readonly number[];
  readonly now: Now;
};

async function rewriteOne(ctx: Ctx, rewriting: Rewriting, watch: Watch): Promise<number> {
  const { place, manifest, coder } = rewriting.opened;
  const put = createPut(place, coder);
  const protection = await compareProtection(ctx, rewriting.opened);
  const { journal, bodiless, last } = await rewriteJournal(rewriting, { put, watch });
  const tail = buildTail(ctx, rewriting, { bodiless, last, protection });
  const end = tail.at(-1)?.record ?? last;
  const tailChunk = await putTail(tail, put);
  const contents = {
    journal: tailChunk === null ? journal : [...journal, tailChunk],
    packs: await rewritePacks(ctx, rewriting.opened, { put: put.put, protection }),
  };
  const chunks = [...new Set([...contents.journal, ...contents.packs].map(({ id }) => id))];
  const rewritten: Manifest = {
    contents,
    summary: {
      ...manifest.summary,
      lastSeq: end.seq,
      lastHash: end.hash,
      withoutBody: toRanges(bodiless),
      bytes: await sizeOf(place, chunks),
      chunks,
      rewrittenAt: ctx.clock.now().toISOString(),
    },
  };
  const { faults } = await readBack({ place, manifest: rewritten, coder }, watch);
  if (faults.length > 0) throw damaged('journal', 'it does not belong to the history of this vault');
  await writeManifest(place, rewritten, coder);
  await removeUnneeded(place);
  return put.written();
}

type Put = { readonly put: (plain: Buffer) => Promise<string>; readonly written: () => number };

function createPut(place: Place, coder: Coder): Put {
  let bytes = 0;
  return {
    written: () => bytes,
    put: async (plain) => {
      const id = coder.idOf(plain);
      if ((await findChunkBytes(place, id)) !== null) return id;
      const stored = await coder.encode(id, plain);
      await writeChunk(place, id, stored);
      bytes += stored.length;
      return id;
    },
  };
}

type Protected = { readonly protection: Protection };
type Work = { readonly put: Put; readonly watch: Watch };
type End = Pick<JournalRecord, 'seq' | 'hash'>;

/** The records that backup and vault share, without the bodies that the vault has lost; what followed them is built anew. */
async function rewriteJournal({ each, opened, now }: Rewriting, { put, watch }: Work) {
  const { place, manifest, coder } = opened;
  const { sharedSeq } = manifest.summary;
  const goes = new Set(each.seqs);
  const journal: JournalChunk[] = [];
  const bodiless: number[] = [];
  let last: End = { seq: 0, hash: '' };
  for (const chunk of manifest.contents.journal) {
    if (chunk.firstSeq > sharedSeq) break;
    throwIfAborted(watch.signal);
    await watch.breathe();
    const lines = splitLines(await readChunk(place, chunk, coder)).map((line, index) => {
      const seq = chunk.firstSeq + index;
      const replaced = goes.has(seq) ? (now.lines.get(seq) ?? line) : line;
      if (isBodiless(replaced)) bodiless.push(seq);
      return replaced;
    });
    const plain = Buffer.concat(lines.flatMap((line) => [line, NEWLINE]));
    journal.push({ ...chunk, id: await put.put(plain), bytes: plain.length });
    last = { seq: chunk.lastSeq, hash: hashIn(lines.at(-1)) };
    watch.onStep('reading', chunk.lastSeq, sharedSeq);
  }
  return { journal, bodiless, last };
}

const NEWLINE = Buffer.from('\n');

function hashIn(line: Buffer | undefined): string {
  const hash = /"hash":"([0-9a-f]{64})","id":/.exec(line?.toString('latin1') ?? '')?.[1];
  if (hash === undefined) throw damaged('journal', 'a record in it has no hash');
  return hash;
}

/**
 * The records that license the missing bodies: in the vault they came after the backup was made. What is left of a record
 * that was amended is said again, so that the backup tells the same story as the vault.
 */
function buildTail(
  ctx: Ctx,
  { opened, now }: Rewriting,
  { bodiless, last, protection }: { readonly bodiless: readonly number[]; readonly last: End } & Protected,
): readonly { readonly record: JournalRecord; readonly line: string }[] {
  const { sharedSeq } = opened.manifest.summary;
  const licensed = new Set(now.licences.flatMap(({ seq, seqs }) => (seq <= sharedSeq ? seqs : [])));
  const left = new Map<number, JournalEvent>();
  // Under a key that the backup does not hold, what is left of a record would be closed for ever, and is left out.
  const amendments = protection === 'other' ? [] : now.amendments;
  for (const { seq, target, event } of amendments) if (seq > sharedSeq && target <= sharedSeq) left.set(target, event);
  const wanted = bodiless.filter((seq) => !licensed.has(seq));
  const events: JournalEvent[] = [...left.values()];
  for (let from = 0; from < wanted.length; from += SEQS_A_RECORD)
    events.push({ kind: 'erased', body: { seqs: wanted.slice(from, from + SEQS_A_RECORD) } });
  let end = last;
  return events.map(({ kind, body }) => {
    const salt = Buffer.from(ctx.ids.bytes(32)).toString('hex');
    const at = ctx.clock.now().toISOString();
    const chained = chainRecord(
      prepareRecord({ at, id: ctx.ids.uuid(), kind, body: JSON.parse(JSON.stringify(body)), salt }),
      { seq: end.seq + 1, prev: end.hash },
      protection === 'same' ? ctx.journal.sealer : null,
    );
    end = chained.record;
    return chained;
  });
}

const SEQS_A_RECORD = 10_000;

async function putTail(
  tail: readonly { readonly record: JournalRecord; readonly line: string }[],
  { put }: Put,
): Promise<JournalChunk | null> {
  const [first, last] = [tail[0]?.record, tail.at(-1)?.record];
  if (first === undefined || last === undefined) return null;
  const plain = Buffer.from(tail.map(({ line }) => `${line}\n`).join(''), 'utf8');
  return { id: await put(plain), firstSeq: first.seq, lastSeq: last.seq, bytes: plain.length };
}
