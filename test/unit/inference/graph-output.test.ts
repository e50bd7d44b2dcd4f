import { describe, expect, it } from 'vitest';
import { encodeGraphOutput } from '../../../main/inference/graph-output.pure.ts';

describe('inference/graph-output', () => {
  it('writes ModelProto.graph.output with a name and the type float', () => {
    // graph (7) of 11 bytes, output (12) of 9, name (1) "abc", type (2) { tensor_type (1) { elem_type (1): 1 } }
    expect([...encodeGraphOutput('abc')]).toEqual([58, 13, 98, 11, 10, 3, 97, 98, 99, 18, 4, 10, 2, 8, 1]);
  });

  it('writes lengths over 127 in two bytes', () => {
    const bytes = encodeGraphOutput('x'.repeat(200));
    expect([...bytes.slice(0, 3)]).toEqual([
      58,
      ...[(bytes.length - 3) & 127, (bytes.length - 3) >> 7].map((b, i) => (i === 0 ? b | 128 : b)),
    ]);
  });
});
