import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printJsonSchema, toJsonSchema } from '../../../../main/evaluation/format/json-schema.ts';
import { parseTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';

const docs = join(import.meta.dirname, '../../../../docs/lsrep');
const prose = readFileSync(join(docs, 'trajectory.md'), 'utf8');

describe('evaluation/format/json-schema', () => {
  it('is published as it is; after a change of the format, run this test with -u', async () => {
    await expect(printJsonSchema()).toMatchFileSnapshot(join(docs, 'trajectory-1.schema.json'));
  });

  it('refuses fields that the format does not have, at every depth', () => {
    const open: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && !('additionalProperties' in value)) open.push(path);
      for (const [key, one] of Object.entries(value)) visit(one, `${path}/${key}`);
    };
    visit(toJsonSchema(), '');
    expect(open).toEqual([]);
  });
});

describe('docs/lsrep/trajectory.md', () => {
  it('has an example that can be run', () => {
    const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(prose) ?? [];
    expect(parseTrajectory(JSON.parse(example)).faults).toEqual([]);
  });

  it('names every field and every kind of answer', () => {
    const text = JSON.stringify(toJsonSchema());
    const fields = [...text.matchAll(/"([A-Za-z]+)":\{"(?:type|anyOf|oneOf|const|enum|\$ref)"/g)].map(
      ([, name]) => name,
    );
    const kinds = [...text.matchAll(/"const":"([a-z-]+)"/g)].map(([, name]) => name);
    const missing = [...new Set([...fields, ...kinds])].filter(
      (name) => name !== 'items' && !prose.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
