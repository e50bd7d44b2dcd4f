import type { BodyOf } from '../../journal/events/index.ts';
import type { Tx } from '../run.ts';
import { type Recorded, replacePassage } from './passages.ts';

export async function setProcedure(tx: Tx, { seq, at, body }: Recorded<BodyOf<'procedure.set'>>): Promise<void> {
  const text = [body.trigger, ...body.steps].join('\n');
  const own = { id: body.procedureId, kind: 'procedure' as const, title: body.trigger, body: text };
  await replacePassage(
    tx,
    { ...own, parentId: null, saidAt: at, page: null, from: 0, to: text.length, evidence: body.evidence },
    { seq, at, spaceId: body.spaceId, zone: body.zone },
  );
}
