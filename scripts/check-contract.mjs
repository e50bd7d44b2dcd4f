#!/usr/bin/env node
// Every key of the contract is answered by the engine and used by a client.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkKeys, findKeys, findStrings } from './lib/contract-rules.mjs';
import { listFiles, parse } from './lib/parse.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/check-contract.mjs
  Exits 1 when a contract key has no handler, an event has no emitter, or a key has no user.`;

/** @param {readonly string[]} files @returns {Set<string>} */
const stringsOf = (files) => new Set(files.flatMap((file) => [...findStrings(parse(file).program)]));

function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const isClient = (/** @type {string} */ file) => /^(?:renderer|main\/(?:cli|mcp|serve))\//.test(file);
  const engineFiles = listFiles('main').filter((file) => !file.startsWith('main/contract/') && !isClient(file));
  const handlers = 'main/handlers.ts';
  const keys = listFiles('main/contract').flatMap((file) => findKeys(parse(file).program));
  const problems = checkKeys({
    keys,
    handled: existsSync(join(root, handlers)) ? findStrings(parse(handlers).program) : new Set(),
    emitted: stringsOf(engineFiles),
    used: stringsOf([...listFiles('main'), ...listFiles('renderer')].filter(isClient)),
  });
  for (const line of problems) console.error(line);
  console.log(`contract: ${keys.length} keys, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main();
