type Child = Node | string | null;
type Attributes = { readonly [name: string]: string | boolean | ((event: Event) => void) };

/** An element; texts become text nodes, so that nothing in a bundle is ever read as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/** Empties an element and fills it again. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null));
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`bug: the page has no #${id}`);
  return element;
}

/** Says something to whoever listens instead of looking. */
export function announce(text: string): void {
  byId('live').textContent = text;
}
