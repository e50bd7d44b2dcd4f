import type { Entity, EntityType } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';

const SHOWN = 12;

/** Names that hold these letters, for choosing one; none where they cannot be read, for then the name is typed. */
export async function findEntities(
  query: string,
  types: readonly EntityType[],
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  try {
    const { entities } = await api.call(
      'codex.entities',
      {
        ...{ limit: SHOWN, offset: 0 },
        ...(query.trim() === '' ? {} : { query: query.trim() }),
        ...(types.length === 0 ? {} : { types: [...types] }),
      },
      signal,
    );
    return entities;
  } catch {
    // A newer query replaced it, or the engine is away and the banner says so.
    return [];
  }
}
