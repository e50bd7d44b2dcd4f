import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, openFolder, repository } from './open-folder.ts';
import { ackedIn, type CliRun, listChildren, runCli, runDoctorCli, startCli } from './run-cli.ts';

const sharedModels = join(process.env.PALIMPSEST_SHARED ?? join(repository, '../shared'), 'models');
const hasChatModel = existsSync(join(sharedModels, 'SmolLM2-135M-Instruct'));
if (!hasChatModel) console.warn(`SKIPPED: no SmolLM2 in ${sharedModels}; set PALIMPSEST_SHARED to kill a real answer`);

const isLinux = process.platform === 'linux';
const isRoot = isLinux && process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: full and read-only disks, which need root on Linux to be made');

async function makeFile(folder: Folder, turns: number, prefix: string): Promise<string> {
  const path = join(folder.path, `${prefix}.jsonl`);
  await writeFile(path, makeJsonl({ turns, seed: 3, prefix }));
  return path;
}

/** A file system of its own, so that it can be full or read-only without harm to anybody else. */
async function mountSmallDisk(sizeMb: number): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'palimpsest-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', path]);
  if (status !== 0) throw new Error(`mount failed: ${stderr}`);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      spawnSync('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function findHost(run: CliRun): Promise<number> {
  const [host] = await listChildren(run.pid);
  if (host === undefined) throw new Error('the program has no inference process');
  return host;
}

describe.skipIf(!isRoot)('a full disk', () => {
  it('stops an import with one clear sentence, hangs nothing, and keeps what was acknowledged', async () => {
    await using folder = await makeFolder();
    await using disk = await mountSmallDisk(220);
    const data = join(disk.path, 'data');
    const ballast = join(disk.path, 'ballast');
    const file = await makeFile(folder, 3_000, 'd');

    const run = startCli(['import', file, '--data', data, '--json']);
    await run.until(({ stderr }) => ackedIn(stderr) > 1_000);
    // Everything is taken away at once, in the middle of writing: also what the free-space guard keeps back.
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    expect(await run.ended).toBe(1);
    const said = run
      .stderr()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(said).toEqual([expect.stringMatching(/^The disk is full\. .*(?:free|Free) .*\.$/)]);
    expect((await runCli(['import', file, '--data', data])).code).toBe(1);

    await rm(ballast);
    const { code, report } = await runDoctorCli(data);
    expect({ code, problems: report.problems }).toEqual({ code: 0, problems: [] });
    expect(report.counts.turns).toBeGreaterThanOrEqual(ackedIn(run.stderr()));
  });

  it('refuses to start anything new below the free space that the database needs', async () => {
    await using folder = await makeFolder();
    await using disk = await mountSmallDisk(60);
    const { code, stderr } = await runCli([
      'import',
      await makeFile(folder, 5, 'e'),
      '--data',
      join(disk.path, 'data'),
    ]);
    expect({ code, stderr: stderr.trim() }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The disk is full\. Nothing was lost; free \d+ MB and try again\.$/),
    });
  });
});

describe.skipIf(!isRoot)('a read-only folder', () => {
  it('is refused with one sentence, and can still be looked at', async () => {
    await using folder = await makeFolder();
    await using disk = await mountSmallDisk(220);
    const data = join(disk.path, 'data');
    const file = await makeFile(folder, 20, 'r');
    expect((await runCli(['import', file, '--data', data])).code).toBe(0);
    spawnSync('mount', ['-o', 'remount,ro', disk.path]);

    const { code, stdout, stderr } = await runCli(['import', file, '--data', data]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/cannot be written/)]);
    spawnSync('mount', ['-o', 'remount,rw', disk.path]);
    expect((await runDoctorCli(data)).code).toBe(0);
  });
});

