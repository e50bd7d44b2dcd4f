import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { en } from '../../../../renderer/locales/en.ts';
import { count, t } from '../../../../renderer/locales/text.ts';

const folder = fileURLToPath(new URL('../../../../renderer', import.meta.url));

const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(join('locales', 'en')))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

/** Keys that are put together, such as `leg.${name}.short`, as patterns. */
const templates = [...source.matchAll(/`([a-zA-Z]+\.[^`\n]*\$\{[^`\n]*)`/g)].map(
  ([, template = '']) =>
    new RegExp(
      `^${template
        .replace(/\$\{[^}]*\}/g, '\u0000')
        .replace(/[.*+?^$()[\]\\|]/g, '\\$&')
        .replaceAll('\u0000', '.+')}$`,
    ),
);

describe('renderer/locales', () => {
  it('holds no text that nothing shows', () => {
    const unused = Object.keys(en).filter(
      (key) =>
        !key.startsWith('count.') && !source.includes(`'${key}'`) && !templates.some((template) => template.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('fills named places and chooses the form that goes with a number', () => {
    expect(t('conversations.menu', { title: 'Paste' })).toBe('Actions for “Paste”');
    expect([count(1, 'turns'), count(12_480, 'turns'), count(0, 'memories')]).toEqual([
      '1 turn',
      '12,480 turns',
      '0 memories',
    ]);
  });
});
