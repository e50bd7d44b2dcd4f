import { describe, expect, it } from 'vitest';
import { planGpu } from '../../../scripts/lib/gpu-packages.mjs';
import { checkContents } from '../../../scripts/lib/package-contents.mjs';

const linux = {
  os: 'linux',
  platform: 'linux',
  arch: 'x64',
  template: ['PG_VERSION', 'pg_notify/', 'base/1/pg_filenode.map'],
};
const complete = [
  'node_modules/onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node',
  'node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
  'node_modules/onnxruntime-common/dist/cjs/index.js',
  'node_modules/@node-llama-cpp/linux-x64/bins/linux-x64/llama-addon.node',
  'node_modules/@electric-sql/pglite/dist/pglite.wasm',
  'node_modules/@electric-sql/pglite/dist/pglite.data',
  'node_modules/@electric-sql/pglite-pgvector/dist/vector.tar.gz',
  'out/db-template/PG_VERSION',
  'out/db-template/pg_notify/',
  'out/db-template/base/1/pg_filenode.map',
  'models/bundled/all-MiniLM-L6-v2/model_int8.onnx',
  'models/bundled/all-MiniLM-L6-v2/LICENSE',
  'models/catalogue/a.json',
];

describe('scripts/package', () => {
  it('accepts a package in which every native part lies unpacked', () => {
    expect(checkContents(complete, linux)).toEqual({ missing: [], foreign: [] });
  });

  it('misses each single file that a feature needs', () => {
    const found = complete.map(
      (left) =>
        checkContents(
          complete.filter((file) => file !== left),
          linux,
        ).missing.length,
    );
    expect(found).toEqual(complete.map(() => 1));
  });

  it('names binaries of other systems', () => {
    const foreign = [
      'node_modules/onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
      'node_modules/onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
      'node_modules/@node-llama-cpp/mac-arm64-metal/bins/a.node',
    ];
    expect(checkContents([...complete, ...foreign], linux).foreign).toEqual(foreign);
  });
});

describe('scripts/add-gpu', () => {
  const at = { platform: 'linux', arch: 'x64', asked: null, hasNvidia: false } as const;

  it('takes Vulkan unless an NVIDIA card answers or CUDA is asked for', () => {
    expect(planGpu(at)).toEqual({ kind: 'install', names: ['@node-llama-cpp/linux-x64-vulkan'] });
    const cuda = { kind: 'install', names: ['@node-llama-cpp/linux-x64-cuda', '@node-llama-cpp/linux-x64-cuda-ext'] };
    expect(planGpu({ ...at, hasNvidia: true })).toEqual(cuda);
    expect(planGpu({ ...at, asked: 'cuda' })).toEqual(cuda);
    expect(planGpu({ ...at, platform: 'win32', asked: 'vulkan', hasNvidia: true })).toEqual({
      kind: 'install',
      names: ['@node-llama-cpp/win-x64-vulkan'],
    });
  });

  it('has nothing to add where nothing is needed or offered', () => {
    expect(planGpu({ ...at, platform: 'darwin', arch: 'arm64' }).kind).toBe('nothing');
    expect(planGpu({ ...at, arch: 'arm64' }).kind).toBe('nothing');
  });
});
