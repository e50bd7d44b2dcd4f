/** The part of a document tree that is read and written here; the markdown renderer's own nodes fit it. */
export type TreeNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
};

/** Marks are counted through a reply: the same number may stand in several places. */
type Marking = { readonly citations: readonly MarkedCitation[]; readonly nextPlace: () => number };

export type MarkedCitation = { readonly n: number; readonly quote: string };

const BLOCKS = new Set(['p', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'td', 'th', 'table']);
const OPAQUE = new Set(['code', 'pre', 'a']);
const MARK = /\[(\d{1,3})\]/g;
const QUOTED = /“([^“”]{8,})”|"([^"]{8,})"|«([^«»]{8,})»|„([^„“]{8,})“|「([^「」]{4,})」/g;

const text = (value: string): TreeNode => ({ type: 'text', value });
const element = (tagName: string, properties: Record<string, unknown>, children: TreeNode[]): TreeNode => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const squeeze = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** Only what stands verbatim in a source may look like testimony. */
function isVerbatim(value: string, citations: readonly MarkedCitation[]): boolean {
  const wanted = squeeze(value)
    .replace(/(…|\.\.\.)$/, '')
    .trim();
  return wanted !== '' && citations.some(({ quote }) => squeeze(quote).includes(wanted));
}

/** Splits off the quoted spans that resolve to a source. */
function splitQuotes(value: string, citations: readonly MarkedCitation[]): TreeNode[] {
  const out: TreeNode[] = [];
  let from = 0;
  for (const match of value.matchAll(QUOTED)) {
    const inner = match.slice(1).find((group) => group !== undefined) ?? '';
    if (!isVerbatim(inner, citations)) continue;
    if (match.index > from) out.push(text(value.slice(from, match.index)));
    out.push(element('q', {}, [text(match[0])]));
    from = match.index + match[0].length;
  }
  if (from < value.length) out.push(text(value.slice(from)));
  return out;
}

/** Where the phrase begins that a mark at the end of `before` speaks for: after the last sentence end. */
function phraseStart(before: string): number {
  const body = before.trimEnd();
  let start = 0;
  for (const match of body.matchAll(/^\s+|[.!?;:。！？]["”’»)]?\s+|\n/g)) {
    const end = match.index + match[0].length;
    // A dash or bracket after the stop belongs to what it follows: “…last week.” — Ida, 3 May [1].
    if (end < body.length && !/^[—–(]/.test(body.slice(end))) start = end;
  }
  return start;
}

/** Where the last word of a phrase begins: it stays on one line with its mark. A quotation is not taken apart. */
function tailStart(phrase: string): number {
  const start = phrase.search(/\S+$/);
  const word = phrase.slice(start);
  if (/[”"»“」]/.test(word)) return phrase.length;
  return word.length > 24 ? phrase.length - 1 : start;
}

/** Turns `[n]` into marks, underlines the phrase each mark speaks for, and sets verbatim quotes apart. */
function splitText(value: string, { citations, nextPlace }: Marking): TreeNode[] | null {
  const known = new Set(citations.map(({ n }) => n));
  const marks = [...value.matchAll(MARK)].filter((match) => known.has(Number(match[1])));
  if (marks.length === 0) {
    const quotes = splitQuotes(value, citations);
    return quotes.some((node) => node.type === 'element') ? quotes : null;
  }
  const out: TreeNode[] = [];
  let from = 0;
  for (const mark of marks) {
    const before = value.slice(from, mark.index).replace(/\s+$/, '');
    const start = phraseStart(before);
    out.push(...splitQuotes(before.slice(0, start), citations));
    const phrase = before.slice(start);
    const properties = { dataN: mark[1] };
    const sup = element('sup', { ...properties, dataPlace: String(nextPlace()) }, []);
    from = mark.index + mark[0].length;
    const stop = /^[.,;:!?)\]”’»。、！？]+/.exec(value.slice(from))?.[0] ?? '';
    from += stop.length;
    // A mark alone, as after another mark or a full stop, has no phrase of its own.
    if (!/[\p{L}\p{N}]/u.test(phrase)) {
      out.push(text(phrase), sup, text(stop));
      continue;
    }
    const tail = tailStart(phrase);
    const words = phrase.slice(0, tail);
    const word = phrase.slice(tail);
    if (words !== '') out.push(element('mark', { ...properties }, splitQuotes(words, citations)));
    const last = word === '' ? [] : [element('mark', { ...properties }, [text(word)])];
    out.push(element('span', { dataTogether: 'true' }, [...last, sup, text(stop)]));
  }
  out.push(...splitQuotes(value.slice(from), citations));
  return out.filter((node) => node.value !== '');
}

function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function visit(node: TreeNode, marking: Marking): void {
  if (node.type === 'element' && node.tagName !== undefined) {
    if (BLOCKS.has(node.tagName)) node.properties = { ...node.properties, dir: 'auto' };
    if (OPAQUE.has(node.tagName)) return;
    if (node.tagName === 'blockquote' && isVerbatim(textOf(node).replace(MARK, ''), marking.citations))
      node.properties = { ...node.properties, dataVerbatim: 'true' };
  }
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value !== undefined) return splitText(child.value, marking) ?? [child];
    visit(child, marking);
    return [child];
  });
}

function marksIn(node: TreeNode): string[] {
  const { dataN, dataPlace } = node.properties ?? {};
  const own = node.tagName === 'sup' && dataN !== undefined ? [`${dataN}:${dataPlace}`] : [];
  return [...own, ...(node.children ?? []).flatMap(marksIn)];
}

/** Works on the tree of one reply: marks, verbatim quotes, direction per block, and a place for notes under each block. */
export function markEvidence(root: TreeNode, citations: readonly MarkedCitation[]): void {
  let place = 0;
  const nextPlace = () => {
    place += 1;
    return place;
  };
  visit(root, { citations, nextPlace });
  root.children = (root.children ?? []).flatMap((child) => {
    const marks = marksIn(child);
    return marks.length === 0 ? [child] : [child, element('aside', { dataNotes: marks.join(' ') }, [])];
  });
}
