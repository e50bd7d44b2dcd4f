/**
 * What must lie unpacked, as patterns over paths relative to `resources/app.asar.unpacked`.
 * @param {{ os: string, platform: string, arch: string }} target @returns {readonly (readonly [string, RegExp])[]}
 */
function listRequired({ os, platform, arch }) {
  return [
    [
      'ONNX runtime binding',
      new RegExp(`onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding\\.node$`),
    ],
    [
      'ONNX runtime library',
      new RegExp(`onnxruntime-node/bin/napi-v6/${platform}/${arch}/.*onnxruntime.*\\.(?:so|dylib|dll)`),
    ],
    ['ONNX runtime script', /onnxruntime-common\/.*\.js$/],
    ['llama.cpp binding', new RegExp(`@node-llama-cpp/${os}-${arch}[^/]*/bins/.*\\.node$`)],
    ['PGlite program', /@electric-sql\/pglite\/dist\/pglite\.wasm$/],
    ['PGlite files', /@electric-sql\/pglite\/dist\/pglite\.data$/],
    ['pgvector', /@electric-sql\/pglite-pgvector\/dist\/vector\.tar\.gz$/],
    ['pg_textsearch', /@electric-sql\/pglite-pg_textsearch\/dist\/pg_textsearch\.tar\.gz$/],
    ['database template', /^out\/db-template\/PG_VERSION$/],
    ['embedder weights', /^models\/bundled\/.*\.onnx$/],
    ['embedder licence', /^models\/bundled\/.*\/LICENSE$/],
    ['model catalogue', /^models\/catalogue\/.*\.json$/],
  ];
}

/**
 * Names of what is missing and paths of binaries for other systems.
 * @param {readonly string[]} files relative, with forward slashes
 * @param {{ os: string, platform: string, arch: string }} target
 */
export function checkContents(files, target) {
  const missing = listRequired(target).filter(([, pattern]) => !files.some((file) => pattern.test(file)));
  const foreign = files.filter((file) => {
    const onnx = /onnxruntime-node\/bin\/napi-v\d+\/([^/]+)\/([^/]+)\//.exec(file);
    if (onnx) return onnx[1] !== target.platform || onnx[2] !== target.arch;
    const llama = /@node-llama-cpp\/([^/]+)\/bins\//.exec(file);
    return llama ? !llama[1]?.startsWith(`${target.os}-${target.arch}`) : false;
  });
  return { missing: missing.map(([name]) => name), foreign };
}
