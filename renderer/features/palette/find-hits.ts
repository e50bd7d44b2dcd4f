import type { SearchHit } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { toFailed } from '../failure.ts';

/** Substring search over titles and turns; a failure is a sentence, because the palette goes on without it. */
export async function findHits(
  query: string,
  signal: AbortSignal,
): Promise<{ readonly hits: readonly SearchHit[]; readonly failure: string | null }> {
  if (query.trim() === '') return { hits: [], failure: null };
  try {
    const { hits } = await api.call('conversations.search', { query: query.trim(), limit: 20 }, signal);
    return { hits, failure: null };
  } catch (error) {
    const { isAborted, message } = toFailed(error);
    return { hits: [], failure: isAborted ? null : message };
  }
}
