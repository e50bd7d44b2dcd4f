/** @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: unknown }} Node */
/** @typedef {{ readonly value: string, readonly start: number, readonly end: number }} Comment */
/** @typedef {{ readonly file: string, readonly message: string, readonly line: number }} Problem */
/** @typedef {{ readonly file: string, readonly text: string, readonly program: Node, readonly comments: readonly Comment[] }} Source */

const MAX_LINES = 500;
const MAX_PARAMS = 3;

/** Production code; tests and scripts may read the clock. @param {string} file */
const isProduct = (file) => /^(?:app|main|models|renderer)\//.test(file);
const OWNS_TIME = new Set(['main/lib/clock.ts', 'main/lib/ids.ts', 'renderer/clock.ts']);

/** SQL is written in lower case here, and sentences start with a capital, so the two are not confused. */
const SQL =
  /^\s*(?:with\s+\w+\s+as\s*\(|select\s[\s\S]*\sfrom\s|insert into\s|update\s+\w+\s+set\s|delete from\s|(?:create|alter|drop) (?:table|index|extension)\s|truncate table\s|vacuum (?:analyze|full)\b)/;
const SQL_UPPER = /^\s*(?:SELECT\s[\s\S]*\sFROM\s|INSERT INTO\s|UPDATE\s+\S+\s+SET\s|DELETE FROM\s|CREATE TABLE\s)/;

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Every node, depth first. @param {Node} node @returns {Generator<Node>} */
export function* walk(node) {
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

/** `a.b` of a member expression, else null. @param {unknown} node @returns {string | null} */
function memberName(node) {
  if (!isNode(node) || node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return null;
  return node.computed === true ? null : `${node.object.name}.${node.property.name}`;
}

/** @param {Node} node */
const argumentsOf = (node) => (Array.isArray(node.arguments) ? node.arguments : []);

/** @param {Node} node @returns {string | null} */
function findClockUse(node) {
  if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'Date')
    return argumentsOf(node).length === 0 ? 'new Date()' : null;
  if (node.type === 'ImportSpecifier' && isNode(node.imported)) {
    const name = String(node.imported.name);
    return node.importKind !== 'type' && ['randomUUID', 'randomBytes', 'randomInt'].includes(name) ? name : null;
  }
  const name = memberName(node);
  const banned = ['Date.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues', 'crypto.randomBytes'];
  return name !== null && banned.includes(name) ? name : null;
}

/** @param {Node} node @returns {string | null} */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((part) => part.value?.cooked ?? '').join(' ? ');
}

/** @param {Node} node @param {string} file @returns {string | null} */
function findParamFault(node, file) {
  // `run(tx, row, sql, values)` is the one shape that style section 6 fixes itself.
  if (!isProduct(file) || file === 'main/stores/run.ts') return null;
  const count = Array.isArray(node.params) ? node.params.length : 0;
  return count > MAX_PARAMS ? `has a function with ${count} parameters; use one object` : null;
}

/** @param {Node} node @param {Source} source @returns {string | null} */
function findFault(node, { file, comments }) {
  switch (node.type) {
    case 'TSAnyKeyword':
      return 'uses `any`';
    case 'TSEnumDeclaration':
      return 'declares an enum; use a union of literals';
    case 'ExportDefaultDeclaration':
      return /\.(?:config|d)\.ts$/.test(file) ? null : 'has a default export';
    case 'CatchClause': {
      const body = /** @type {Node} */ (node.body);
      const isEmpty = Array.isArray(body.body) && body.body.length === 0;
      const isExplained = comments.some((comment) => comment.start > body.start && comment.end < body.end);
      return isEmpty && !isExplained ? 'has an empty catch' : null;
    }
    case 'FunctionDeclaration':
      return findParamFault(node, file);
    case 'VariableDeclarator': {
      // A callback takes what its caller gives; only functions with a name of ours are counted.
      const isFunction = isNode(node.init) && node.init.type === 'ArrowFunctionExpression';
      return isFunction ? findParamFault(/** @type {Node} */ (node.init), file) : null;
    }
    default:
      break;
  }
  if (!isProduct(file)) return null;
  const clock = OWNS_TIME.has(file) ? null : findClockUse(node);
  if (clock !== null) return `uses ${clock}; time and randomness come from lib/clock and lib/ids`;
  const text = file.startsWith('main/stores/') ? null : textOf(node);
  return text !== null && (SQL.test(text) || SQL_UPPER.test(text))
    ? 'contains SQL, which belongs to main/stores'
    : null;
}

/**
 * Rules of style sections 3, 5, 8, 9 and 12 that need only one file.
 * @param {Source} source @returns {Problem[]}
 */
export function checkCode(source) {
  const { file, text, program, comments } = source;
  /** @param {number} at */
  const lineOf = (at) => text.slice(0, at).split('\n').length;
  const problems = [...walk(program)].flatMap((node) => {
    const message = findFault(node, source);
    return message === null ? [] : [{ file, message, line: lineOf(node.start) }];
  });
  for (const comment of comments) {
    if (/\b(?:TODO|FIXME|XXX)\b/.test(comment.value) && !/#\d+/.test(comment.value))
      problems.push({ file, message: 'has a TODO without an issue number', line: lineOf(comment.start) });
  }
  const lines = text.split('\n').length;
  if (lines > MAX_LINES) problems.push({ file, message: `has ${lines} lines; the limit is ${MAX_LINES}`, line: lines });
  return problems;
}
