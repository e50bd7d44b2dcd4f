import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { root } from '../lib/sources.mjs';

/** @typedef {{ readonly call: (key: string, input: object) => Promise<any>, readonly close: () => Promise<void> }} Served */

/** @param {import('ws').WebSocket} socket */
function createCalls(socket) {
  /** @type {Map<number, { readonly resolve: (value: any) => void, readonly reject: (error: Error) => void }>} */
  const pending = new Map();
  let last = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    const waiting = pending.get(message.id);
    if (waiting === undefined || (message.t !== 'done' && message.t !== 'failed')) return;
    pending.delete(message.id);
    if (message.t === 'done') waiting.resolve(message.value);
    else waiting.reject(new Error(`${message.error.code}: ${message.error.message}`));
  });
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The engine closed the connection.'));
    pending.clear();
  });
  return (/** @type {string} */ key, /** @type {object} */ input) =>
    new Promise((resolve, reject) => {
      last += 1;
      pending.set(last, { resolve, reject });
      socket.send(JSON.stringify({ t: 'request', id: last, key, input }));
    });
}

/** Browser mode over a data folder, asked as the page asks: many questions cost one start. @param {string} data @returns {Promise<Served>} */
export async function openServed(data) {
  const args = ['serve', '--port', '0', '--no-open', '--json', '--data', data];
  const child = spawn(process.execPath, [join(root, 'scripts/palimpsest.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: 'UTC', ORT_DISABLE_TELEMETRY: '1' },
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said = (said + part).slice(-2_000);
  });
  const ended = once(child, 'close');
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (typeof line !== 'string') throw new Error(`palimpsest serve did not start: ${said.trim()}`);
  const { url, token } = JSON.parse(line);
  const { host, origin } = new URL(url);
  const socket = new WebSocket(`ws://${host}/rpc`, [`palimpsest.${token}`], { origin });
  await once(socket, 'open');
  const call = createCalls(socket);
  const close = async () => {
    socket.terminate();
    child.kill('SIGTERM');
    await ended;
  };
  return { call, close };
}
