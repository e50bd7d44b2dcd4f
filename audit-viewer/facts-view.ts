import { fill, h } from './dom.ts';
import { type Fields, listOf, type OpenedBundle, textOr } from './open-bundle.ts';
import { sayObject, sayPeriod, sayRelation, sayState, showCount, showDay } from './words.ts';

/** Everything that was ever believed for one subject and relation. */
type Group = {
  readonly subject: string;
  readonly relation: unknown;
  readonly facts: readonly Fields[];
  readonly text: string;
};
export type GoTo = (seq: number) => void;

const PAGE = 60;
/** Somebody may like thousands of things: the first are shown, the others on demand. */
const VALUES = 20;

const nameOf = (fact: Fields): string => {
  const { subject } = fact;
  return typeof subject === 'object' && subject !== null
    ? textOr((subject as Fields).name, 'Somebody or something covered up')
    : ''; // an object just now
};

function groupFacts(facts: readonly Fields[]): readonly Group[] {
  const groups = new Map<string, Fields[]>();
  for (const fact of facts) {
    const subject = fact.subject as Fields | null; // read as it comes: a hostile value gives an odd key and no more
    const key = `${textOr(fact.spaceId)}\n${textOr(subject?.id)}\n${textOr(fact.relation)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [fact]);
    else group.push(fact);
  }
  return [...groups.values()].map((group) => {
    const newestFirst = [...group].sort(
      (a, b) =>
        Number(b.isHeld === true) - Number(a.isHeld === true) ||
        textOr(b.validFrom, textOr(b.knownFrom)).localeCompare(textOr(a.validFrom, textOr(a.knownFrom))),
    );
    const first = newestFirst[0] ?? {};
    const quotes = group.flatMap(({ evidence }) => listOf(evidence).map(({ quote }) => textOr(quote)));
    const words = [
      nameOf(first),
      sayRelation(first.relation),
      ...group.map(({ object }) => sayObject(object) ?? ''),
      ...quotes,
    ];
    return {
      subject: nameOf(first),
      relation: first.relation,
      facts: newestFirst,
      text: words.join('\n').toLowerCase(),
    };
  });
}

/** What was believed, by subject, with what replaced what and the words that it rests on. */
export function factsView({ state, manifest }: OpenedBundle, goTo: GoTo): HTMLElement {
  const groups = groupFacts(listOf(state.facts));
  const axis = axisOf(listOf(state.facts), Date.parse(manifest.times.validAt));
  const list = h('div', { class: 'facts' });
  const count = h('p', { class: 'quiet', role: 'status' });
  let shown = PAGE;
  let query = '';
  const more = h(
    'button',
    {
      type: 'button',
      click: () => {
        shown += PAGE;
        draw();
      },
    },
    'Show more',
  );
  const draw = (): void => {
    const found = query === '' ? groups : groups.filter(({ text }) => text.includes(query));
    fill(list, ...found.slice(0, shown).map((group) => drawGroup(group, axis, goTo)));
    count.textContent =
      groups.length === 0
        ? 'Nothing was known at these times, or it is not in this bundle.'
        : `${showCount(found.length, 'thing')} of ${groups.length.toLocaleString('en-GB')} that were believed`;
    more.hidden = found.length <= shown;
  };
  const search = h('input', {
    type: 'search',
    id: 'find-facts',
    input: (event) => {
      query = event.target instanceof HTMLInputElement ? event.target.value.trim().toLowerCase() : '';
      shown = PAGE;
      draw();
    },
  });
  draw();
  const { validAt, knownAt } = manifest.times;
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'asof' },
      'What was true on ',
      h('b', {}, showDay(validAt)),
      ', judged by what was known on ',
      h('b', {}, showDay(knownAt)),
      '.',
    ),
    h('p', { class: 'find' }, h('label', { for: 'find-facts' }, 'Find '), search),
    count,
    list,
    more,
  );
}

type Axis = { readonly from: number; readonly to: number };

function axisOf(facts: readonly Fields[], validAt: number): Axis {
  const times = facts
    .flatMap(({ validFrom, validTo, knownFrom }) =>
      [validFrom, validTo, knownFrom].map((each) => Date.parse(textOr(each))),
    )
    .filter((ms) => !Number.isNaN(ms));
  const all = [...times, validAt];
  return { from: all.reduce((a, b) => Math.min(a, b)), to: all.reduce((a, b) => Math.max(a, b)) };
}

function drawGroup({ subject, relation, facts }: Group, axis: Axis, goTo: GoTo): HTMLElement {
  const list = h('ol', { class: 'values' }, ...facts.slice(0, VALUES).map((fact) => drawFact(fact, axis, goTo)));
  let shown = VALUES;
  const more = h('button', { type: 'button' });
  const label = (): void => {
    more.hidden = facts.length <= shown;
    more.textContent = `Show more of ${facts.length.toLocaleString('en-GB')}`;
  };
  more.addEventListener('click', () => {
    list.append(...facts.slice(shown, shown + PAGE).map((fact) => drawFact(fact, axis, goTo)));
    shown += PAGE;
    label();
  });
  label();
  return h('article', { class: 'fact' }, h('h3', {}, h('bdi', {}, subject), ` ${sayRelation(relation)}`), list, more);
}

function drawFact(fact: Fields, axis: Axis, goTo: GoTo): HTMLElement {
  const value = sayObject(fact.object);
  const isCovered = fact.isCovered === true || value === null;
  const shown = isCovered
    ? h('span', { class: 'hatch', role: 'img', 'aria-label': 'covered up' })
    : h('bdi', { class: fact.isHeld === true ? 'held' : 'under' }, value);
  const seq = typeof fact.seq === 'number' ? fact.seq : null;
  return h(
    'li',
    { class: fact.isHeld === true ? 'value' : 'value old' },
    h('p', { class: 'what' }, shown, h('span', { class: `state ${textOr(fact.status)}` }, sayState(fact.status))),
    drawLife(fact, axis),
    h(
      'p',
      { class: 'quiet' },
      `${sayPeriod(fact)}; known from ${showDay(fact.knownFrom)}${typeof fact.knownTo === 'string' ? ` until ${showDay(fact.knownTo)}` : ''}. `,
      seq === null ? null : link(`record ${seq.toLocaleString('en-GB')}`, seq, goTo),
    ),
    ...listOf(fact.evidence).map((each) => drawEvidence(each, goTo)),
  );
}

/** The bar says what the sentence under it says. */
function drawLife(fact: Fields, { from, to }: Axis): HTMLElement {
  const at = (value: unknown, other: number): number => {
    const ms = Date.parse(textOr(value));
    return to === from ? 0 : ((Number.isNaN(ms) ? other : ms) - from) / (to - from);
  };
  const begin = at(fact.validFrom, from);
  const bar = h('span', { class: `bar ${textOr(fact.status)}` });
  bar.style.left = `${begin * 100}%`;
  bar.style.width = `${Math.max(0.6, (at(fact.validTo, to) - begin) * 100)}%`;
  return h('div', { class: 'life', 'aria-hidden': 'true' }, bar);
}

function drawEvidence({ quote, seq, speaker, at }: Fields, goTo: GoTo): HTMLElement {
  const who = [textOr(speaker), showDay(at)].filter((part) => part !== '').join(', ');
  const words =
    typeof quote === 'string'
      ? h('blockquote', { dir: 'auto' }, quote)
      : h('p', {}, h('span', { class: 'hatch', role: 'img', 'aria-label': 'words covered up' }));
  return h(
    'div',
    { class: 'evidence' },
    words,
    h(
      'p',
      { class: 'quiet' },
      `said by ${who}, `,
      typeof seq === 'number' ? link(`record ${seq.toLocaleString('en-GB')}`, seq, goTo) : null,
    ),
  );
}

const link = (text: string, seq: number, goTo: GoTo): HTMLElement =>
  h('button', { type: 'button', class: 'link', click: () => goTo(seq) }, text);