describe('the embedding model', () => {
  /** An installation whose models can be damaged. */
  async function makeInstallation(folder: Folder) {
    const appRoot = join(folder.path, 'app');
    await mkdir(appRoot);
    for (const part of ['out', 'package.json', 'node_modules'])
      await symlink(join(repository, part), join(appRoot, part));
    await cp(join(repository, 'models/bundled'), join(appRoot, 'models/bundled'), { recursive: true });
    return { appRoot, weights: join(appRoot, 'models/bundled/all-MiniLM-L6-v2/model_int8.onnx') };
  }

  it('is named when it is missing or cut off, and nothing is made of the folder', async () => {
    await using folder = await makeFolder();
    const { appRoot, weights } = await makeInstallation(folder);
    const bytes = await readFile(weights);
    await writeFile(weights, bytes.subarray(0, 1_000_000));
    await expect(openFolder(join(folder.path, 'data'), { appRoot })).rejects.toMatchObject({
      code: 'model.damaged',
      message: expect.stringContaining('model_int8.onnx'),
    });
    await rm(weights);
    await expect(openFolder(join(folder.path, 'data'), { appRoot })).rejects.toMatchObject({
      code: 'model.not-downloaded',
    });
    await writeFile(weights, bytes);
    await using opened = await openFolder(join(folder.path, 'data'), { appRoot });
    expect((await opened.client.call('app.status', {})).index.turns).toBe(0);
  });
});

describe('two programs on one folder', () => {
  it('refuses the second with one sentence while the first goes on', async () => {
    await using folder = await makeFolder();
    const data = join(folder.path, 'data');
    const first = startCli(['serve', '--no-open', '--port', '0', '--json', '--data', data]);
    await first.until(({ stdout }) => stdout.includes('\n'));

    const file = await makeFile(folder, 5, 't');
    for (const args of [['import', file], ['doctor'], ['recall', 'anything'], ['chat', 'hello']]) {
      const { code, stdout, stderr } = await runCli([...args, '--data', data]);
      expect({ args, code, stdout, stderr: stderr.trim() }).toEqual({
        args,
        code: 1,
        stdout: '',
        stderr: `The data folder is in use by another Palimpsest (process ${first.pid}). Close that one first.`,
      });
    }
    const { url } = JSON.parse(first.stdout()) as { url: string };
    expect((await fetch(url)).status).toBeLessThan(400);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect((await runDoctorCli(data)).code).toBe(0);
  });
});

describe.skipIf(!isLinux)('SIGKILL of the inference process', () => {
  it('in the middle of indexing costs a restart and no vector', async () => {
    await using folder = await makeFolder();
    const data = join(folder.path, 'data');
    const run = startCli(['import', await makeFile(folder, 400, 'h'), '--data', data, '--json']);
    await run.until(({ stderr }) => ackedIn(stderr) > 0);
    let host = 0;
    while (host === 0) host = (await listChildren(run.pid))[0] ?? 0;
    process.kill(host, 'SIGKILL');
    expect(await run.ended).toBe(0);

    const { code, report } = await runDoctorCli(data);
    expect({
      code,
      problems: report.problems,
      pending: report.counts.pending,
      embedded: report.counts.embedded,
    }).toEqual({
      code: 0,
      problems: [],
      pending: 0,
      embedded: 400,
    });
  });

  it.skipIf(!hasChatModel)(
    'in the middle of an answer keeps the question and says that the reply was cut short',
    async () => {
      await using folder = await makeFolder();
      const data = join(folder.path, 'data');
      const env = { PALIMPSEST_MODELS: sharedModels };
      const question = `Tell me a very long story about the harbour called ${uniqueWord('s', 1)}`;
      const run = startCli(['chat', question, '--data', data], env);
      await run.until(({ stdout }) => stdout.length > 0);
      process.kill(await findHost(run), 'SIGKILL');
      const code = await run.ended;

      // Cut short and said so, or answered again by the new process: never a hang, never a silent half.
      if (code !== 0) expect({ code, stderr: run.stderr() }).toEqual({ code: 1, stderr: expect.stringMatching(/\S/) });
      const doctor = await runDoctorCli(data);
      expect({ code: doctor.code, turns: doctor.report.counts.turns }).toEqual({ code: 0, turns: 2 });
      const { stdout } = await runCli(['recall', uniqueWord('s', 1), '--k', '3', '--json', '--data', data]);
      expect(stdout).toContain(question);
    },
  );
});
