import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BodyOf, JournalEvent } from '../../main/journal/events/index.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { silentLog } from '../../main/lib/log.ts';
import { openStore } from '../../main/stores/open.ts';
import type { Applied } from '../../main/stores/project/apply.ts';
import { type Db, execute, type Tx } from '../../main/stores/run.ts';

const built = resolve(import.meta.dirname, '../../out/db-template');
/** Where no build has left a template of this version, the first database of a run becomes it. */
let template: Promise<string> | null = null;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-template-'));
  const opened = await openStore({ dataFolder: folder, templateFolder: built }, { clock: systemClock, log: silentLog });
  await opened.db.close();
  return join(folder, 'db');
}

export type Database = AsyncDisposable & { readonly db: Db; readonly folder: string };

/** A database of its own, empty, in a folder that goes with it. */
export async function openDatabase(): Promise<Database> {
  template ??= makeTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-stores-'));
  await cp(await template, join(folder, 'db'), { recursive: true });
  const { db } = await openStore({ dataFolder: folder, templateFolder: built }, { clock: systemClock, log: silentLog });
  return {
    db,
    folder,
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const TABLES = [
  ...[
    'space',
    'slot_version',
    'conversation',
    'turn',
    'answer',
    'turn_life',
    'decay_pass',
    'tagging',
    'import_run',
    'passage',
    'document',
  ],
  ...['watched_folder', 'folder_file', 'folder_check'],
  ...['entity', 'entity_name', 'entity_version', 'entity_link', 'claim', 'claim_standing', 'revision', 'inbox'],
  ...['own_relation', 'codex_tombstone', 'extraction', 'kept_apart', 'merge_plan', 'job'],
  ...['procedure', 'procedure_entry', 'procedure_heard', 'procedure_use'],
  ...['correction', 'adopted_heads', 'conversation_model', 'answer_route'],
  ...['cluster', 'cluster_turn', 'cluster_pass', 'reflection', 'reflection_evidence', 'reflection_pass'],
  ...['summary', 'summary_turn', 'summary_look'],
  ...['tombstone', 'forgotten', 'amendment', 'conversation_title', 'conversation_shift', 'space_version'],
  ...['embedding_space', 'fragment_vector', 'fragment_token', 'fragment_pending'],
];

/** Back to the state of a new database. */
export async function empty(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Quicker than TRUNCATE, which makes every index anew.
    for (const table of TABLES) await execute(tx, `delete from ${table}`);
    await execute(tx, `update projection set applied_seq = 0, applied_hash = repeat('0', 64)`);
  });
}

class RolledBack extends Error {}

/** Runs work whose writes nobody else ever sees. */
export async function rolledBack(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  let isDone = false;
  await db
    .transaction(async (tx) => {
      await work(tx);
      isDone = true;
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!isDone) throw error;
    });
}

type Event = NonNullable<Applied['event']>;
type Said = Extract<Event, { kind: 'turn.said' }>['body'];

export const said = (turnId: string, over: Partial<Said> = {}): Event => ({
  kind: 'turn.said',
  body: {
    turnId,
    conversationId: 'c',
    parentTurnId: null,
    position: 0,
    role: 'user',
    speaker: 'Ada',
    text: `words of ${turnId}`,
    saidAt: '2024-05-01T10:00:00Z',
    isTimeInferred: false,
    zone: 'UTC',
    session: null,
    status: 'complete',
    attachments: [],
    importId: null,
    isHidden: false,
    ...over,
  },
});

export const started = (conversationId: string, spaceId = 'home'): Event => ({
  kind: 'conversation.started',
  body: { conversationId, spaceId, title: null, source: 'palimpsest', originId: null, startedAt: null },
});

/** Events as the journal hands them on, one second apart. */
export const record = (events: readonly (Event | null)[], from = 1): readonly Applied[] =>
  events.map((event, index) => ({
    seq: from + index,
    hash: String(from + index).padStart(64, '0'),
    at: new Date(Date.UTC(2024, 5, 1) + (from + index) * 1000).toISOString(),
    event,
    ...(event?.kind === 'amended' ? { left: leftBy(event.body) } : {}),
  }));

/** What an `amended` record says is left, as the engine reads it from the journal. */
const leftBy = ({ kind, body }: BodyOf<'amended'>): Event =>
  JournalEvent.parse({ kind, body: JSON.parse(JSON.stringify(body)) });
