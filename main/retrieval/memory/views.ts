import type { FragmentKind } from '../../contract/recall.ts';
import { type Bounds, type Columns, KINDS } from './columns.pure.ts';
import type { LexicalIndex, LexicalScope } from './lexical-index.pure.ts';

/** What one question may look at, with what must be counted over all of it. */
export type View = {
  readonly mask: Uint8Array;
  /** The same, a kind at a time. */
  readonly masks: Readonly<Record<FragmentKind, Uint8Array>>;
  readonly lexical: LexicalScope;
  readonly counts: Readonly<Record<FragmentKind, number>>;
  /** Names of those who speak in it. */
  readonly speakers: readonly string[];
  readonly hasAssistant: boolean;
};

const KEPT = 6;

/** Views are kept until something changes: counting over all fragments costs milliseconds. */
export function createViews(columns: Columns, lexical: LexicalIndex) {
  const kept = new Map<string, View>();

  const make = (bounds: Bounds, kinds: ReadonlySet<FragmentKind>): View => {
    const mask = columns.maskOf(bounds, kinds);
    const counts: Record<FragmentKind, number> = { turn: 0, document: 0, procedure: 0, summary: 0 };
    const size = mask.length;
    const masks = {
      turn: new Uint8Array(size),
      document: new Uint8Array(size),
      procedure: new Uint8Array(size),
      summary: new Uint8Array(size),
    };
    const speakers = new Set<string>();
    let hasAssistant = false;
    for (let doc = 0; doc < mask.length; doc += 1) {
      if (mask[doc] !== 1) continue;
      const kind = columns.kindOf(doc);
      masks[kind][doc] = 1;
      counts[kind] += 1;
      if (kind !== 'turn') continue;
      speakers.add(columns.speakerOf(doc));
      hasAssistant ||= columns.roleOf(doc) === 'assistant';
    }
    return {
      mask,
      masks,
      lexical: lexical.scopeOf(mask, columns.layout),
      counts,
      speakers: [...speakers],
      hasAssistant,
    };
  };

  return {
    viewOf: (bounds: Bounds, kinds: ReadonlySet<FragmentKind>): View => {
      const wanted = KINDS.filter((kind) => kinds.has(kind)).join(' ');
      const key = [wanted, bounds.asOfMs, bounds.knownAtMs, bounds.spaceId].join('\u0000');
      const known = kept.get(key);
      if (known) return known;
      const view = make(bounds, kinds);
      const [oldest] = kept.keys();
      if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(key, view);
      return view;
    },
    clear: (): void => kept.clear(),
  };
}
