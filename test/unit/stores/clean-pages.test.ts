import { describe, expect, it } from 'vitest';
import { cleanPages, computeChecksum, findFirstBlock } from '../../../main/stores/clean-pages.pure.ts';

const PAGE = 8192;

/** A page with a free middle from 100 to 8000, full of bytes that nobody reads. */
function makePage(): Uint8Array {
  const page = new Uint8Array(PAGE).fill(7);
  const view = new DataView(page.buffer);
  view.setUint16(8, 0, true);
  view.setUint16(12, 100, true);
  view.setUint16(14, 8000, true);
  view.setUint16(16, PAGE, true);
  view.setUint16(18, PAGE | 4, true);
  return page;
}

describe('stores/clean-pages', () => {
  it('zeroes the free middle of a page and nothing else', () => {
    const page = makePage();
    const expected = makePage().fill(0, 100, 8000);
    expect(cleanPages({ bytes: page, position: 0, firstBlock: 0 })).toBe(1);
    expect(page).toEqual(expected);
  });

  it('writes the checksum anew where the page has one, for the block that the page is', () => {
    const page = makePage();
    new DataView(page.buffer).setUint16(8, 1, true);
    cleanPages({ bytes: page, position: 3 * PAGE, firstBlock: 131_072 });
    expect(new DataView(page.buffer).getUint16(8, true)).toBe(computeChecksum(page, 131_075));
  });

  it('cleans every page of a longer write', () => {
    const bytes = new Uint8Array([...makePage(), ...makePage()]);
    expect(cleanPages({ bytes, position: PAGE, firstBlock: 0 })).toBe(2);
    expect(bytes.subarray(PAGE + 100, PAGE + 8000).every((byte) => byte === 0)).toBe(true);
  });

  it('leaves alone what is no page, and a page that is clean', () => {
    const text = new Uint8Array(PAGE).fill(65);
    const part = new Uint8Array(100).fill(65);
    const clean = makePage().fill(0, 100, 8000);
    for (const bytes of [text, part, clean]) expect(cleanPages({ bytes, position: 0, firstBlock: 0 })).toBe(0);
    expect(text.every((byte) => byte === 65)).toBe(true);
    expect(cleanPages({ bytes: makePage(), position: 24, firstBlock: 0 })).toBe(0);
  });

  it('knows the main files of tables from maps, logs and settings', () => {
    const firstBlocks = ['/x/base/5/16384', '/x/base/5/16384.2', '/x/global/1262', '/x/base/5/t3_9001'].map(
      findFirstBlock,
    );
    expect(firstBlocks).toEqual([0, 262_144, 0, 0]);
    const others = ['/x/base/5/16384_fsm', '/x/base/5/16384_vm', '/x/pg_wal/000000010000000000000001', '/x/PG_VERSION'];
    expect(others.map(findFirstBlock)).toEqual([null, null, null, null]);
  });
});
