import { join } from 'node:path';
import type { DiskKind, HealthView, LegDay } from '../contract/health.ts';
import { LegName } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { freeBytes } from '../lib/disk.ts';
import { findMark, listOpenFindings } from '../stores/health-findings.ts';
import { listLegDays } from '../stores/health-legs.ts';
import { measureSize } from './files.ts';
import { toFinding } from './finding.ts';
import { dayIn } from './leg-counts.ts';
import { LOOKS_MARK, Looks } from './sentinel.ts';

const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;

/** Everything of the Health page that is not about work in the background. */
export async function readHealth(ctx: Ctx): Promise<HealthView> {
  await ctx.traces.flush();
  const looks = await findMark(ctx.db.read, LOOKS_MARK, Looks);
  return {
    findings: (await listOpenFindings(ctx.db.read)).map(toFinding),
    checkedAt: looks?.at ?? null,
    thoroughAt: looks?.thoroughAt ?? null,
    records: ctx.journal.lastSeq,
    legs: await readLegs(ctx),
    disk: await readDisk(ctx),
    freeBytes: await freeBytes(ctx.dataFolder),
  };
}

type Rows = Awaited<ReturnType<typeof listLegDays>>;

async function readLegs(ctx: Ctx): Promise<HealthView['legs']> {
  const nowMs = ctx.clock.now().getTime();
  const days = Array.from({ length: SHOWN_DAYS }, (_, n) =>
    dayIn(new Date(nowMs - (SHOWN_DAYS - 1 - n) * DAY_MS).toISOString(), ctx.zone()),
  );
  const rows = await listLegDays(ctx.db.read, days[0] ?? '');
  return LegName.options.map((leg) => ({ leg, days: days.map((day) => toDay(rows, leg, day)) }));
}

function toDay(rows: Rows, leg: LegName, day: string): LegDay {
  const own = rows.filter((row) => row.leg === leg && row.day === day);
  const sum = (of: (row: Rows[number]) => number): number => own.reduce((total, row) => total + of(row), 0);
  const asked = (outcome: string) => (row: Rows[number]) => (row.outcome === outcome ? row.asked : 0);
  return {
    day,
    // One that was off or had nothing to search was not asked.
    asked: sum(({ asked: n }) => n) - sum(asked('disabled')) - sum(asked('empty store')),
    contributed: sum(asked('contributed')),
    failed: sum(asked('failed')),
    inPrompt: sum(({ inPrompt }) => inPrompt),
  };
}

const PLACES: Readonly<Record<Exclude<DiskKind, 'models' | 'small'>, string>> = {
  journal: 'journal',
  database: 'db',
  traces: 'traces',
  cache: 'cache',
  backups: 'backups',
};
const SMALL = [
  'settings.json',
  'drafts.json',
  'connections.json',
  'vault.json',
  'head.json',
  'lock',
  'logs',
  'uploads',
];

async function readDisk(ctx: Ctx): Promise<HealthView['disk']> {
  const sizes: { readonly kind: DiskKind; readonly bytes: number; readonly files: number }[] = [];
  for (const [kind, place] of Object.entries(PLACES) as [keyof typeof PLACES, string][])
    sizes.push({ kind, ...(await measureSize(join(ctx.dataFolder, place))) });
  sizes.push({ kind: 'models', ...(await measureSize(ctx.models.folder)) });
  let small = { bytes: 0, files: 0 };
  for (const name of SMALL) {
    const { bytes, files } = await measureSize(join(ctx.dataFolder, name));
    small = { bytes: small.bytes + bytes, files: small.files + files };
  }
  return [...sizes, { kind: 'small', ...small }];
}
