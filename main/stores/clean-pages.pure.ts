/**
 * Postgres moves rows together on a page when some are gone, and leaves the bytes of the gone ones in the free middle,
 * for ever where nothing new comes to that page. Nobody reads those bytes, so they are zeroed on their way to the disk:
 * what was forgotten is then gone with the next checkpoint, without a table being written anew.
 */
const PAGE_BYTES = 8192;
/** Blocks in one file of a table; the next ones are in `NAME.1` and so on. */
const BLOCKS_IN_FILE = 131_072;
const HEADER_BYTES = 24;
const CHECKSUM_AT = 8;
const LOWER_AT = 12;
const UPPER_AT = 14;
const SPECIAL_AT = 16;
const SIZE_AND_VERSION_AT = 18;
/** Page size and layout version in one number, as every page states them. */
const SIZE_AND_VERSION = PAGE_BYTES | 4;

/** Main forks of tables and indexes only: the maps of free space and visibility keep their data where others have none. */
const RELATION_FILE = /(?:^|[\\/])(?:base[\\/]\d+|global)[\\/](?:t\d+_)?\d+(?:\.(\d+))?$/;

/** The number of the first block of this file, or null where it holds no pages with a free middle. */
export function findFirstBlock(path: string): number | null {
  const match = RELATION_FILE.exec(path);
  return match === null ? null : Number(match[1] ?? 0) * BLOCKS_IN_FILE;
}

export type Written = {
  readonly bytes: Uint8Array;
  /** Where in its file it goes. */
  readonly position: number;
  readonly firstBlock: number;
};

/** Zeroes the free middle of every whole page of a write, in place; returns how many pages had something there. */
export function cleanPages({ bytes, position, firstBlock }: Written): number {
  if (position % PAGE_BYTES !== 0 || bytes.length % PAGE_BYTES !== 0) return 0;
  let cleaned = 0;
  for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
    const page = bytes.subarray(at, at + PAGE_BYTES);
    if (!zeroMiddle(page)) continue;
    cleaned += 1;
    // A database without checksums leaves a zero, which is no checksum.
    if (uint16(page, CHECKSUM_AT) !== 0) writeChecksum(page, firstBlock + (position + at) / PAGE_BYTES);
  }
  return cleaned;
}

const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

function zeroMiddle(page: Uint8Array): boolean {
  const lower = uint16(page, LOWER_AT);
  const upper = uint16(page, UPPER_AT);
  const special = uint16(page, SPECIAL_AT);
  const isPage = uint16(page, SIZE_AND_VERSION_AT) === SIZE_AND_VERSION;
  if (!isPage || lower < HEADER_BYTES || lower >= upper || upper > special || special > PAGE_BYTES) return false;
  const middle = page.subarray(lower, upper);
  if (middle.every((byte) => byte === 0)) return false;
  middle.fill(0);
  return true;
}

const LANES = 32;
const PRIME = 16_777_619;
// As in Postgres' checksum_impl.h: any other start would be another checksum.
const LANE_STARTS = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);

/** What Postgres itself would write into this page's header. */
export function computeChecksum(page: Uint8Array, block: number): number {
  const view = new DataView(page.buffer, page.byteOffset, PAGE_BYTES);
  const sums = Uint32Array.from(LANE_STARTS);
  const mix = (lane: number, value: number): void => {
    const mixed = ((sums[lane] ?? 0) ^ value) >>> 0;
    sums[lane] = Math.imul(mixed, PRIME) ^ (mixed >>> 17);
  };
  for (let at = 0; at < PAGE_BYTES; at += 4) {
    const word = view.getUint32(at, true);
    // The sum is computed as if its own place were zero.
    mix((at / 4) % LANES, at === CHECKSUM_AT ? word & 0xffff0000 : word);
  }
  for (let round = 0; round < 2 * LANES; round += 1) mix(round % LANES, 0);
  const all = sums.reduce((folded, sum) => folded ^ sum, 0);
  return (((all ^ block) >>> 0) % 65_535) + 1;
}

function writeChecksum(page: Uint8Array, block: number): void {
  const sum = computeChecksum(page, block);
  page[CHECKSUM_AT] = sum & 0xff;
  page[CHECKSUM_AT + 1] = sum >>> 8;
}
