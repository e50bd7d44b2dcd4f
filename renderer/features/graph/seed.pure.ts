/** 32 bits of a text, spread evenly (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Where a node begins: a place in a disc that its id alone decides. */
export function seedOf(id: string, radius: number): readonly [x: number, y: number] {
  const angle = (hashOf(id) / 2 ** 32) * 2 * Math.PI;
  const distance = radius * Math.sqrt((hashOf(`${id}#`) + 1) / 2 ** 32);
  return [Math.cos(angle) * distance, Math.sin(angle) * distance];
}
