import type { TemporaryChats } from '../chat/temporary.ts';
import { readConsent, setConsent } from '../consent/consent.ts';
import type { Handlers } from '../contract/handlers.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import * as spaces from './spaces.ts';

type Key =
  | 'spaces.list'
  | 'spaces.create'
  | 'spaces.change'
  | 'spaces.remove'
  | 'spaces.restore'
  | 'conversations.move';

/** Spaces and switches: contract key → use-case. */
export function spaceHandlers(
  ctx: Ctx,
  temporary: TemporaryChats,
): Pick<Handlers, Key | 'consent.get' | 'consent.set'> {
  return {
    'spaces.list': (input) => spaces.readSpaces(ctx, input),
    'spaces.create': (input) => spaces.createSpace(ctx, input),
    'spaces.change': (input) => spaces.changeSpace(ctx, input),
    'spaces.remove': ({ id }) => spaces.removeSpace(ctx, id),
    'spaces.restore': ({ id }) => spaces.restoreSpace(ctx, id),
    'conversations.move': (input) => spaces.moveConversation(ctx, input),
    'consent.get': async (input) => {
      if ('spaceId' in input) return readConsent(ctx, { conversationId: null, spaceId: input.spaceId });
      if (temporary.has(input.conversationId)) return temporary.open(input.conversationId).consent();
      return readConsent(ctx, { conversationId: input.conversationId, spaceId: DEFAULT_SPACE });
    },
    'consent.set': (input) => setConsent(ctx, input),
  };
}
