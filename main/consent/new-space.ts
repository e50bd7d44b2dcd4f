import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { findSpace } from '../stores/spaces.ts';

/** A space that nobody has made yet is made by what comes into it first: scripts name them freely. Nothing goes into one that was removed. */
export async function newSpace(ctx: Pick<Ctx, 'db'>, spaceId: string): Promise<readonly JournalEvent[]> {
  const space = await findSpace(ctx.db.read, spaceId);
  if (space?.isRemoved) throw new AppError('space.not-found', 'This space was removed. Bring it back first.');
  return space === null ? [{ kind: 'space.created', body: { spaceId, name: spaceId } }] : [];
}
