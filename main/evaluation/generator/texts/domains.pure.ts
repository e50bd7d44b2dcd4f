import type { DomainTexts } from '../model.pure.ts';
import { HEALTH } from './health.pure.ts';
import { HOBBY } from './hobby.pure.ts';
import { HOME } from './home.pure.ts';
import { STUDY } from './study.pure.ts';
import { TRAVEL } from './travel.pure.ts';
import { WORK } from './work.pure.ts';

export const DOMAINS = {
  home: HOME,
  work: WORK,
  health: HEALTH,
  travel: TRAVEL,
  study: STUDY,
  hobby: HOBBY,
} as const satisfies Readonly<Record<string, DomainTexts>>;
export type DomainName = keyof typeof DOMAINS;

/** Domains that a long history also touches, nearest first. */
const NEAR: Readonly<Record<DomainName, readonly DomainName[]>> = {
  home: ['health', 'travel'],
  work: ['home', 'study'],
  health: ['home', 'hobby'],
  travel: ['hobby', 'home'],
  study: ['hobby', 'work'],
  hobby: ['study', 'travel'],
};

/** What a history of so many turns is made of: a long one is about more than one part of a life. */
export function textsFor(domain: DomainName, turns: number): DomainTexts {
  const count = turns >= 3_000 ? 2 : turns >= 1_200 ? 1 : 0;
  const parts = [domain, ...NEAR[domain].slice(0, count)].map((name) => DOMAINS[name]);
  const own = DOMAINS[domain];
  return {
    ...own,
    relations: parts.flatMap(({ relations }) => relations),
    lists: parts.flatMap(({ lists }) => lists),
    events: parts.flatMap(({ events }) => events),
    shared: parts.flatMap(({ shared }) => shared),
    procedures: parts.flatMap(({ procedures }) => procedures),
    advice: parts.flatMap(({ advice }) => advice),
    documents: parts.flatMap(({ documents }) => documents),
  };
}
