import { z } from 'zod';
import { ObjectKind, type OwnRelation } from '../codex/vocabulary.pure.ts';
import { Bucket } from '../contract/codex.ts';
import { type ReadTx, run } from './run.ts';

const Row = z.object({
  name: z.string(),
  bucket: Bucket,
  description: z.string(),
  object: z.array(ObjectKind).readonly(),
});

/** Relations that the user added and did not take back. */
export function listOwnRelations(tx: ReadTx): Promise<readonly OwnRelation[]> {
  return run(
    tx,
    Row,
    `select name, bucket, description, object from own_relation where undone_seq is null order by name`,
  );
}
