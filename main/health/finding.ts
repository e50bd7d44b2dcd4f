import type { Finding } from '../contract/health.ts';
import type { FindingRow } from '../stores/health-findings.ts';

/** A finding as the wire has it. */
export function toFinding(row: FindingRow): Finding {
  return {
    id: row.id,
    code: row.code,
    severity: row.severity,
    since: row.firstAt.toISOString(),
    seenAt: row.lastAt.toISOString(),
    message: row.message,
    fix: row.fix,
    repair: row.repair,
    evidence: row.evidence,
    isDismissed: row.dismissedAt !== null,
    repairNote: row.repairNote,
  };
}
