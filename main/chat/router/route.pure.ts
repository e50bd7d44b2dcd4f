import type { RouteIntent } from '../../contract/models.ts';
import type { Intent } from './intent.pure.ts';
import { fitOf, type MemoryLimits } from './memory.pure.ts';

/** An installed chat model, as far as the choice of one looks at it. */
export type Candidate = {
  readonly id: string;
  readonly name: string;
  /** What the user takes it for; `general` is the model chosen for everything else. */
  readonly roles: readonly RouteIntent[];
  readonly bytes: number;
  readonly contextTokens: number;
  readonly isLoaded: boolean;
};

/** Which model gave an earlier reply of the conversation, and for what kind of question. */
export type Routed = Intent & { readonly modelId: string };

export type RouteInput = {
  readonly asked: Intent;
  /** About how long the question is. */
  readonly questionTokens: number;
  readonly models: readonly Candidate[];
  /** The user's choice for this conversation. */
  readonly fixedId: string | null;
  /** Oldest first. */
  readonly history: readonly Routed[];
  readonly limits: MemoryLimits;
};

export type Route =
  | { readonly kind: 'none' }
  /** The user chose it, and it cannot be loaded: nobody answers in its place unasked. */
  | { readonly kind: 'refused'; readonly model: Candidate; readonly why: string }
  | { readonly kind: 'model'; readonly model: Candidate; readonly why: string; readonly isFixed: boolean };

/** Less sure than this, and a question is nobody's speciality. */
const CLEAR = 0.6;

const WORK: Readonly<Record<RouteIntent, string>> = {
  general: 'questions of every kind',
  writing: 'writing',
  coding: 'programming',
  small: 'small talk',
};

/**
 * Which model answers. A conversation stays with its model until two questions in a row clearly call for another, or the
 * user says so: changing costs the evaluated prompt, and another voice in the middle of a talk is worse than a lesser one.
 */
export function route(input: RouteInput): Route {
  const { models, fixedId, limits } = input;
  const isTooLarge = ({ bytes }: Candidate): boolean => fitOf(bytes, limits) === 'too large';
  const chosen =
    models.find(({ roles }) => roles.includes('general')) ?? models.find((each) => !isTooLarge(each)) ?? models[0];
  if (chosen === undefined) return { kind: 'none' };
  const fixed = models.find(({ id }) => id === fixedId);
  const picked =
    fixed === undefined
      ? pick(input, { chosen, canAnswer: models.filter((each) => !isTooLarge(each)) })
      : { model: fixed, why: 'you chose it for this conversation' };
  // What the user chose is not replaced unasked.
  if (isTooLarge(picked.model)) return { kind: 'refused', model: picked.model, why: TOO_LARGE };
  return { kind: 'model', ...picked, isFixed: fixed !== undefined };
}

const TOO_LARGE = 'it needs more memory than models may use';

type Picked = { readonly model: Candidate; readonly why: string };
type Choice = { readonly chosen: Candidate; readonly canAnswer: readonly Candidate[] };

function pick({ asked, history, questionTokens }: RouteInput, { chosen, canAnswer }: Choice): Picked {
  const wanted = findWanted(asked, { chosen, canAnswer });
  const last = history.at(-1);
  // A model whose role was taken away is not kept: the user has said what it is for.
  const present = canAnswer.find(({ id, roles }) => id === last?.modelId && (roles.length > 0 || id === chosen.id));
  const kept = present === undefined || last === undefined ? wanted : stay(wanted, { present, last, asked });
  if (kept.model.contextTokens > questionTokens) return kept;
  const roomy = [...canAnswer]
    .filter(({ contextTokens }) => contextTokens > questionTokens)
    .sort((a, b) => Number(b.isLoaded) - Number(a.isLoaded) || a.bytes - b.bytes || (a.id < b.id ? -1 : 1))[0];
  return roomy === undefined ? kept : { model: roomy, why: 'the question is too long for the usual one' };
}

type Staying = { readonly present: Candidate; readonly last: Routed; readonly asked: Intent };

function stay(wanted: Picked, { present, last, asked }: Staying): Picked {
  if (wanted.model === present) return { model: present, why: 'this conversation is with it' };
  const isSecond = last.intent === asked.intent && last.confidence >= CLEAR && asked.confidence >= CLEAR;
  if (isSecond) return { model: wanted.model, why: `the conversation has turned to ${WORK[asked.intent]}` };
  return { model: present, why: 'a conversation stays with its model' };
}

/** Whoever the user set for such questions, or else who answers everything. */
function findWanted({ intent, confidence }: Intent, { chosen, canAnswer }: Choice): Picked {
  const special = canAnswer.find(({ roles }) => roles.includes(intent));
  if (special !== undefined && intent !== 'general' && confidence >= CLEAR)
    return { model: special, why: `you set it for ${WORK[intent]}` };
  return { model: chosen, why: 'it answers everything that no other is set for' };
}
