import { ipcRenderer } from 'electron';

// Runs isolated and sandboxed. It gives the page no object and no function: it only posts a port into it when the page
// asks, and again when the page asks again (after the engine was restarted). Names as in `ports.ts`, which a preload
// cannot import without pulling the shell into its bundle.
const ORIGIN = 'app://palimpsest';

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source !== window || event.origin !== ORIGIN) return;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('palimpsest' in data) || data.palimpsest !== 'hello') return;
  ipcRenderer.send('palimpsest:hello');
});

ipcRenderer.on('palimpsest:port', (event) => {
  window.postMessage({ palimpsest: 'port' }, ORIGIN, [...event.ports]);
});
