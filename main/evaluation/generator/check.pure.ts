import { arrivalOf, type Probe, type Reference, type Trajectory, type TrajectoryTurn } from '../format/trajectory.ts';

type Said = { readonly text: string; readonly arrival: number };
type Context = {
  readonly said: ReadonlyMap<string, Said>;
  /** Turns that state nothing, in small letters. */
  readonly quiet: readonly { readonly id: string; readonly text: string }[];
  readonly order: ReadonlyMap<string, number>;
  readonly trajectory: Trajectory;
};

/** What is wrong with a generated history; empty where nothing is. */
export function checkGenerated(trajectory: Trajectory): readonly string[] {
  const context = makeContext(trajectory);
  return [
    ...checkIds(trajectory),
    ...checkTimes(trajectory.turns),
    ...checkLedger(context),
    ...trajectory.probes.flatMap((probe) => checkProbe(context, probe)),
  ];
}

function makeContext(trajectory: Trajectory): Context {
  const sources = new Set(trajectory.ledger.map(({ source }) => source));
  const said = new Map<string, Said>();
  for (const turn of trajectory.turns) {
    said.set(turn.id, { text: turn.text, arrival: arrivalOf(turn) });
  }
  for (const { id, text, at } of trajectory.documents) {
    said.set(`document:${id}`, { text, arrival: Date.parse(at) });
  }
  const quiet = trajectory.turns.flatMap(({ id, text }) => (sources.has(id) ? [] : [{ id, text: text.toLowerCase() }]));
  return { said, quiet, trajectory, order: new Map(trajectory.checkpoints.map(({ id, at }) => [id, Date.parse(at)])) };
}

function checkIds({ turns, documents, checkpoints, probes, ledger }: Trajectory): readonly string[] {
  const lists = { turns, documents, checkpoints, probes, ledger };
  return Object.entries(lists).flatMap(([name, list]) => {
    const ids = list.map(({ id }) => id);
    return new Set(ids).size === ids.length ? [] : [`${name}: an id is used twice`];
  });
}

function checkTimes(turns: readonly TrajectoryTurn[]): readonly string[] {
  const last = new Map<string, number>();
  return turns.flatMap(({ id, conversation, at }) => {
    const now = Date.parse(at);
    const isBack = now <= (last.get(conversation) ?? 0);
    last.set(conversation, now);
    return isBack ? [`${id}: not after the turn before it`] : [];
  });
}

function checkLedger({ said, trajectory }: Context): readonly string[] {
  return trajectory.ledger.flatMap(({ id, source, value }) => {
    const turn = said.get(source);
    if (turn === undefined) return [`${id}: its source is not there`];
    return value === '' || names(turn.text, value) ? [] : [`${id}: its source does not say “${value}”`];
  });
}

const quoteForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text has a value as whole words. */
export const names = (text: string, value: string): boolean =>
  // Most texts do not even have the letters.
  text.toLowerCase().includes(value.toLowerCase()) &&
  new RegExp(`(?<![\\p{L}\\p{N}])${quoteForRegExp(value)}(?![\\p{L}\\p{N}])`, 'iu').test(text);

const groupsOf = ({ answer }: Reference): readonly (readonly string[])[] =>
  answer.kind === 'text'
    ? [answer.values]
    : answer.kind === 'set'
      ? answer.items
      : answer.kind === 'conflict'
        ? answer.values
        : [];

function checkProbe(context: Context, probe: Probe): readonly string[] {
  const wrong = probe.references.flatMap((reference) => checkReference(context, probe, reference));
  return wrong.map((one) => `${probe.id} (${probe.question}): ${one}`);
}

function checkReference(context: Context, { question }: Probe, reference: Reference): readonly string[] {
  const { from, evidence, superseded, answer } = reference;
  const now = context.order.get(from) ?? 0;
  const turns = evidence.flatMap((id) => context.said.get(id) ?? []);
  const groups = groupsOf(reference);
  const found: string[] = [];
  if (turns.length < evidence.length) found.push('evidence is not there');
  if (evidence.length === 0 && answer.kind !== 'unknown') found.push('no evidence');
  if (turns.some(({ arrival }) => arrival > now)) found.push(`evidence comes after ${from}`);
  for (const variants of groups) {
    if (!turns.some(({ text }) => variants.some((value) => names(text, value))))
      found.push(`no evidence says ${variants[0]}`);
    if (variants.some((value) => names(question, value))) found.push(`the question says ${variants[0]}`);
    if (superseded.some((old) => clashes(old, variants))) found.push(`${variants[0]} is right and superseded`);
    found.push(...listStrays(context, variants));
  }
  return found;
}

const clashes = (old: readonly string[], now: readonly string[]): boolean =>
  old.some((one) => now.some((two) => names(one, two) || names(two, one)));

/** Turns that state nothing and name an answer all the same. */
function listStrays({ quiet }: Context, variants: readonly string[]): readonly string[] {
  const lower = variants.map((value) => value.toLowerCase());
  return quiet.flatMap(({ id, text }) =>
    lower.some((value) => text.includes(value) && names(text, value))
      ? [`${id}, which states nothing, says ${variants[0]}`]
      : [],
  );
}
