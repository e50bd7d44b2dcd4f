import { describe, expect, it } from 'vitest';
import type { DocumentId } from '../../../../main/contract/index.ts';
import { parseRoute, type Route, routeToHash } from '../../../../renderer/route.pure.ts';

describe('route: documents', () => {
  it.each<Route>([
    { name: 'documents', id: null, passage: null },
    { name: 'documents', id: 'a/b c' as DocumentId, passage: null },
    { name: 'documents', id: 'a' as DocumentId, passage: 1_234 },
  ])('reads back what it wrote', (route) => {
    expect(parseRoute(routeToHash(route))).toEqual(route);
  });

  it('takes what is no place for none', () => {
    for (const place of ['-1', '1.5', 'x', '99999999'])
      expect(parseRoute(`#/documents/a?passage=${place}`)).toMatchObject({ id: 'a', passage: null });
  });
});
