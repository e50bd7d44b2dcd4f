import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runUnit } from '../../../../main/evaluation/run/run-unit.ts';
import { readUnit } from '../../../../main/evaluation/run/unit-file.ts';
import {
  openBySystem,
  openPeer,
  openSystemFile,
  type PeerOptions,
  SystemFile,
} from '../../../../main/evaluation/systems/peers.ts';
import type { OpenSystem } from '../../../../main/evaluation/systems/system.ts';
import { TRAJECTORY } from '../matched/made-run.ts';
import { ARM } from './made.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const peer: PeerOptions = { python: 'python3', embedderFolder: 'none', countTokens: (text) => text.split(' ').length };
const run = async (open: OpenSystem) => {
  const unit = { folder, trajectory: TRAJECTORY, arms: [ARM], answerer: 'contract' as const, seed: 1 };
  await runUnit({ ...unit, shouldKeepTraces: true, open }, watch);
  return readUnit(folder, ARM.name, TRAJECTORY.id);
};

describe('the runner over a program of another system', () => {
  it('observes it along a history by simulated time', async () => {
    const lines = await run((start) => openPeer('reference', start, peer));
    expect(lines).toMatchObject([
      { t: 'state', checkpoint: 'c1', now: '2024-02-01T00:00:00.000Z', turns: 1, expectedTurns: 1 },
      { t: 'observation', checkpoint: 'c1', status: 'observed', answer: 'I live in Ghent', contextTokens: 4 },
      { t: 'state', checkpoint: 'c2', now: '2024-04-01T00:00:00.000Z', turns: 2, pending: 0 },
      { t: 'observation', checkpoint: 'c2', status: 'observed', transition: { recordsBefore: 2, recordsAfter: 2 } },
      { t: 'end', observations: 2 },
    ]);
  });

  it('goes on to the end when the program ends in the middle', async () => {
    const path = join(folder, 'ends.mjs');
    await writeFile(
      path,
      `import { createInterface } from 'node:readline';
      const none = Object.fromEntries(['evidence', 'times', 'statuses', 'answers', 'abstention', 'citations', 'clock',
        'turns', 'documents', 'records', 'pending', 'promptTokens'].map((name) => [name, name === 'evidence']));
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, now, call } = JSON.parse(line);
        if (call === 'ingest' && now > '2024-03') process.exit(9);
        const ok = call === 'hello' ? { protocol: 'lsrep-system', version: 1, name: 'ends', systemVersion: '1', mode: 'ends',
            observable: none, supports: { documents: false, upkeep: [] } }
          : call === 'ask' ? { fragments: [{ text: 'Ghent', turns: ['t1'] }] } : call === 'maintain' ? { workers: [] } : {};
        console.log(JSON.stringify({ id, ok }));
      }`,
    );
    const file = SystemFile.parse({
      ...{ format: 'lsrep-system-file', version: 1, name: 'ends', command: process.execPath, args: [path] },
    });
    const lines = await run((start) => openSystemFile(file, start));
    expect(lines).toMatchObject([
      { t: 'state', now: null, turns: null },
      { t: 'observation', status: 'observed', answer: null, contextTokens: null, transition: null },
      { t: 'state', turns: null, expectedTurns: 2 },
      { t: 'observation', status: 'failed', code: 'system.ended' },
      { t: 'end' },
    ]);
  });

  it('opens systems by their names and hears what they say of themselves', async () => {
    const heard: string[] = [];
    const open = openBySystem({
      ...{ palimpsest: () => Promise.reject(new Error('not asked')), peers: peer, files: [] },
      onHello: async (system, { mode }) => void heard.push(`${system}: ${mode}`),
    });
    await run(open('reference'));
    expect(heard).toEqual(['reference: shared words weighed by rarity; no embedder, no language model']);
    expect(() => open('nothing')).toThrow(/no system of that name/);
  });

  it('lets a system remember by a model on another machine only where that is allowed', async () => {
    const endpoint = { url: 'https://models.example.org/v1', model: 'x' };
    const start = {
      ...{ arm: ARM, answerer: 'none' as const, owner: 'Ann', zone: 'UTC', folder, seed: 1 },
      clock: { now: () => new Date(0), set: () => undefined },
    };
    await expect(openPeer('mem0', start, { ...peer, endpoint })).rejects.toThrow(/not on this machine/);
    await expect(openPeer('langmem', start, { ...peer, endpoint })).rejects.toThrow(/uses no language model/);
  });

  it('refuses a file of a system with a field that it does not know', () => {
    const file = { format: 'lsrep-system-file', version: 1, name: 'x', command: 'x', shell: true };
    expect(SystemFile.safeParse(file).success).toBe(false);
  });
});
