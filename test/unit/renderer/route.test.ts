import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationId, EntityId, RevisionId, TraceId, TurnId } from '../../../main/contract/index.ts';
import { parseRoute, type Route, routeToHash } from '../../../renderer/route.pure.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const id = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).filter((text) => text.isWellFormed());

describe('renderer/route', () => {
  it('reads back every address it writes, whatever the ids are made of', () => {
    const routes: fc.Arbitrary<Route> = fc.oneof(
      fc.boolean().map((isTemporary): Route => ({ name: 'new', isTemporary })),
      fc
        .tuple(id, fc.option(id))
        .map(([chat, turn]): Route => ({ name: 'chat', id: chat as ConversationId, turnId: turn as TurnId | null })),
      id.map((trace): Route => ({ name: 'trace', id: trace as TraceId })),
      fc
        .tuple(id, id)
        .map(([first, second]): Route => ({ name: 'trace', id: first as TraceId, withId: second as TraceId })),
      id.map((query): Route => ({ name: 'search', query })),
      fc.tuple(fc.option(id), fc.option(day), fc.option(day)).map(
        ([subject, trueOn, knownOn]): Route => ({
          name: 'memory',
          subject: subject as EntityId | null,
          trueOn,
          knownOn,
        }),
      ),
      id.map((fact): Route => ({ name: 'fact', id: fact as RevisionId })),
      fc
        .constantFrom('forget', 'forgotten', 'inbox', 'import', 'models', 'settings', 'health')
        .map((name): Route => ({ name }) as Route),
    );
    fc.assert(
      fc.property(routes, (route) => {
        expect(parseRoute(routeToHash(route))).toEqual(route);
      }),
    );
  });

  it('goes to the start page from an address that means nothing, a token or a broken escape', () => {
    const start = { name: 'new', isTemporary: false };
    expect(['', '#', '#/', '#/nowhere', '#token=abc', '#/chat/'].map(parseRoute)).toEqual(Array(6).fill(start));
    expect(parseRoute('#/trace/one/with/')).toEqual({ name: 'trace', id: 'one/with/' });
    expect(parseRoute('#/memory?true=yesterday&known=2023-99-99')).toEqual({
      name: 'memory',
      subject: null,
      trueOn: null,
      knownOn: null,
    });
    expect(parseRoute('#/graph?true=2024-02-30&known=2023-02-29')).toEqual({
      name: 'graph',
      trueOn: null,
      knownOn: null,
    });
    expect(parseRoute('#/chat/%E0%A4%A')).toEqual({ name: 'chat', id: '%E0%A4%A', turnId: null });
  });
});
