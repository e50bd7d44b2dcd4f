import type { EntityType } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { nameOf } from '../memory/words.ts';
import type { Indexed, Link, Node, Shown } from './model.pure.ts';

const MOST_LETTERS = 28;

/** A name as the picture writes it; the list has it whole. */
export function shortName(node: Node): string {
  const name = nameOf(node);
  return name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 1).trimEnd()}…`;
}

const yearOf = (instant: string): number => new Date(instant).getFullYear();

/** What is written on a line. */
export function linkText(link: Link): string {
  if (link.state !== 'past' || link.validTo === null) return link.relation;
  return t('graph.link.until', { relation: link.relation, year: yearOf(link.validTo) });
}

function stateText({ state, validFrom, validTo, lastMentionedAt }: Link): string {
  if (state === 'past')
    return validTo === null ? t('graph.state.past') : t('graph.state.until', { day: formatDay(validTo) });
  if (state === 'dormant' && lastMentionedAt !== undefined)
    return t('graph.state.lastMentioned', { day: formatDay(lastMentionedAt) });
  if (state !== 'holds') return t(`graph.state.${state}`);
  return validFrom === null ? t('graph.state.holds') : t('graph.state.since', { day: formatDay(validFrom) });
}

/** A link in words: "You lives in Ghent, until 1 Sep 2026". */
export function sayLink({ data }: Indexed, link: Link): string {
  const [from, to] = [data.nodes[link.a], data.nodes[link.b]];
  return t('graph.link', {
    from: from ? nameOf(from) : '',
    relation: link.relation,
    to: to ? nameOf(to) : '',
    state: stateText(link),
  });
}

/** The years of a link, in little room: "2026", "2023–2026". */
export function yearsText({ validFrom, validTo, state }: Link): string {
  const from = validFrom === null ? '' : String(yearOf(validFrom));
  if (state !== 'past' || validTo === null) return from;
  const to = String(yearOf(validTo));
  return from === to ? to : `${from}–${to}`;
}

export const typeText = (type: EntityType): string => t(`entity.${type}`);

/** The whole picture in a sentence. */
export function sayGraph({ data }: Indexed, shown: Shown): string {
  const said = { nodes: count(shown.nodes.length, 'linked'), links: count(shown.holding, 'links') };
  const names = shown.nodes.slice(0, 3).flatMap((place) => {
    const node = data.nodes[place];
    return node && (shown.linksOf.get(place)?.length ?? 0) > 0 ? [nameOf(node)] : [];
  });
  return names.length === 0 || shown.nodes.length <= 3
    ? t('graph.says.few', said)
    : t('graph.says', { ...said, names: names.join(', ') });
}
