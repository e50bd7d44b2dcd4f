import type { AppStatus } from '../contract/app.ts';
import type { FindingCode } from '../contract/health.ts';
import type { Ctx } from '../ctx.ts';
import { findMark, listOpenFindings } from '../stores/health-findings.ts';
import { LOOKS_MARK, Looks } from './sentinel.ts';

const BREAKS: readonly FindingCode[] = ['journal.damaged', 'journal.segment-missing', 'journal.head'];

/** Whether the journal is unbroken, by the sentinel's last round that read every byte of it. */
export async function findHistory(ctx: Ctx): Promise<Pick<AppStatus['history'], 'state' | 'checkedAt'>> {
  const looks = await findMark(ctx.db.read, LOOKS_MARK, Looks);
  const open = await listOpenFindings(ctx.db.read);
  const broken = open.find(({ code }) => BREAKS.includes(code));
  if (broken !== undefined) return { state: 'broken', checkedAt: broken.lastAt.toISOString() };
  const checkedAt = looks?.thoroughAt ?? null;
  return { state: checkedAt === null ? 'unchecked' : 'unbroken', checkedAt };
}
