import { describe, expect, it } from 'vitest';
import { checkCode } from '../../../scripts/lib/code-rules.mjs';
import { checkImports, findCycles, findLayer } from '../../../scripts/lib/layers.mjs';
import { parse } from '../../../scripts/lib/parse.mjs';

const importsOf = (file: string, code: string) => checkImports(file, parse(file, code).imports).map((p) => p.message);
const faultsOf = (file: string, code: string) => checkCode(parse(file, code)).map((p) => `${p.line}: ${p.message}`);

describe('scripts/check-layers imports', () => {
  it('gives each folder of the tree its layer', () => {
    const files = [
      'main/contract/chat.ts',
      'main/chat/assemble.pure.ts',
      'main/journal/events/turn.ts',
      'main/inference/llama.ts',
      'main/retrieval/recall.ts',
      'main/forget/forget.ts',
      'main/cli/index.ts',
      'main/engine.ts',
      'main/entry.ts',
      'app/shell.ts',
      'renderer/ui/button.tsx',
      'models/fetch.ts',
    ];
    expect(files.map(findLayer)).toEqual([
      'contract',
      'pure',
      'events',
      'native',
      'knowledge',
      'use-case',
      'client',
      'engine',
      'entry',
      'app',
      'renderer-ui',
      'models',
    ]);
  });

  it('refuses a folder that no layer knows', () => {
    expect(importsOf('tools/new.ts', '')).toEqual([expect.stringContaining('belongs to no layer')]);
  });

  it.each([
    ['main/contract/chat.ts', "import fs from 'node:fs';", 'contract may not import node'],
    ['main/chat/pack.pure.ts', "import { readFile } from 'node:fs/promises';", 'pure may not import node'],
    ['main/chat/pack.pure.ts', "import { systemClock } from '../lib/clock.ts';", 'pure may not import lib'],
    ['main/chat/pack.pure.ts', "import { run } from '../stores/run.ts';", 'pure may not import stores'],
    ['main/journal/append.ts', "import { run } from '../stores/run.ts';", 'journal may not import stores'],
    ['main/stores/turns.ts', "import { append } from '../journal/append.ts';", 'stores may not import journal'],
    ['main/stores/turns.ts', "import { turnSaid } from '../journal/events/turn.ts';", 'stores may not import events'],
    ['main/chat/ask.ts', "import { PGlite } from '@electric-sql/pglite';", 'use-case may not import pglite'],
    ['main/inference/client.ts', "import { getLlama } from 'node-llama-cpp';", 'may not import node-llama-cpp'],
    ['main/retrieval/recall.ts', "import { askTurn } from '../chat/ask.ts';", 'knowledge may not import use-case'],
    ['main/cli/chat.ts', "import { openEngine } from '../engine.ts';", 'client may not import engine'],
    ['main/cli/chat.ts', "import { serve } from '../serve/serve.ts';", 'client may not import client'],
    ['main/chat/ask.ts', "const engine = await import('../engine.ts');", 'use-case may not import engine'],
    ['app/shell.ts', "import { openEngine } from '../main/engine.ts';", 'app may not import engine'],
    ['renderer/api.ts', "import { ipcRenderer } from 'electron';", 'renderer may not import electron'],
    ['renderer/api.ts', "import { join } from 'node:path';", 'renderer may not import node'],
    ['renderer/ui/button.tsx', "import { x } from '../features/chat/store.ts';", 'renderer-ui may not import renderer'],
    ['models/fetch.ts', "export { x } from '../test/builders/x.ts';", 'models may not import test'],
  ])('refuses in %s: %s', (file, code, message) => {
    expect(importsOf(file, code)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['main/stores/project/apply.ts', "import type { Event } from '../../journal/events/index.ts';"],
    ['main/chat/ask.ts', "import type { Ctx } from '../ctx.ts'; import { recall } from '../retrieval/recall.ts';"],
    ['main/chat/ask.ts', "import { planImport } from '../importing/plan.ts';"],
    ['main/chat/pack.pure.ts', "import { z } from 'zod'; import { assert } from '../lib/assert.ts';"],
    ['main/stores/open.ts', "import sql from './schema/0010-foundation.sql?raw';"],
    [
      'app/processes.ts',
      "import { EngineToShell } from '../main/contract/process.ts'; import { app } from 'electron';",
    ],
    ['renderer/ui/list.tsx', "import { useVirtualizer } from '@tanstack/react-virtual';"],
    ['renderer/features/graph/lay-out.ts', "import forceAtlas2 from 'graphology-layout-forceatlas2';"],
    ['main/entry.ts', "const cli = await import('./cli/index.ts');"],
  ])('allows in %s: %s', (file, code) => {
    expect(importsOf(file, code)).toEqual([]);
  });

  it('finds an import cycle once and names every file on it', () => {
    const graph = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts']],
      ['d.ts', ['a.ts']],
    ]);
    expect(findCycles(graph)).toEqual([['b.ts', 'c.ts']]);
  });
});

describe('scripts/check-layers code', () => {
  it.each([
    ['const x: any = 1;', '1: uses `any`'],
    ['enum A { B }', '1: declares an enum'],
    ['export default 1;', '1: has a default export'],
    ['try { a(); } catch {}', '1: has an empty catch'],
    ['const t = Date.now();', '1: uses Date.now'],
    ['const t = new Date();', '1: uses new Date()'],
    ['const t = Math.random();', '1: uses Math.random'],
    ["import { randomUUID } from 'node:crypto';", '1: uses randomUUID'],
    ['function f(a: 1, b: 1, c: 1, d: 1) {}', '1: has a function with 4 parameters'],
    ['\n// TODO later', '2: has a TODO without an issue number'],
    ['run(tx, Row, `\n select id from turn where id = $1`)', '1: contains SQL'],
    ["db.query('DELETE FROM turn')", '1: contains SQL'],
  ])('refuses %s', (code, message) => {
    expect(faultsOf('main/chat/ask.ts', code)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['main/chat/ask.ts', 'try { a(); } catch {\n // safe, because nothing depends on it\n}'],
    ['main/chat/ask.ts', 'const t = new Date(at);'],
    ['main/lib/clock.ts', 'const t = new Date();'],
    ['main/stores/turns.ts', "run(tx, Row, 'select id from turn')"],
    ['main/chat/ask.ts', "const label = 'Select a file from your computer';"],
    ['main/chat/ask.ts', '// TODO(#12) say more'],
    ['app/session.ts', 'session.on((a, b, c, d) => a);'],
    ['test/vitest.config.ts', 'export default {};'],
    ['test/unit/a.test.ts', 'const t = Date.now();'],
  ])('allows in %s: %s', (file, code) => {
    expect(faultsOf(file, code)).toEqual([]);
  });

  it('refuses a file over 500 lines', () => {
    expect(faultsOf('main/chat/ask.ts', '\n'.repeat(500))).toEqual(['501: has 501 lines; the limit is 500']);
  });
});
