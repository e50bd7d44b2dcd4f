// Writes rows into an encrypted database until it is killed; prints the number of each that is acknowledged.
import { runnerImport } from 'vite';

const [dataFolder, templateFolder, from] = process.argv.slice(2);
const source = (/** @type {string} */ path) => new URL(`../../../main/${path}`, import.meta.url).pathname;
const { module: stores } = await runnerImport(source('stores/open.ts'));
const { module: clocks } = await runnerImport(source('lib/clock.ts'));
const { module: logs } = await runnerImport(source('lib/log.ts'));

const { db } = await stores.openStore(
  { dataFolder, templateFolder },
  { clock: clocks.systemClock, log: logs.silentLog },
  new Uint8Array(32).fill(9),
);
await db.maintain('create table if not exists kept (n int primary key, word text not null)');
for (let n = Number(from); ; n += 1) {
  const word = `zinnoberkanari ${n} `.repeat(1 + ((n * 7919) % 300));
  await db.transaction((/** @type {any} */ tx) => tx.query('insert into kept values ($1, $2)', [n, word]));
  if (n % 40 === 39) await db.maintain('checkpoint');
  if (n % 40 === 19) await db.maintain('vacuum full kept');
  process.stdout.write(`${n}\n`);
}
