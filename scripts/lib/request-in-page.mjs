/**
 * Leaves the app's own page for one of its style sheets, shown as text: it has the same origin and preload, but no
 * client that would take over every port the shell hands out.
 * @param {import('playwright').Page} page
 */
export async function openQuietPage(page) {
  const address = await page.evaluate(() => {
    const sheet = document.querySelector('link[rel=stylesheet]');
    return sheet instanceof HTMLLinkElement ? sheet.href : null;
  });
  if (address === null) throw new Error('the page has no style sheet');
  await page.goto(address);
}

/**
 * Runs in a quiet page (so it uses nothing from outside itself): asks the shell for a port and sends one request.
 * @param {{ key: string, input: object }} message @returns {Promise<any>}
 */
export function requestInPage({ key, input }) {
  return new Promise((resolve, reject) => {
    /** @param {MessagePort} port */
    const use = (port) => {
      let isSettled = false;
      port.addEventListener('message', ({ data }) => {
        if (data.t === 'chunk') port.postMessage({ t: 'ack', id: 1, n: data.n });
        if (data.t !== 'done' && data.t !== 'failed') return;
        isSettled = true;
        if (data.t === 'done') resolve(data.value);
        else reject(new Error(`${key}: ${data.error.message}`));
        port.close();
      });
      // The engine may be ending at this very moment; then the shell gives a port to the next one.
      port.addEventListener('close', () => {
        if (!isSettled) ask();
      });
      port.start();
      port.postMessage({ t: 'request', id: 1, key, input });
    };
    /** @param {MessageEvent} event */
    const receive = (event) => {
      const [port] = event.ports;
      if (event.data?.palimpsest !== 'port' || !port) return;
      removeEventListener('message', receive);
      use(port);
    };
    function ask() {
      addEventListener('message', receive);
      postMessage({ palimpsest: 'hello' }, location.origin);
    }
    ask();
  });
}
