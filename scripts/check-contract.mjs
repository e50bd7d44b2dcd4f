#!/usr/bin/env node
// Every key of the contract is answered by the engine and used by a client.
import { checkKeys, findKeys, findStrings } from './lib/contract-rules.mjs';
import { listFiles, parse } from './lib/parse.mjs';

const HELP = `node scripts/check-contract.mjs
  Exits 1 when a contract key has no handler, an event has no emitter, or a key has no user.`;

/** @param {readonly string[]} files @returns {Set<string>} */
const stringsOf = (files) => new Set(files.flatMap((file) => [...findStrings(parse(file).program)]));

function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const isClient = (/** @type {string} */ file) => /^(?:renderer|main\/(?:cli|mcp|serve|evaluation))\//.test(file);
  const engineFiles = listFiles('main').filter((file) => !file.startsWith('main/contract/') && !isClient(file));
  const isTable = (/** @type {string} */ file) => /^main\/(?:[\w-]+\/)*[\w-]*handlers\.ts$/.test(file);
  const keys = listFiles('main/contract').flatMap((file) => findKeys(parse(file).program));
  const problems = checkKeys({
    keys,
    handled: stringsOf(listFiles('main').filter(isTable)),
    emitted: stringsOf(engineFiles),
    used: stringsOf([...listFiles('main'), ...listFiles('renderer')].filter(isClient)),
  });
  for (const line of problems) console.error(line);
  console.log(`contract: ${keys.length} keys, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main();
