import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './sources.mjs';

/** Source files below a folder; none when it does not exist. @param {string} folder @returns {string[]} */
export function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'fixtures' ? [] : listFiles(path);
    return /\.(?:ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/**
 * A parsed file with the modules that it imports, re-exports or imports at run time.
 * @param {string} file @param {string} [text]
 */
export function parse(file, text = readFileSync(join(root, file), 'utf8')) {
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const quoted = /^['"`]([^'"`]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return quoted?.[1] ? [{ specifier: quoted[1], isType: false }] : [];
    }),
  ];
  // ESTree's own types are unions of every node; the checks walk them as plain records.
  return {
    file,
    text,
    program: /** @type {import('./code-rules.mjs').Node} */ (/** @type {unknown} */ (program)),
    comments,
    imports,
  };
}
