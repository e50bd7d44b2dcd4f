import { decideSwitch } from '../consent/consent.pure.ts';
import { readConsent } from '../consent/consent.ts';
import { newSpace } from '../consent/new-space.ts';
import type { Conversation, Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import type { ConversationId, SpaceId } from '../contract/ids.ts';
import type { Consent } from '../contract/spaces.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf, JournalEvent } from '../journal/events/index.ts';
import { toStoredText } from '../lib/text.ts';
import { findConversation, toConversation } from '../stores/conversations.ts';
import { findTurn, getNextPosition, listPath, listTurns } from '../stores/episodes.ts';
import type { TurnRow } from '../stores/rows.ts';
import { viewTurns } from './view-turns.ts';

/** A conversation that is going on, wherever it is kept. */
export type Thread = {
  readonly id: ConversationId;
  readonly spaceId: SpaceId;
  readonly isTemporary: boolean;
  /** The end of the active path; null while nothing was said. */
  readonly leafId: () => Promise<string | null>;
  readonly parentOf: (turnId: string) => Promise<string | null>;
  /** The last `limit` turns from the root to `turnId`, in order. */
  readonly pathTo: (turnId: string, limit: number) => Promise<readonly TurnRow[]>;
  readonly say: (turn: NewTurn, answer?: Omit<BodyOf<'answered'>, 'replyTurnId'>) => Promise<Turn>;
  readonly view: () => Promise<Conversation>;
  /** What may be kept of what is said here, and used for it, now. */
  readonly consent: () => Promise<Consent>;
};

/** Switches that a new conversation begins with; absent: as its space has them. */
export type OwnSwitches = { readonly isSaving?: boolean | undefined; readonly isUsing?: boolean | undefined };

export type NewTurn = Pick<BodyOf<'turn.said'>, 'turnId' | 'parentTurnId' | 'role' | 'speaker' | 'text' | 'status'>;

export const notFound = (): AppError =>
  new AppError('conversation.not-found', 'This conversation is not here any more.', { retry: 'never' });

type StartIn = { readonly spaceId: SpaceId; readonly own: OwnSwitches };

/** A conversation in the journal; `startIn` makes it with its first turn. */
export async function openThread(ctx: Ctx, id: string, startIn: StartIn | null): Promise<Thread> {
  const row = startIn === null ? await findConversation(ctx.db.read, id) : null;
  if (startIn === null && (row === null || row.isRemoved)) throw notFound();
  const spaceId = startIn?.spaceId ?? (row?.spaceId as SpaceId);
  let isStarted = startIn === null;

  const begin = async (): Promise<readonly JournalEvent[]> => {
    if (isStarted) return [];
    const space = await newSpace(ctx, spaceId);
    isStarted = true;
    const startedAt = ctx.clock.now().toISOString();
    const body = { conversationId: id, spaceId, title: null, source: 'palimpsest' as const, originId: null, startedAt };
    return [...space, { kind: 'conversation.started', body }, ...ownSwitches(id, startIn?.own ?? {})];
  };

  const consent = async (): Promise<Consent> => {
    const read = await readConsent(ctx, { conversationId: id, spaceId });
    return isStarted || startIn === null ? read : beginsWith(ctx, read, startIn.own);
  };

  const view = async (): Promise<Conversation> => {
    const current = await findConversation(ctx.db.read, id);
    if (current === null) throw notFound();
    return toConversation(current);
  };

  return {
    id: id as ConversationId, // read from the store, or made by the caller
    spaceId,
    isTemporary: false,
    leafId: async () => (isStarted ? ((await findConversation(ctx.db.read, id))?.activeLeafId ?? null) : null),
    parentOf: async (turnId) => {
      const turn = await findTurn(ctx.db.read, turnId);
      if (turn === null || turn.conversationId !== id)
        throw new AppError('turn.not-found', 'This turn is not here any more.');
      return turn.parentId;
    },
    pathTo: async (turnId, limit) => listTurns(ctx.db.read, (await listPath(ctx.db.read, turnId)).slice(-limit)),
    consent,
    say: async (turn, answer) => {
      const { save } = await consent();
      const position = isStarted ? await getNextPosition(ctx.db.read, id) : 0;
      const said: JournalEvent = {
        kind: 'turn.said',
        body: {
          ...turnBody(ctx, { ...turn, conversationId: id, position }),
          ...(save.isOn ? {} : { isUnsaved: true }),
        },
      };
      const answered: readonly JournalEvent[] =
        answer === undefined ? [] : [{ kind: 'answered', body: answeredBody(turn.turnId, answer, save.isOn) }];
      await ctx.commit([...(await begin()), said, ...answered]);
      ctx.indexer.wake();
      ctx.emit('conversations.changed', { ids: [id as ConversationId] });
      const [viewed] = await viewTurns(ctx.db.read, await listTurns(ctx.db.read, [turn.turnId]));
      if (!viewed) throw new Error('bug: a turn that was written is not there');
      return viewed;
    },
    view,
  };
}

/** Where nothing is saved, memory does not learn what was of use either. */
const answeredBody = (
  replyTurnId: string,
  answer: Omit<BodyOf<'answered'>, 'replyTurnId'>,
  isSaving: boolean,
): BodyOf<'answered'> => ({ ...answer, replyTurnId, isAccess: answer.isAccess && isSaving });

function ownSwitches(conversationId: string, { isSaving, isUsing }: OwnSwitches): readonly JournalEvent[] {
  const change = { ...(isSaving === undefined ? {} : { isSaving }), ...(isUsing === undefined ? {} : { isUsing }) };
  if (Object.keys(change).length === 0) return [];
  return [{ kind: 'conversation.consent-set', body: { conversationId, ...change } }];
}

function beginsWith(ctx: Pick<Ctx, 'settings'>, read: Consent, { isSaving, isUsing }: OwnSwitches): Consent {
  const settings = ctx.settings.get();
  const own = (isOn: boolean | undefined): boolean | null => isOn ?? null;
  return {
    ...read,
    save: decideSwitch({ settings: settings.isSaving, space: read.save.isOn, conversation: own(isSaving) }),
    use: decideSwitch({ settings: settings.isUsing, space: read.use.isOn, conversation: own(isUsing) }),
  };
}

export function turnBody(
  ctx: Ctx,
  turn: NewTurn & { readonly conversationId: string; readonly position: number },
): BodyOf<'turn.said'> {
  return {
    ...turn,
    // The tables cannot hold NUL or half a character, and a record that they refuse would stop every start.
    speaker: toStoredText(turn.speaker).text,
    text: toStoredText(turn.text).text,
    saidAt: ctx.clock.now().toISOString(),
    isTimeInferred: false,
    zone: ctx.zone(),
    session: null,
    attachments: [],
    importId: null,
    isHidden: false,
  };
}
