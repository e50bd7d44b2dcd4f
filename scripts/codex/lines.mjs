import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The wordings of the two sets: failures in `open` may be looked at by whoever writes an extractor, those in `closed` not. @typedef {'open' | 'closed'} SetName */
/**
 * One wording. `kind` says what it does (say, now, move, was, fix, end, …); `extras` are further facts that it also says.
 * @typedef {{ readonly id: string, readonly relation: string, readonly kind: string, readonly text: string,
 *   readonly extras: readonly { readonly subject: string, readonly relation: string, readonly value: string }[] }} Line
 */
/** @typedef {{ readonly name: string, readonly pool: string, readonly lines: readonly Line[] }} RelationLines */
/**
 * @typedef {{ readonly name: SetName, readonly relations: ReadonlyMap<string, RelationLines>,
 *   readonly values: ReadonlyMap<string, readonly string[]>, readonly talk: ReadonlyMap<string, readonly string[]> }} Wording
 */

/** @param {string} text */
const rowsOf = (text) => text.split('\n').filter((row) => row.trim() !== '' && !row.startsWith('//'));

/** @param {string} row @param {{ readonly set: string, readonly relation: string, readonly n: number }} at @returns {Line} */
function parseLine(row, { set, relation, n }) {
  const [, kind = '', rest = ''] = /^(\w+) (.+)$/.exec(row) ?? [];
  if (kind === '') throw new Error(`No kind in “${row}”.`);
  const [text = '', ...extras] = rest.split(' ~ ');
  return {
    ...{ id: `${set}/${relation}/${kind}/${n}`, relation, kind, text: text.trim() },
    extras: extras.map((extra) => {
      const [subject = '', of = '', value = ''] = extra.split('>').map((part) => part.trim());
      return { subject, relation: of, value };
    }),
  };
}

/** `# relation = pool`, then `kind wording` lines. @param {string} text @param {string} set */
export function parseRelations(text, set) {
  /** @type {Map<string, { name: string, pool: string, lines: Line[] }>} */
  const relations = new Map();
  /** @type {{ name: string, pool: string, lines: Line[] } | null} */
  let current = null;
  for (const row of rowsOf(text)) {
    const [, name, pool = ''] = /^# (.+?)(?: = (.+))?$/.exec(row) ?? [];
    if (name !== undefined) {
      current = { name, pool, lines: [] };
      relations.set(name, current);
    } else if (current === null) throw new Error(`“${row}” stands under no relation.`);
    else current.lines.push(parseLine(row, { set, relation: current.name, n: current.lines.length }));
  }
  return relations;
}

/** `# name`, then one item a line, or several between bars. @param {string} text */
export function parseLists(text) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  let name = '';
  for (const row of rowsOf(text)) {
    if (row.startsWith('# ')) {
      name = row.slice(2).trim();
      lists.set(name, []);
    } else lists.get(name)?.push(...row.split(' | ').map((item) => item.trim()));
  }
  return lists;
}

/** @param {SetName} name @returns {Wording} */
export function readWording(name) {
  const folder = join(import.meta.dirname, name);
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8');
  const files = readdirSync(folder)
    .filter((file) => file.startsWith('say-'))
    .sort();
  const relations = new Map(files.flatMap((file) => [...parseRelations(read(file), name)]));
  return { name, relations, values: parseLists(read('values.txt')), talk: parseLists(read('talk.txt')) };
}
