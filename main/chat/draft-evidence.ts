import type { Ctx } from '../ctx.ts';
import { isOnlyWish } from '../procedures/find-wishes.pure.ts';
import { tellWishes } from '../procedures/tell-wishes.pure.ts';
import type { Fragment } from '../retrieval/select.ts';
import { findFault } from './check-answer.pure.ts';
import { type CitedAnswer, quoteEvidence } from './cite.pure.ts';
import { toCitations } from './contract/cite-contract.pure.ts';
import { type Contract, checkInputOf, isTold, toTraceDerivation } from './contract/contract.pure.ts';
import { sayDate } from './contract/dates.pure.ts';
import { deriveEventDates } from './contract/event-dates.pure.ts';
import { listMissingNames } from './contract/missing-names.pure.ts';
import { findRetraction, lastDayOf, listNewerWords } from './contract/newer-words.pure.ts';
import type { Draft, Drafted } from './draft-answer.ts';
import { toEvidence } from './evidence.ts';
import {
  CLOSEST_HEADING,
  EVIDENCE_HEADING,
  HEARD_REPLY,
  NO_MODEL_NO_MEMORY_REPLY,
  NOT_NOTED_REPLY,
  NOT_USED_REPLY,
  NOTED_REPLY,
  UNKNOWN_REPLY,
} from './fixed-replies.pure.ts';
import { quoteFor, segmentsOf } from './quote.pure.ts';

const notSaidOf = (names: readonly string[]): string =>
  `Nothing that was said answers this about ${names.join(' and ')}.`;
const MAY_HAVE_CHANGED = 'Newer words may say otherwise.';
/** An answer without a model quotes so many; what is counted or dated may rest on more. */
const QUOTES = 5;

/** What a reply has that no model wrote. */
function blank(ctx: Ctx, draft: Draft) {
  return {
    citations: [],
    status: 'complete' as const,
    notice: draft.modelProblem,
    inPrompt: [],
    prompt: null,
    budgetTokens: null,
    counter: { name: ctx.counter.name, isExact: false, usedTokens: draft.recalled?.usedTokens ?? 0 },
    tokensPerSecond: null,
    modelName: null,
    derivation: toTraceDerivation(draft.contract, []),
    wishes: [],
  };
}

/** The reply where nothing supports an answer. */
export const draftUnknown = (ctx: Ctx, draft: Draft): Drafted => ({
  ...blank(ctx, draft),
  text: UNKNOWN_REPLY,
  mode: 'unknown',
});

/** Without a model: what the ledger says, cited, and under it the closest words. */
export function draftFromEvidence(ctx: Ctx, draft: Draft, isEmpty: boolean): Drafted {
  const { recalled, contract } = draft;
  const base = blank(ctx, draft);
  // How something is to be done is told where it is asked for, and is no quote.
  const evidence = (recalled?.fragments ?? []).filter(({ item }) => item.kind !== 'procedure');
  const found = isEmpty ? [] : chooseQuotes(draft, evidence);
  const fragments = found.slice(0, QUOTES);
  if (draft.fromSlots !== null) return { ...base, text: draft.fromSlots, mode: 'evidence' };
  if (draft.wishes.told.length > 0 && !isTold(contract)) return { ...base, ...tellHow(ctx, draft) };
  if (isTold(contract)) return { ...base, ...tell(ctx, draft, { contract, found, fragments }) };
  const isSwitchedOff = draft.withheldBy !== null && draft.withheldBy !== 'request';
  if (isSwitchedOff && draft.classification.operation !== 'chat')
    return { ...base, text: NOT_USED_REPLY, mode: 'unknown' };
  if (draft.isSaved && isOnlyWish(draft.question.text)) return { ...base, text: HEARD_REPLY, mode: 'unknown' };
  if (recalled === null) return { ...base, text: NO_MODEL_NO_MEMORY_REPLY, mode: 'unknown' };
  if (draft.classification.operation === 'chat')
    return { ...base, text: draft.isSaved ? NOTED_REPLY : NOT_NOTED_REPLY, mode: 'unknown' };
  if (fragments.length === 0) return draftUnknown(ctx, draft);
  const back = tellRetraction(ctx, draft, found);
  if (back !== null) return { ...base, ...back };
  const dated = tellDates(draft, { found, fragments });
  if (dated !== null) return { ...base, ...dated };
  const quotes = quoteFragments(draft, fragments, []);
  const missing = listMissingNames(
    draft.question.text,
    found.map(({ item: { speaker, text } }) => ({ speaker, text })),
  );
  return {
    ...base,
    text: missing.length === 0 ? quotes.text : `${notSaidOf(missing)}\n\n${quotes.text}`,
    citations: quotes.citations,
    mode: 'evidence',
    inPrompt: fragments.map(({ id }) => id),
  };
}

/** What an assistant said about the person, and the ledger does not hold, is not repeated as evidence. */
function chooseQuotes({ contract, question }: Draft, fragments: readonly Fragment[]): readonly Fragment[] {
  const relevant = fragments.filter(({ isRelevant }) => isRelevant);
  const chosen = relevant.length > 0 ? relevant : fragments;
  if (contract === null) return chosen;
  const memories = fragments.map(({ text, item }) => ({ text, isAssistant: item.role === 'assistant' }));
  const input = checkInputOf(contract, question.text, memories);
  return chosen.filter(
    ({ item, text }) =>
      item.role !== 'assistant' || segmentsOf(text).every((sentence) => findFault(sentence, input) === null),
  );
}

