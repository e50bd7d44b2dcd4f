import {
  AppError,
  type Client,
  ConversationId,
  type ForgetChoice,
  type ForgetCounts,
  type ForgetPreview,
  type ForgetProgress,
  type ForgetReceipt,
  type ForgetSelection,
  type SpaceId,
  TurnId,
} from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped } from './print.ts';
import { getSpace } from './space.ts';
import { countOf, sizeOf, timeOf, toPlain } from './text.pure.ts';
import { beginOf, checkTimes, createTimeReader } from './times.ts';
import { withEngine } from './with-engine.ts';

const many = { type: 'string', multiple: true } as const;

/** `palimpsest forget`: shows what would go; with `--yes` it goes, so that no byte is left. */
export const forget: Command = {
  name: 'forget',
  usage:
    'forget --turn ID…|--conversation ID…|--entity N|--about T|--from T --to T|--document ID…|--space S|--everything [--yes]',
  summary: 'forget something so that no byte of it is left; shows first what would go',
  options: {
    ...{ turn: many, conversation: many, document: many },
    ...{ entity: { type: 'string' }, about: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
    ...{ space: { type: 'string' }, everything: { type: 'boolean' }, repeats: { type: 'boolean' } },
    ...{ keep: many, part: { type: 'string' }, yes: { type: 'boolean' } },
  },
  flags: [
    ['--turn ID…', 'these turns; --part FROM-TO only these characters of one'],
    ['--conversation ID…', 'whole conversations'],
    ['--entity N', 'a person, place or thing, by name or id: all that is known of it and every turn that names it'],
    ['--about T', 'everything that holds these words'],
    ['--from T --to T', 'what was said in this time, the last day included'],
    ['--document ID…', 'documents'],
    ['--space S', 'a whole space; with --entity, --about or --from/--to: only in this space'],
    ['--everything', 'all there is'],
    ['--repeats', 'other turns that say the same words too'],
    ['--keep ID…', 'turns of the selection that stay'],
    ['--yes', 'do it; without this, nothing is changed'],
  ],
  run: async (cli, args) => {
    checkTimes(args, ['from', 'to']);
    const kind = kindOf(args);
    if (!isList(kind)) requireWords(args.words, []);
    return withEngine(cli, { dataFolder: getExistingDataFolder(cli, args) }, async (client) => {
      const choice: ForgetChoice = {
        selection: await readSelection(client, args, kind),
        isWithRepeats: args.has('repeats'),
        except: args.all('keep').map((id) => TurnId.parse(id)),
      };
      if (!args.has('yes')) {
        const preview = await client.call('forget.preview', choice, cli.signal);
        if (args.has('json')) printJson(cli.stdout, toJson(preview));
        else printPreview(cli, preview);
        return 0;
      }
      const { preview, receipt } = await performAsItIs(cli, client, choice);
      if (args.has('json')) printJson(cli.stdout, toReceiptJson(receipt, preview));
      else printReceipt(cli, receipt);
      return receipt.scan.found === 0 ? 0 : 1;
    });
  },
};

/** `--turn A B C` as well as `--turn A --turn B`. */
const isList = (kind: Kind): boolean => kind === 'turn' || kind === 'conversation' || kind === 'document';
const idsOf = (args: Args, kind: Kind): readonly string[] => [...args.all(kind), ...args.words];

const KINDS = ['turn', 'conversation', 'document', 'entity', 'about', 'everything'] as const;
type Kind = (typeof KINDS)[number] | 'time' | 'space';

function kindOf(args: Args): Kind {
  const named = KINDS.filter((kind) => args.has(kind) || args.all(kind).length > 0);
  const isTime = args.text('from') !== undefined || args.text('to') !== undefined;
  if (named.length + (isTime ? 1 : 0) > 1) throw usageError('Say one thing to forget at a time.');
  const [kind] = named;
  if (kind !== undefined) return kind;
  if (isTime) {
    if (args.text('from') !== undefined && args.text('to') !== undefined) return 'time';
    throw usageError('--from and --to go together.');
  }
  if (args.text('space') !== undefined) return 'space';
  throw usageError('Say what to forget, for instance --turn ID or --about "words".');
}

async function readSelection(client: Client, args: Args, kind: Kind): Promise<ForgetSelection> {
  const inSpace = async (): Promise<SpaceId | undefined> => getSpace(client, args.text('space'));
  switch (kind) {
    case 'turn': {
      const turnIds = idsOf(args, kind).map((id) => TurnId.parse(id));
      const part = args.text('part');
      if (part === undefined) return { kind: 'turns', turnIds };
      const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(part) ?? [];
      const [turnId, ...others] = turnIds;
      if (from === undefined || to === undefined || turnId === undefined || others.length > 0 || +to <= +from)
        throw usageError('--part takes FROM-TO, as in 10-25, with one --turn.');
      return { kind: 'text', turnId, from: +from, to: +to };
    }
    case 'conversation':
      return { kind, conversationIds: idsOf(args, kind).map((id) => ConversationId.parse(id)) };
    case 'document':
      return { kind, documentIds: idsOf(args, kind) };
    case 'entity':
      return readEntity(client, args.text('entity') ?? '', await inSpace());
    case 'about':
      return { kind, words: args.text('about') ?? '', spaceId: (await inSpace()) ?? null };
    case 'time': {
      const read = createTimeReader(client);
      const from = await read(beginOf(args.text('from')), '--from');
      const to = await read(args.text('to'), '--to');
      if (from === undefined || to === undefined) throw usageError('--from and --to need times.');
      if (Date.parse(from) > Date.parse(to)) throw usageError('--from is later than --to.');
      return { kind, from, to, spaceId: (await inSpace()) ?? null };
    }
    case 'space': {
      const spaceId = await inSpace();
      if (spaceId === undefined) throw usageError('--space needs a name or id.');
      return { kind, spaceId };
    }
    case 'everything':
      return { kind };
  }
}

async function readEntity(client: Client, name: string, spaceId: SpaceId | undefined): Promise<ForgetSelection> {
  const spaces = spaceId === undefined ? (await client.call('spaces.list', {})).spaces.map(({ id }) => id) : [spaceId];
  const found: { readonly spaceId: SpaceId; readonly entityId: string }[] = [];
  for (const each of spaces) {
    const facts = await client.call('codex.entities', { spaceId: each, query: name, limit: 50, offset: 0 });
    const key = name.normalize('NFC').toLocaleLowerCase('en');
    for (const entity of facts.entities) {
      const names = [entity.id, entity.name, ...entity.aliases].map((one) =>
        one.normalize('NFC').toLocaleLowerCase('en'),
      );
      if (names.includes(key)) found.push({ spaceId: each, entityId: entity.id });
    }
  }
  const [only, ...more] = found;
  if (only === undefined) throw usageError('Nothing of this name is known. Use --about for words.');
  if (more.length > 0) throw usageError('Several are called this: name one by its id, or say --space.');
  return { kind: 'entity', ...only };
}

const MOST_LOOKS = 10;

/** Who says --yes was shown no list: where more was read in the background since it was made, it is made anew. */
async function performAsItIs(cli: Cli, client: Client, choice: ForgetChoice) {
  for (let looks = 1; ; looks += 1) {
    const preview = await client.call('forget.preview', choice, cli.signal);
    try {
      return { preview, receipt: await perform(cli, client, { ...choice, fingerprint: preview.fingerprint }) };
    } catch (error) {
      if (looks === MOST_LOOKS || !(error instanceof AppError) || error.code !== 'forget.changed') throw error;
    }
  }
}

type Run = ForgetChoice & { readonly fingerprint: string };

async function perform(cli: Cli, client: Client, run: Run): Promise<ForgetReceipt> {
  const progress = createProgress(cli.stderr);
  const onChunk = ({ step, done, total }: ForgetProgress): void => {
    const share = total === null || total === 0 ? '' : ` ${Math.floor((done / total) * 100)} %`;
    progress.show(`${SAID[step]}${share}`);
  };
  // Who says --yes to a preview on the command line has no use for a grace period.
  return client
    .stream('forget.run', { ...run, graceSeconds: 0 }, { onChunk, signal: cli.signal })
    .finally(progress.end);
}

const SAID: Readonly<Record<ForgetProgress['step'], string>> = {
  waiting: 'Waiting',
  erasing: 'Erasing the words from the history',
  removing: 'Removing what was made of them',
  clearing: 'Clearing caches and traces',
  compacting: 'Overwriting the space they took',
  scanning: 'Looking for what is left',
  closing: 'Writing the receipt',
};

/** Fields of design section 12.1. */
const toJson = (preview: ForgetPreview) => ({
  ...preview.counts,
  ...preview,
  backups: preview.backups,
  bytesFound: null,
  proof: null,
});

function toReceiptJson(receipt: ForgetReceipt, preview: ForgetPreview) {
  const { counts, scan, ...rest } = receipt;
  return {
    ...counts,
    ...rest,
    counts,
    scan,
    bytesFound: scan.found,
    backups: preview.backups,
    proof: { seq: receipt.seq, hash: receipt.hash, ...scan },
  };
}

const NAMES: readonly (readonly [keyof ForgetCounts, string])[] = [
  ['turns', 'turn'],
  ['conversations', 'whole conversation'],
  ['titles', 'changed title'],
  ['documents', 'document'],
  ['chunks', 'passage'],
  ['revisions', 'fact'],
  ['procedures', 'procedure'],
  ['summaries', 'summary'],
  ['reflections', 'conclusion'],
  ['slots', 'standing text'],
  ['traces', 'trace'],
  ['embeddings', 'vector'],
];

const describe = (counts: ForgetCounts): string =>
  NAMES.filter(([name]) => counts[name] > 0)
    .map(([name, word]) => countOf(counts[name], word))
    .join(', ');

function printPreview(cli: Cli, preview: ForgetPreview): void {
  const out = cli.stdout;
  printLine(out, `This would go: ${describe(preview.counts) || 'nothing'}.`);
  for (const { text, why, at } of preview.goes.slice(0, 20))
    printWrapped(out, `- ${at?.slice(0, 10) ?? ''} ${toPlain(text)} [${why}]`, '  ');
  if (preview.goes.length > 20) printLine(out, `  and more; --json lists ${preview.goes.length}.`);
  if (preview.stays.length > 0)
    printLine(out, `${countOf(preview.stays.length, 'belief')} would stay on other evidence.`);
  if (preview.repeats.length > 0)
    printLine(
      out,
      `${countOf(preview.repeats.length, 'other turn')} would stay that say the same; --repeats takes them too.`,
    );
  if (preview.backups.length > 0) printLine(out, `${countOf(preview.backups.length, 'backup')} would still hold it.`);
  printLine(out, 'Nothing was changed. Add --yes to forget it; this cannot be undone.');
}

function printReceipt(cli: Cli, receipt: ForgetReceipt): void {
  const { scan, counts, erasedRecords, seq, ms } = receipt;
  const out = cli.stdout;
  printLine(
    out,
    `Gone: ${describe(counts) || 'nothing'}; ${countOf(erasedRecords, 'record')} erased. Took ${timeOf(ms)}.`,
  );
  const places = scan.found === 0 ? 'It was found nowhere' : `It was still found in ${countOf(scan.found, 'place')}`;
  printLine(out, `${places} in ${countOf(scan.files, 'file')} (${sizeOf(scan.bytes)}). Proof: record ${seq}.`);
  const { openedFiles = 0, shutFiles = 0 } = scan;
  if (openedFiles > 0) printLine(out, `${countOf(openedFiles, 'encrypted file')} searched under the key.`);
  if (shutFiles > 0)
    printLine(out, `${countOf(shutFiles, 'encrypted file')} searched as ciphertext only: no key here opens them.`);
  if (receipt.backups > 0)
    printLine(out, `${countOf(receipt.backups, 'backup')} with it: "palimpsest backup --rewrite" takes it out.`);
}
