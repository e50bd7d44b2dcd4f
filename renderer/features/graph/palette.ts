/** The theme's colours as a canvas needs them. */
export type Palette = {
  readonly leaf: string;
  readonly text: string;
  readonly faint: string;
  readonly ink: string;
  readonly ghost: string;
  readonly rubric: string;
  readonly wash: string;
  readonly font: string;
  /** Pixels of a rem: larger text makes larger names. */
  readonly rem: number;
};

const FORCED: Omit<Palette, 'font' | 'rem'> = {
  leaf: 'Canvas',
  text: 'CanvasText',
  faint: 'CanvasText',
  ink: 'CanvasText',
  ghost: 'GrayText',
  rubric: 'LinkText',
  wash: 'Highlight',
};

const QUERIES = ['(prefers-contrast: more)', '(forced-colors: active)', '(prefers-color-scheme: dark)'];

/** Reads the tokens as they stand now. */
export function readPalette(): Palette {
  const root = getComputedStyle(document.documentElement);
  const body = getComputedStyle(document.body);
  const token = (name: string) => root.getPropertyValue(name).trim();
  const type = { font: body.fontFamily, rem: Number.parseFloat(root.fontSize) || 16 };
  if (window.matchMedia('(forced-colors: active)').matches) return { ...FORCED, ...type };
  return {
    leaf: token('--leaf'),
    text: token('--text'),
    faint: token('--text-3'),
    ink: token('--ink-line'),
    ghost: token('--ghost-ink'),
    rubric: token('--rubric'),
    wash: token('--ink-wash'),
    ...type,
  };
}

/** Calls back whenever the theme, the contrast or the size of text changes; returns how to stop. */
export function watchPalette(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'dir'] });
  const queries = QUERIES.map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
