/**
 * Runs in the page (so it uses nothing from outside itself): asks the shell for one more port and sends one request
 * through it, as the page's own client would.
 * @param {{ key: string, input: object }} message @returns {Promise<any>}
 */
export function requestInPage({ key, input }) {
  return new Promise((resolve, reject) => {
    /** @param {MessagePort} port */
    const use = (port) => {
      port.onmessage = ({ data }) => {
        if (data.id !== 1) return;
        if (data.t === 'chunk') port.postMessage({ t: 'ack', id: 1, n: data.n });
        if (data.t === 'done') resolve(data.value);
        if (data.t === 'failed') reject(new Error(`${key}: ${data.error.message}`));
      };
      // The engine may be ending at this very moment; then the shell gives a port to the next one.
      port.addEventListener('close', ask);
      port.postMessage({ t: 'request', id: 1, key, input });
    };
    /** @param {MessageEvent} event */
    const receive = (event) => {
      const [port] = event.ports;
      if (event.data?.palimpsest !== 'port' || !port) return;
      removeEventListener('message', receive, true);
      // The page's own listener would adopt this port as well; taking the event first keeps it ours.
      event.stopImmediatePropagation();
      use(port);
    };
    function ask() {
      addEventListener('message', receive, true);
      postMessage({ palimpsest: 'hello' }, location.origin);
    }
    ask();
  });
}
