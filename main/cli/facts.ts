import { type Client, EdgeDecay, type OutputOf, type Revision, type SpaceId } from '../contract/index.ts';
import { usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { showDay } from './instant.pure.ts';
import { printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { toPlain } from './text.pure.ts';
import { checkTimes, createTimeReader, readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

const TIME_FLAGS = ['valid-at', 'known-at'];

type Facts = OutputOf<'codex.facts'>;

/** `palimpsest facts`: what is believed, since when, and on whose words. */
export const facts: Command = {
  name: 'facts',
  usage:
    'facts [SUBJECT] [--relation R] [--valid-at ISO] [--known-at ISO] [--history] [--edge-decay M] [--space S] [--no-wait]',
  summary: 'show what is believed of someone (me: of you), since when and why',
  options: {
    relation: { type: 'string' },
    'valid-at': { type: 'string' },
    'known-at': { type: 'string' },
    history: { type: 'boolean' },
    'edge-decay': { type: 'string' },
    space: { type: 'string' },
    'no-wait': { type: 'boolean' },
  },
  flags: [
    ['--relation R', 'only this relation, such as "lives in"'],
    ['--valid-at TIME', 'what was true then (default: now)'],
    ['--known-at TIME', 'by what was known then (default: now)'],
    ['--history', 'every value there ever was, corrected and retracted ones too'],
    [
      '--edge-decay M',
      `${EdgeDecay.options.join(', ')}: what becomes of facts that nobody speaks of (ice: the paper's rule)`,
    ],
    ['--space S', 'in this space'],
    ['--no-wait', 'do not read turns first that nobody has read for facts'],
  ],
  run: async (cli, args) => {
    if (args.words.length > 1) throw usageError('Give one subject; put a name of several words in quotes.');
    const [subject] = args.words;
    if (subject?.trim() === '') throw usageError('The subject is empty.');
    checkTimes(args, TIME_FLAGS);
    const edgeDecay = readEdgeDecay(args.text('edge-decay'));
    const dataFolder = getExistingDataFolder(cli, args);
    return withEngine(cli, { dataFolder }, async (client): Promise<ExitCode> => {
      const readTime = createTimeReader(client);
      const [validAt, knownAt] = await Promise.all(TIME_FLAGS.map((flag) => readTime(args.text(flag), `--${flag}`)));
      const relation = await readRelation(client, args.text('relation'));
      if (!args.has('no-wait')) await client.call('codex.settle', {}, cli.signal);
      const found = await client.call(
        'codex.facts',
        {
          ...{ subject, validAt, knownAt, relation, history: args.has('history'), edgeDecay },
          spaceId: args.text('space') as SpaceId | undefined, // parsed by the engine
        },
        cli.signal,
      );
      if (args.has('json')) printJson(cli.stdout, toJson(subject, found));
      else await printFacts(cli, client, { subject, found });
      return 0;
    });
  },
};

function readEdgeDecay(word: string | undefined): EdgeDecay | undefined {
  if (word === undefined) return undefined;
  const mode = EdgeDecay.safeParse(word);
  if (!mode.success) throw usageError(`--edge-decay takes ${EdgeDecay.options.join(', ')}.`);
  return mode.data;
}

/** A relation as the vocabulary writes it: "nothing is known" would be a false answer to a name that means nothing. */
async function readRelation(client: Client, words: string | undefined): Promise<string | undefined> {
  if (words === undefined) return undefined;
  const plain = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, ' ');
  const { relations } = await client.call('codex.relations', {});
  const found = relations.find(({ name }) => plain(name) === plain(words));
  if (found) return found.name;
  const parts = plain(words).split(' ');
  const near = relations.filter(({ name }) => name.split(' ').some((word) => parts.includes(word))).slice(0, 8);
  const hint = near.length === 0 ? 'such as "lives in"' : near.map(({ name }) => `"${name}"`).join(', ');
  throw usageError(`No relation has this name. Give one that there is: ${hint}.`);
}

/** The shape that scripts rely on (design section 12.1). */
function toJson(subject: string | undefined, { subject: entity, facts: found, conflicts, alsoNamed }: Facts) {
  return {
    subject: entity === null ? (subject ?? null) : entity.id === 'me' ? 'me' : entity.name,
    entity: entity?.id ?? null,
    facts: found.map(toJsonFact),
    conflicts,
    alsoNamed: alsoNamed.map(({ id, name }) => ({ id, name })),
  };
}

function toJsonFact(fact: Revision) {
  return {
    id: fact.id,
    subject: fact.subject.id === 'me' ? 'me' : fact.subject.name,
    relation: fact.relation,
    object: objectOf(fact),
    value: fact.object.kind === 'literal' ? fact.object.value : fact.object.id,
    status: fact.status,
    validFrom: fact.validFrom,
    isStartStated: fact.isStartStated,
    validTo: fact.validTo,
    knownFrom: fact.knownFrom,
    knownTo: fact.knownTo,
    confidence: fact.confidence,
    strength: fact.strength,
    lastMentionedAt: fact.lastMentionedAt,
    assertedBy: fact.assertedBy,
    evidence: fact.evidence.map(({ turnId, quote }) => ({ turn: turnId, quote })),
    supersedes: fact.supersedes[0] ?? null,
    supersededBy: fact.supersededBy[0] ?? null,
  };
}

const objectOf = ({ object }: Revision): string => (object.kind === 'entity' ? object.name : object.text);

type Shown = { readonly subject: string | undefined; readonly found: Facts };

async function printFacts(cli: Cli, client: Client, { subject, found }: Shown): Promise<void> {
  const zone = await readZone(client);
  const { bold, dim } = stylesFor(cli.stdout, cli.env);
  if (subject !== undefined && found.subject === null) {
    printLine(cli.stdout, `Nothing is known by the name ${toPlain(subject)}.`);
    return;
  }
  if (found.facts.length === 0) printLine(cli.stdout, 'Nothing is known yet.');
  let heading = '';
  for (const fact of found.facts) {
    const who = fact.subject.id === 'me' ? 'you' : fact.subject.name;
    if (who !== heading) printLine(cli.stdout, bold(toPlain(who)));
    heading = who;
    printWrapped(cli.stdout, `${fact.relation}: ${toPlain(objectOf(fact))}${stateOf(fact, zone)}`, '  ');
    for (const { quote, turnId } of fact.evidence.slice(0, 1))
      if (quote !== '') printWrapped(cli.stdout, dim(`“${toPlain(quote)}” (${turnId ?? 'entered by hand'})`), '    ');
  }
  if (found.conflicts.length > 0)
    printLine(cli.stdout, '\nIn conflict: the values marked so above. Correct one of them.');
  for (const { name } of found.alsoNamed) printLine(cli.stdout, dim(`There is another ${toPlain(name)}.`));
}

function stateOf(fact: Revision, zone: string): string {
  // A day on which it was only first said is not the day on which it began.
  const since = fact.isStartStated ? 'since' : 'first said';
  const from = fact.validFrom === null ? '' : `, ${since} ${showDay(fact.validFrom, zone)}`;
  const to = fact.validTo === null ? '' : `, until ${showDay(fact.validTo, zone)}`;
  return `${from}${to}${statusOf(fact, zone)}`;
}

function statusOf({ status, lastMentionedAt }: Revision, zone: string): string {
  if (status === 'active') return '';
  if (status !== 'dormant' || lastMentionedAt === null) return ` (${status})`;
  return ` (dormant, last mentioned on ${showDay(lastMentionedAt, zone)})`;
}
