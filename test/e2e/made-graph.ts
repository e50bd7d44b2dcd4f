import type { Page } from 'playwright';
import type { MadeGraph } from '../unit/renderer/graph/make-graph.ts';

type Request = { readonly t?: string; readonly id?: number; readonly key?: string };

/**
 * Lets the page read a made graph of any size: only the answer to `codex.graph` is replaced on the way from the real
 * engine, which would take minutes to be told 15,000 facts. Reloads, since the socket is already open.
 */
export async function answerWithGraph(page: Page, current: () => MadeGraph): Promise<void> {
  await page.routeWebSocket('**/rpc', (socket) => {
    const engine = socket.connectToServer();
    socket.onMessage((message) => {
      const request: Request = typeof message === 'string' ? JSON.parse(message) : {};
      if (request.t === 'request' && request.key === 'codex.graph')
        socket.send(JSON.stringify({ t: 'done', id: request.id, value: current() }));
      else engine.send(message);
    });
    engine.onMessage((message) => socket.send(message));
  });
  await page.reload();
}
