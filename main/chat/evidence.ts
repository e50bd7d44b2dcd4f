import type { Standing } from '../retrieval/adjudicate.pure.ts';
import type { Fragment } from '../retrieval/select.ts';
import type { Evidence } from './cite.pure.ts';
import type { FactMemory } from './contract/cite-contract.pure.ts';

/** The day on which a fragment was said, in the zone in which it was. */
export const whenOf = (fragment: Fragment): string | null =>
  fragment.item.saidAt === null
    ? null
    : new Intl.DateTimeFormat('en-GB', { timeZone: fragment.item.zone, dateStyle: 'long' }).format(
        fragment.item.saidAt,
      );

const WHY: Readonly<Record<Standing['status'], string | null>> = {
  active: null,
  superseded: 'replaced',
  ended: 'over',
  conflicted: 'disputed',
  corrected: 'corrected later',
  retracted: 'taken back later',
};

/** What became of the facts in a fragment, in words: an old value must not be read as the value of now. */
function fateOf({ standing, item }: Fragment): string | null {
  const why = WHY[standing.status];
  const isDated = standing.to !== null && (standing.status === 'superseded' || standing.status === 'ended');
  if (why === null || !isDated || standing.to === null) return why;
  return `${why} since ${dayOf(new Date(standing.to).toISOString(), item.zone)}`;
}

/** Exports call the owner of the folder "user"; the owner is spoken to. */
const nameOf = ({ item }: Fragment): string =>
  item.role === 'user' && /^(user|me|human|i)$/i.test(item.speaker) ? 'You' : item.speaker;

/** A fragment as evidence under its number. */
export const toEvidence = (fragment: Fragment, n: number): Evidence & { readonly when: string | null } => ({
  n,
  turnId: fragment.id,
  speaker: nameOf(fragment),
  text: fragment.text,
  // A turn that says nothing itself is quoted from what was attached to it.
  source: fragment.item.ownText.trim() === '' ? fragment.item.text : fragment.item.ownText,
  when: [whenOf(fragment), fateOf(fragment)].filter((part) => part !== null).join('; ') || null,
});

const dayOf = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' }).format(new Date(at));

/** A derived fact as evidence: quoted from the turn that it rests on. */
export const factEvidence = (
  { n, turnId, speaker, at, quote, text }: FactMemory,
  zone: string,
): Evidence & { readonly when: string | null } => ({
  ...{ n, turnId, speaker, text, source: quote },
  when: at === null ? null : dayOf(at, zone),
});
