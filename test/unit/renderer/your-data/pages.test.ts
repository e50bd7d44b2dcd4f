import { describe, expect, it } from 'vitest';
import { isPage, listPages } from '../../../../renderer/features/your-data/pages.pure.ts';

describe('your-data/pages', () => {
  it('offers only pages that there are', () => {
    expect({ known: isPage('#/import'), unknown: isPage('#/no-such-page') }).toEqual({ known: true, unknown: false });
    expect(listPages()).toEqual(expect.arrayContaining(['import', 'forgotten', 'health']));
  });
});
