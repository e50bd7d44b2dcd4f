type Frame = { readonly names: Set<string> | null; step: string | number; awaitsName: boolean };

/**
 * Paths of the names that one object has twice, of which a JSON parser keeps the last and says nothing. The text must be
 * JSON.
 */
export function listRepeatedNames(text: string, most: number): readonly (readonly (string | number)[])[] {
  const found: (readonly (string | number)[])[] = [];
  const frames: Frame[] = [];
  // Strings whole, since they may hold brackets; what else stands between brackets and commas says nothing here.
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;
  for (let match = tokens.exec(text); match !== null && found.length < most; match = tokens.exec(text)) {
    const [token] = match;
    const frame = frames.at(-1);
    if (token === '{') frames.push({ names: new Set(), step: '', awaitsName: true });
    else if (token === '[') frames.push({ names: null, step: 0, awaitsName: false });
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',') advance(frame);
    else if (frame?.awaitsName && isRepeated(frame, token)) found.push(frames.map(({ step }) => step));
  }
  return found;
}

function advance(frame: Frame | undefined): void {
  if (frame === undefined) return;
  if (frame.names !== null) frame.awaitsName = true;
  else if (typeof frame.step === 'number') frame.step += 1;
}

function isRepeated(frame: Frame, token: string): boolean {
  const name: unknown = JSON.parse(token); // two ways to write a name are one name
  frame.awaitsName = false;
  frame.step = String(name);
  const { names } = frame;
  if (names === null) return false;
  if (names.has(frame.step)) return true;
  names.add(frame.step);
  return false;
}
