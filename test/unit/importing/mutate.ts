/** A generator of numbers from a seed, so that a mutation that breaks a reader can be made again. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Pick = (below: number) => number;

/** Damages an export in one of the ways in which exports are damaged, or in one that no vendor thought of. */
export function mutate(bytes: Buffer, pick: Pick): Buffer {
  const ways = [
    flipBytes,
    truncate,
    dropSlice,
    repeatSlice,
    insertNoise,
    ...Array.from({ length: 6 }, () => changeJson),
  ];
  const once = (ways[pick(ways.length)] ?? flipBytes)(bytes, pick);
  return pick(4) === 0 ? (ways[pick(ways.length)] ?? flipBytes)(once, pick) : once;
}

function flipBytes(bytes: Buffer, pick: Pick): Buffer {
  const flipped = Buffer.from(bytes);
  for (let n = 1 + pick(8); n > 0 && flipped.length > 0; n -= 1) flipped[pick(flipped.length)] = pick(256);
  return flipped;
}
function truncate(bytes: Buffer, pick: Pick): Buffer {
  return bytes.subarray(0, pick(bytes.length + 1));
}
function slice(bytes: Buffer, pick: Pick): readonly [from: number, to: number] {
  const from = pick(bytes.length + 1);
  return [from, Math.min(bytes.length, from + pick(200))];
}
function dropSlice(bytes: Buffer, pick: Pick): Buffer {
  const [from, to] = slice(bytes, pick);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}
function repeatSlice(bytes: Buffer, pick: Pick): Buffer {
  const [from, to] = slice(bytes, pick);
  const again = Array.from({ length: 1 + pick(50) }, () => bytes.subarray(from, to));
  return Buffer.concat([bytes.subarray(0, to), ...again, bytes.subarray(to)]);
}
const NOISE = [
  '\0',
  '"',
  '\\',
  '{',
  '[',
  ']',
  '}',
  '<div class="outer-cell">',
  '<details type="reasoning">',
  '<think>',
  '\ud800',
  '\n\n',
  '```',
  '## ',
  '**',
  ',,,,',
  'User: ',
];
function insertNoise(bytes: Buffer, pick: Pick): Buffer {
  const at = pick(bytes.length + 1);
  const noise = (NOISE[pick(NOISE.length)] ?? '').repeat([1, 3, 300, 20_000][pick(4)] ?? 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(noise), bytes.subarray(at)]);
}

/** Changes one value somewhere in a JSON file; of lines, in one of them. What is no JSON has its bytes flipped. */
function changeJson(bytes: Buffer, pick: Pick): Buffer {
  const text = bytes.toString('utf8');
  try {
    return Buffer.from(JSON.stringify(changeValue(JSON.parse(text), pick)));
  } catch {
    // Not one JSON value: perhaps one a line.
    const lines = text.split('\n');
    const at = pick(lines.length);
    try {
      lines[at] = JSON.stringify(changeValue(JSON.parse(lines[at] ?? ''), pick));
      return Buffer.from(lines.join('\n'));
    } catch {
      return flipBytes(bytes, pick); // no JSON at all
    }
  }
}

type Place = { readonly holder: Record<string, unknown>; readonly name: string };

/** Removes or replaces up to three values anywhere inside a JSON value, in place. */
export function changeValue(value: unknown, pick: Pick): unknown {
  const places: Place[] = [];
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const holder = next as Record<string, unknown>; // arrays are changed by their indexes
    for (const name of Object.keys(holder)) {
      places.push({ holder, name });
      if (places.length < 20_000) waiting.push(holder[name]);
    }
  }
  for (let n = 1 + pick(3); n > 0 && places.length > 0; n -= 1) {
    const place = places[pick(places.length)];
    if (place !== undefined) changePlace(place, { pick, places });
  }
  return value;
}

function changePlace(
  { holder, name }: Place,
  { pick, places }: { readonly pick: Pick; readonly places: readonly Place[] },
): void {
  const other = places[pick(places.length)];
  const values: readonly (() => unknown)[] = [
    ...[() => null, () => '', () => '   ', () => 0, () => -1, () => 1e300, () => true, () => [], () => ({})],
    ...[
      () => 'x'.repeat(100_000),
      () => `${' '.repeat(50_000)}x`,
      () => '\u0000\ud800',
      () => nest(pick(2) === 0 ? 50 : 3_000),
    ],
    ...[
      () => [null, 1, 'x', {}],
      () => ({ $date: { $numberLong: 'x' } }),
      () => '2026-13-45T99:99:99Z',
      () => '__proto__',
    ],
    () => (other === undefined ? null : structuredClone(other.holder[other.name])),
  ];
  if (pick(4) === 0) Reflect.deleteProperty(holder, name);
  else holder[name] = values[pick(values.length)]?.();
}

function nest(levels: number): unknown {
  let value: unknown = 'deep';
  for (let n = 0; n < levels; n += 1) value = n % 2 === 0 ? [value] : { children: value };
  return value;
}
