/** @typedef {{ kind: 'install', names: readonly string[] } | { kind: 'nothing', reason: string }} GpuPlan */

/**
 * Which of node-llama-cpp's prebuilt packages a graphics card needs.
 * @param {{ platform: string, arch: string, asked: 'cuda' | 'vulkan' | null, hasNvidia: boolean }} about
 * @returns {GpuPlan}
 */
export function planGpu({ platform, arch, asked, hasNvidia }) {
  if (platform === 'darwin') return { kind: 'nothing', reason: 'Metal support is already installed with the app.' };
  if (arch !== 'x64' || (platform !== 'linux' && platform !== 'win32'))
    return { kind: 'nothing', reason: `There are no prebuilt GPU packages for ${platform} on ${arch}.` };
  const base = `@node-llama-cpp/${platform === 'win32' ? 'win' : 'linux'}-x64`;
  const backend = asked ?? (hasNvidia ? 'cuda' : 'vulkan');
  return { kind: 'install', names: backend === 'cuda' ? [`${base}-cuda`, `${base}-cuda-ext`] : [`${base}-vulkan`] };
}
