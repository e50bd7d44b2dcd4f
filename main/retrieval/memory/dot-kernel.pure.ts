/** Opcodes of WebAssembly that the kernel uses; those behind 0xfd are of its vector instructions. */
const OP = {
  ...{ block: 0x02, loop: 0x03, end: 0x0b, branchIf: 0x0d, get: 0x20, set: 0x21, tee: 0x22 },
  ...{ load: 0x28, store: 0x36, i32: 0x41, isZero: 0x45, isBelow: 0x49, add: 0x6a, subtract: 0x6b, multiply: 0x6c },
} as const;
const VECTOR_OP = { load: 0, load8x8: 1, constant: 12, lane: 27, add: 174, dot: 186 } as const;
const TYPE = { i32: 0x7f, vector: 0x7b, none: 0x40, function: 0x60 } as const;
const PAGES_MAX = 65_536;

/** Numbers of at least one seven-bit group, low groups first, as the format writes them (LEB128). */
function unsigned(value: number): readonly number[] {
  const low = value & 0x7f;
  const rest = value >>> 7;
  return rest === 0 ? [low] : [low | 0x80, ...unsigned(rest)];
}

function signed(value: number): readonly number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isDone = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return isDone ? [low] : [low | 0x80, ...signed(rest)];
}

const sized = (bytes: readonly number[]): readonly number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): readonly number[] => [id, ...sized(bytes)];
const text = (value: string): readonly number[] => sized(Array.from(value, (char) => char.charCodeAt(0)));
const vectorOp = (op: number, ...rest: readonly number[]): readonly number[] => [0xfd, ...unsigned(op), ...rest];
/** Alignment (as a power of two; 0 promises nothing) and offset of a load or a store. */
const at = (offset: number): readonly number[] => [0, ...unsigned(offset)];
const get = (local: number): readonly number[] => [OP.get, local];
const set = (local: number): readonly number[] => [OP.set, local];
const number = (value: number): readonly number[] => [OP.i32, ...signed(value)];

/** Parameters of the kernel in their order, then its own variables. */
const [LIST, COUNT, ROWS, STRIDE, QUERY, OUT, CODE, END, PART, SUM_A, SUM_B] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Codes that one round of the inner loop takes: a row is padded to a multiple of it. */
export const ROUND = 32;
/** Eight codes of one byte times eight parts of the question of two: pairs are added as they are multiplied. */
const dotOf = (n: number, sum: number): readonly number[] => [
  ...get(sum),
  ...[...get(CODE), ...vectorOp(VECTOR_OP.load8x8, ...at(n * 8))],
  ...[...get(PART), ...vectorOp(VECTOR_OP.load, ...at(n * 16))],
  ...[...vectorOp(VECTOR_OP.dot), ...vectorOp(VECTOR_OP.add), ...set(sum)],
];
const advance = (local: number, by: number): readonly number[] => [...get(local), ...number(by), OP.add, ...set(local)];
const zero = (local: number): readonly number[] => [
  ...vectorOp(VECTOR_OP.constant, ...Array.from({ length: 16 }, () => 0)),
  ...set(local),
];

const BODY: readonly number[] = [
  ...[OP.block, TYPE.none, ...get(COUNT), OP.isZero, OP.branchIf, 0],
  ...[OP.loop, TYPE.none],
  // Where the row's codes begin and end.
  ...[...get(ROWS), ...get(LIST), OP.load, ...at(0), ...get(STRIDE), OP.multiply, OP.add, OP.tee, CODE],
  ...[...get(STRIDE), OP.add, ...set(END), ...get(QUERY), ...set(PART), ...zero(SUM_A), ...zero(SUM_B)],
  ...[OP.loop, TYPE.none],
  ...[...dotOf(0, SUM_A), ...dotOf(1, SUM_B), ...dotOf(2, SUM_A), ...dotOf(3, SUM_B)],
  ...[...advance(CODE, ROUND), ...advance(PART, ROUND * 2)],
  ...[...get(CODE), ...get(END), OP.isBelow, OP.branchIf, 0, OP.end],
  ...[...get(OUT), ...get(SUM_A), ...get(SUM_B), ...vectorOp(VECTOR_OP.add), OP.tee, SUM_A],
  ...vectorOp(VECTOR_OP.lane, 0),
  ...[1, 2, 3].flatMap((lane) => [...get(SUM_A), ...vectorOp(VECTOR_OP.lane, lane), OP.add]),
  ...[OP.store, ...at(0), ...advance(LIST, 4), ...advance(OUT, 4)],
  ...[...get(COUNT), ...number(1), OP.subtract, OP.tee, COUNT, OP.branchIf, 0, OP.end],
  ...[OP.end, OP.end],
];

/**
 * A module with one function, `scan`: for each row that a list names, the sum of the products of its codes (one byte each)
 * and the question's (two each). It is written out here since sixteen numbers at a time are out of JavaScript's reach.
 */
export const DOT_MODULE: Uint8Array<ArrayBuffer> = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, TYPE.function, ...sized(Array.from({ length: 6 }, () => TYPE.i32)), 0]),
  ...section(2, [1, ...text('own'), ...text('memory'), 2, 1, ...unsigned(1), ...unsigned(PAGES_MAX)]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('scan'), 0, 0]),
  ...section(10, [1, ...sized([2, 3, TYPE.i32, 2, TYPE.vector, ...BODY])]),
]);
