import { walk } from './code-rules.mjs';

/** @typedef {import('./code-rules.mjs').Node} Node */
/** @typedef {{ readonly key: string, readonly type: 'call' | 'stream' | 'event' }} ContractKey */

/** The keys that a contract file declares: `'area.verb': call({ … })`. @param {Node} program @returns {ContractKey[]} */
export function findKeys(program) {
  return [...walk(program)].flatMap((node) => {
    if (node.type !== 'Property') return [];
    const { key, value } = /** @type {any} */ (node);
    const type = value?.type === 'CallExpression' ? value.callee?.name : undefined;
    const isKey = key?.type === 'Literal' && /^[a-z]+\.[a-zA-Z]+$/.test(key.value);
    return isKey && ['call', 'stream', 'event'].includes(type) ? [{ key: key.value, type }] : [];
  });
}

/** Every string in a program: as a property's name or as a value. @param {Node} program @returns {Set<string>} */
export function findStrings(program) {
  const found = new Set();
  for (const node of walk(program))
    if (node.type === 'Literal' && typeof node.value === 'string') found.add(node.value);
  return found;
}

/**
 * A call or stream needs a handler, an event needs somebody who emits it, and each needs a client that uses it.
 * @param {{ keys: readonly ContractKey[], handled: ReadonlySet<string>, emitted: ReadonlySet<string>,
 *   used: ReadonlySet<string> }} found
 * @returns {string[]}
 */
export function checkKeys({ keys, handled, emitted, used }) {
  const problems = keys.flatMap(({ key, type }) => [
    ...(type === 'event' && !emitted.has(key) ? [`${key}: nothing in main/ emits it`] : []),
    ...(type !== 'event' && !handled.has(key) ? [`${key}: has no handler in any handlers.ts`] : []),
    ...(used.has(key) ? [] : [`${key}: is used by neither the page nor the command line`]),
  ]);
  const twice = keys.map(({ key }) => key).filter((key, index, all) => all.indexOf(key) !== index);
  return [...problems, ...twice.map((key) => `${key}: is declared twice`)];
}
