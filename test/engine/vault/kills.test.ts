import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../../main/journal/open.ts';
import { createSealer } from '../../../main/journal/sealer.ts';
import { clearVaultLeftover, findVaultFile, openVault } from '../../../main/journal/vault.ts';
import { verifyJournal } from '../../../main/journal/verify.ts';
import { generationOf } from '../../../main/lib/crypto/envelope.ts';
import type { Keyring } from '../../../main/lib/crypto/keyring.ts';
import { fileCodecOf, sealedGenerationOf } from '../../../main/lib/file-codec.ts';
import { systemIds as ids } from '../../../main/lib/ids.ts';
import { silentLog as log } from '../../../main/lib/log.ts';
import { convertFolder } from '../../../main/vault/convert.ts';
import { unlock } from '../../../main/vault/unlock.ts';
import { type BuiltChild, buildChild, startChild } from '../journal/build-child.ts';
import { clock, type Folder, makeFolder, openIn, said } from '../journal/journal-fixture.ts';
import { seeded } from '../make-turns.ts';

/** SIGKILLs in all; `PALIMPSEST_KILLS=200` is the release check. */
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 9);
const TURNS = 600;
const TRACES = 20;
const wordOf = (n: number): string => `zqkill${n}word`;

let folder: Folder;
let child: BuiltChild;
beforeAll(async () => {
  folder = await makeFolder();
  child = await buildChild('../vault/convert-child');
  const journal = await openIn(folder.path, { limits: { segmentBytes: 30_000 } });
  await journal.append(Array.from({ length: TURNS }, (_, n) => said(`turn ${wordOf(n)}`, `turn-${n}`)));
  await journal.eraseBodies({ seqs: [5] });
  await journal.close();
  mkdirSync(join(folder.path, 'traces'));
  for (let n = 0; n < TRACES; n += 1) writeFileSync(join(folder.path, 'traces', `t${n}.json.gz`), wordOf(n));
  writeFileSync(join(folder.path, 'drafts.json'), wordOf(1));
});
afterAll(async () => {
  await folder.remove();
  await child.remove();
});

/** As a start does: unlocks, and ends the change that was under way. */
async function finish(recoveryKey: string): Promise<Keyring | null> {
  await clearVaultLeftover(folder.path);
  const file = await findVaultFile(folder.path);
  if (file?.format !== 2) return null;
  const keyring = await unlock(file, { kind: 'recovery', recoveryKey });
  if (file.keyWrapping.conversion === undefined) return keyring;
  const onProgress = async (): Promise<void> => undefined;
  const settled = await convertFolder({ folder: folder.path, file, keyring, clock, ids, log, onProgress });
  return settled.format === 2 ? keyring : null;
}

/** What is wrong with a folder that is now of one kind. */
async function listWrong(keyring: Keyring | null): Promise<readonly string[]> {
  const wrong: string[] = [];
  const sealer = keyring === null ? null : createSealer(keyring, ids);
  wrong.push(...(await verifyJournal(folder.path, undefined, sealer)).problems.map(({ message }) => message));
  const { keyPair } = await openVault({ folder: folder.path, clock, ids, keyring });
  const journal = await openJournal({ folder: folder.path, clock, ids, log, keyPair, sealer });
  const texts = new Set<string>();
  for await (const { body } of journal.read(1))
    if (typeof body === 'object' && body !== null && 'text' in body) texts.add(String(body.text));
  await journal.close();
  for (let n = 0; n < TURNS; n += 1) if (n !== 3 && !texts.has(`turn ${wordOf(n)}`)) wrong.push(`turn ${n} is gone`);
  const files = fileCodecOf(keyring, ids);
  for (let n = 0; n < TRACES; n += 1) {
    const place = `traces/t${n}.json.gz`;
    const stored = readFileSync(join(folder.path, place));
    if (files.decode(stored, place)?.toString() !== wordOf(n)) wrong.push(`${place} is not what it was`);
  }
  if (keyring !== null) wrong.push(...listUnderOthers(keyring.generation));
  const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    if (/\.(?:tmp|new)$/.test(name)) wrong.push(`${name} was left`);
    if (keyring === null || !/\.(?:jsonl|json|gz)$/.test(name)) continue;
    if (readFileSync(join(folder.path, name)).includes('zqkill')) wrong.push(`${name} lies in the open`);
  }
  return wrong;
}

/** What is not under the present key, though all of it should be. */
function listUnderOthers(generation: number): readonly string[] {
  const wrong: string[] = [];
  for (const name of readdirSync(folder.path, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder.path, name);
    if (/\.(?:gz|json)$/.test(name)) {
      const found = sealedGenerationOf(readFileSync(path));
      if (found !== null && found !== generation) wrong.push(`${name} is under generation ${found}`);
    }
    if (!name.endsWith('.jsonl')) continue;
    for (const [, sealed = ''] of readFileSync(path, 'utf8').matchAll(/"sealed":"([^"]+)"/g)) {
      const found = generationOf(Buffer.from(sealed, 'base64'));
      if (found !== generation) wrong.push(`${name} holds a record under generation ${found}`);
    }
  }
  if (/"(?:previous|conversion)"/.test(readFileSync(join(folder.path, 'vault.json'), 'utf8')))
    wrong.push('vault.json is not settled');
  return wrong;
}

describe('vault under SIGKILL', () => {
  it(
    `is sealed or open, whole, after each of ${KILLS} kills of protecting, changing, making new keys and laying open`,
    async () => {
      const random = seeded(7);
      let recoveryKey = '';
      let before = '';
      const tried: Record<string, number> = {};
      const ended: Record<string, number> = { sealed: 0, open: 0, killed: 0 };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const isSealed = (await findVaultFile(folder.path))?.format === 2;
        const chance = random();
        const what = isSealed ? (chance < 0.25 ? 'change' : chance < 0.65 ? 'rotate' : 'remove') : 'protect';
        tried[what] = (tried[what] ?? 0) + 1;
        const running = startChild(child.path, [folder.path, what, recoveryKey]);
        for (let line = await running.lines.next(); line.value !== 'begins'; line = await running.lines.next()) {
          if (line.done) throw new Error(`the child ended: ${running.process.stderr.read()}`);
          before = recoveryKey;
          recoveryKey = line.value;
        }
        // The moments right after it began are where most happens.
        await pause(Math.floor(random() ** 2 * (what === 'change' ? 40 : 400)));
        const isOver = running.process.exitCode !== null;
        if (!isOver) await running.kill();
        if (!isOver) ended.killed = (ended.killed ?? 0) + 1;
        if (process.env.PALIMPSEST_KILLS) process.stderr.write(`kill ${kill + 1}: ${what}${isOver ? ', over' : ''}\n`);
        const keyring = await finish(recoveryKey).catch(() => {
          // Killed before the first byte, the keys are those from before.
          recoveryKey = before;
          return finish(recoveryKey);
        });
        const wrong = await listWrong(keyring);
        expect({ kill, what, wrong }).toEqual({ kill, what, wrong: [] });
        const kind = keyring === null ? 'open' : 'sealed';
        ended[kind] = (ended[kind] ?? 0) + 1;
        keyring?.wipe();
      }
      expect(ended.killed).toBeGreaterThan(KILLS / 3);
      expect(ended.sealed).toBeGreaterThan(0);
      if (process.env.PALIMPSEST_KILLS) process.stderr.write(`${JSON.stringify({ tried, ended })}\n`);
      // Every kill takes a passphrase's work or several.
    },
    180_000 + KILLS * 30_000,
  );
});