function quoteFragments(
  { question, modelProblem }: Draft,
  fragments: readonly Fragment[],
  known: CitedAnswer['citations'],
): CitedAnswer {
  const heading = modelProblem === null ? EVIDENCE_HEADING : CLOSEST_HEADING;
  return quoteEvidence(
    question.text,
    fragments.map((fragment, index) => toEvidence(fragment, index + 1)),
    { heading, known },
  );
}

/** The question is how something is wanted: procedures answer it, each by the turn that taught it. */
function tellHow(ctx: Ctx, { wishes }: Draft): Pick<Drafted, 'text' | 'citations' | 'mode' | 'inPrompt'> {
  const told = tellWishes(wishes.told, { zone: ctx.zone() });
  return { ...told, mode: 'evidence', inPrompt: wishes.told.map(({ id }) => id) };
}

/** When something happened, read out of the closest words with the day on which they were said. */
function tellDates(
  draft: Draft,
  { found, fragments }: { readonly found: readonly Fragment[]; readonly fragments: readonly Fragment[] },
): Pick<Drafted, 'text' | 'citations' | 'mode' | 'inPrompt' | 'derivation'> | null {
  const { question, classification } = draft;
  const said = listSaid(found);
  const answer = deriveEventDates(question.text, classification.operation, said);
  if (answer === null) return null;
  const ids = [...new Set(answer.dates.map(({ turnId }) => turnId))];
  const own = ids.map((turnId, index) => {
    const words = answer.dates.find((date) => date.turnId === turnId)?.words ?? '';
    const text = said.find(({ id }) => id === turnId)?.text ?? '';
    return { n: index + 1, turnId, quote: quoteFor(text, `${question.text} ${words}`), promptNumber: index + 1 };
  });
  const surface = answer.say(answer.dates.map(({ turnId }) => ` [${ids.indexOf(turnId) + 1}]`));
  const quotes = quoteFragments(draft, fragments, own);
  return {
    text: `${surface}\n\n${quotes.text}`,
    citations: [...own, ...quotes.citations],
    mode: 'evidence',
    inPrompt: [...new Set([...ids, ...fragments.map(({ id }) => id)])],
    derivation: {
      ...{ operation: classification.operation, subject: '', relations: [], outcome: 'known', removed: [] },
      ...{ steps: answer.steps, surface: answer.say([]), revisions: [] },
    },
  };
}

type Telling = {
  readonly contract: Contract;
  readonly found: readonly Fragment[];
  readonly fragments: readonly Fragment[];
};

function tell(
  ctx: Ctx,
  draft: Draft,
  { contract, found, fragments }: Telling,
): Pick<Drafted, 'text' | 'citations' | 'mode' | 'inPrompt'> {
  const own = toCitations(contract.cited);
  const newer = listNewerWords(draft.question.text, contract, listSaid(found)).map(({ id }) => id);
  const first = newer.flatMap((id) => found.find((fragment) => fragment.id === id) ?? []);
  const quoted = [...first, ...fragments.filter(({ id }) => !newer.includes(id))].slice(0, QUOTES);
  const quotes = quoted.length === 0 ? null : quoteFragments(draft, quoted, own);
  const day = newer.length === 0 ? null : lastDayOf(contract, ctx.zone());
  const claim = day === null ? contract.cited.text : `As of ${day}: ${contract.cited.text} ${MAY_HAVE_CHANGED}`;
  return {
    text: [claim, ...(quotes === null ? [] : [quotes.text])].join('\n\n'),
    citations: [...own, ...(quotes?.citations ?? [])],
    mode: 'evidence',
    inPrompt: [...new Set([...own.map(({ turnId }) => turnId), ...quoted.map(({ id }) => id)])],
  };
}

/** What is asked for was taken back and nothing was said since: that is the answer, and what it was is not repeated. */
function tellRetraction(
  ctx: Ctx,
  draft: Draft,
  found: readonly Fragment[],
): Pick<Drafted, 'text' | 'citations' | 'mode' | 'inPrompt'> | null {
  const back = findRetraction(draft.question.text, listSaid(found));
  const fragment = found.find(({ id }) => id === back?.id);
  if (back === null || fragment === undefined) return null;
  const quotes = quoteFragments(draft, [fragment], []);
  const day = sayDate(back.saidAt, 'day', ctx.zone());
  return {
    text: `That is not known: what was said about it was taken back on ${day} [1].\n\n${quotes.text}`,
    citations: quotes.citations,
    mode: 'evidence',
    inPrompt: [fragment.id],
  };
}

/** What people said, as the readers of words take it. */
const listSaid = (found: readonly Fragment[]) =>
  found.flatMap(({ id, item }) =>
    item.kind === 'turn' && item.role !== 'assistant' && item.saidAt !== null
      ? [{ id, text: item.ownText, saidAt: item.saidAt.toISOString(), zone: item.zone }]
      : [],
  );
