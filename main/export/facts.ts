import { listFacts } from '../codex/facts.ts';
import type { Revision, Space, SpaceId } from '../contract/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { readSpaces } from '../spaces/spaces.ts';
import type { ExportRun } from './history.ts';

/** The spaces that an export is about. */
export async function listExportedSpaces({ ctx, scope }: ExportRun): Promise<readonly Space[]> {
  const { spaces } = await readSpaces(ctx, {});
  return scope.spaceId === null ? spaces : spaces.filter(({ id }) => id === scope.spaceId);
}

/** Every revision of a space, also those that are over; of a part of the history what rests on it or was learnt then. */
export async function listExportedFacts(run: ExportRun, spaceId: SpaceId): Promise<readonly Revision[]> {
  throwIfAborted(run.signal);
  const { facts } = await listFacts(run.ctx, { spaceId, history: true });
  const { conversationId, from, to } = run.scope;
  return facts.filter(
    ({ evidence, knownFrom }) =>
      (conversationId === null || evidence.some((each) => each.conversationId === conversationId)) &&
      (from === null || Date.parse(knownFrom) >= Date.parse(from)) &&
      (to === null || Date.parse(knownFrom) <= Date.parse(to)),
  );
}
