import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonPath } from '../../../../main/evaluation/format/faults.pure.ts';
import { listRepeatedNames } from '../../../../main/evaluation/format/repeated-names.pure.ts';

const pathsOf = (text: string): readonly string[] => listRepeatedNames(text, 50).map(toJsonPath);

describe('evaluation/format/repeated-names', () => {
  it('gives the path of every name that an object has twice, at any depth', () => {
    expect(pathsOf('{"a": 1, "b": [{"c": 1}, {"c": [], "d": "c", "c": {}}], "a": {"a": 2}}')).toEqual([
      '$.b[1].c',
      '$.a',
    ]);
  });

  it('takes two ways to write a name for one name', () => {
    expect(pathsOf(String.raw`{"a": 1, "\u0061": 2}`)).toEqual(['$.a']);
  });

  it('finds none in texts that look like objects, or in objects side by side', () => {
    expect(pathsOf(String.raw`[{"a": "{\"b\": 1, \"b\": 2}"}, {"a": "\\"}, "a", "a"]`)).toEqual([]);
  });

  it('finds none in anything that was written from a value, and one wherever one was put', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(pathsOf(text)).toEqual([]);
        expect(pathsOf(`[0, {"x": ${text}, "y": 1, "x": 2}]`)).toEqual(['$[1].x']);
      }),
    );
  });
});
