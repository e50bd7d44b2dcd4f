import type { FeedPassage, FeedTurn } from '../../stores/feed.ts';
import { contentOf } from '../../stores/project/lexical-text.pure.ts';
import { describeTurn } from '../ranking/describe.pure.ts';
import type { FragmentFacts } from './columns.pure.ts';

export function factsOfTurn(turn: FeedTurn): FragmentFacts {
  const content = contentOf(turn);
  return {
    id: turn.id,
    kind: 'turn',
    group: turn.conversationId,
    session: `${turn.conversationId} ${turn.session ?? ''}`,
    position: turn.position,
    role: turn.role,
    speaker: turn.speaker,
    flags: describeTurn(content, turn.attachments.length > 0),
    chars: content.length,
    saidAtMs: turn.saidAt?.getTime() ?? Number.NaN,
    knownAtMs: turn.knownAt.getTime(),
    seq: turn.seq,
  };
}

/** A passage is removed by itself, and stands beside the other chunks of its document. */
export function factsOfPassage(passage: FeedPassage): FragmentFacts {
  return {
    id: passage.id,
    kind: passage.kind,
    group: passage.id,
    session: passage.parentId ?? passage.id,
    position: passage.fromChar,
    role: 'other',
    speaker: passage.title,
    flags: 0,
    chars: passage.lexical.length,
    saidAtMs: passage.saidAt?.getTime() ?? Number.NaN,
    knownAtMs: passage.knownAt.getTime(),
  };
}
