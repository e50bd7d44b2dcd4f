/** Undoes deflate, in the browser's own way. */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot unpack');
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let n = 0; n < binary.length; n += 1) bytes[n] = binary.charCodeAt(n);
  return bytes;
}

export const hasPart = (name: string): boolean => elementOf(name) !== null;
const elementOf = (name: string): Element | null => document.querySelector(`script[data-part="${CSS.escape(name)}"]`);

const opened = new Map<string, Promise<unknown>>();
/** Opened parts that are kept: enough to go to and fro, few enough for a small computer. */
const KEPT = 24;

/** One part of the page's data. It was written by this app and is shown as text alone, so its shape is believed. */
export function openPart<T>(name: string): Promise<T> {
  const known = opened.get(name) ?? read(name);
  opened.delete(name);
  opened.set(name, known);
  const oldest = opened.keys().next().value;
  if (opened.size > KEPT && oldest !== undefined) opened.delete(oldest);
  return known as Promise<T>;
}

async function read(name: string): Promise<unknown> {
  const element = elementOf(name);
  if (element === null) throw new Error(`the page has no part ${name}`);
  return JSON.parse(await inflate(fromBase64(element.textContent ?? '')));
}
