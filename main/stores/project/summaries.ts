import type { BodyOf } from '../../journal/events/index.ts';
import type { Tx } from '../run.ts';
import { type Recorded, replacePassage } from './passages.ts';

export async function writeSummary(tx: Tx, { seq, at, body }: Recorded<BodyOf<'summary.written'>>): Promise<void> {
  const own = { id: body.summaryId, kind: 'summary' as const, title: body.title, body: body.text };
  await replacePassage(
    tx,
    { ...own, parentId: null, saidAt: body.saidAt, page: null, from: 0, to: body.text.length, evidence: body.covers },
    { seq, at, spaceId: body.spaceId, zone: body.zone },
  );
}
