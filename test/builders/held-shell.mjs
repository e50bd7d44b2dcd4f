// Entry of the desktop app in tests: the real shell, held until Playwright is attached. Playwright does the same with a
// loader that only Electron's own default app can take. Without it a page that loads while Playwright attaches is never
// seen by it, and the launch hangs (about one in four here).
import { app } from 'electron';

const ready = app.whenReady();
/** @type {() => void} */
let release = () => undefined;
const held = new Promise((resolve) => {
  release = () => resolve(undefined);
});
app.whenReady = () => held.then(() => ready);
Object.assign(globalThis, {
  __playwright_run: async () => {
    await ready;
    release();
  },
});
await import('../../out/main/shell.js');
