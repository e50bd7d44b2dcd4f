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
    ['embedder weights', /^models\/bundled\/.*\.onnx$/],
    ['embedder licence', /^models\/bundled\/.*\/LICENSE$/],
    ['model catalogue', /^models\/catalogue\/.*\.json$/],
  ];
}

/**
 * Names of what is missing (of the database template every file and every empty folder) and paths of binaries for other systems.
 * @param {readonly string[]} files relative, with forward slashes; a folder ends in one
 * @param {{ os: string, platform: string, arch: string, template: readonly string[] }} target
 */
export function checkContents(files, target) {
  const present = new Set(files);
  const missing = [
    ...listRequired(target).flatMap(([name, pattern]) => (files.some((file) => pattern.test(file)) ? [] : [name])),
    ...target.template.map((file) => `out/db-template/${file}`).filter((file) => !present.has(file)),
  ];
  const foreign = files.filter((file) => {
    const onnx = /onnxruntime-node\/bin\/napi-v\d+\/([^/]+)\/([^/]+)\//.exec(file);
    if (onnx) return onnx[1] !== target.platform || onnx[2] !== target.arch;
    const llama = /@node-llama-cpp\/([^/]+)\/bins\//.exec(file);
    return llama ? !llama[1]?.startsWith(`${target.os}-${target.arch}`) : false;
  });
  return { missing, foreign };
}
