import type { FragmentKind } from '../../contract/recall.ts';
import { type Bounds, type Columns, KINDS } from './columns.pure.ts';
import type { LexicalIndex } from './lexical-index.pure.ts';
import type { LexicalScope } from './lexical-scope.pure.ts';

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

type Kept = { readonly view: View; readonly revision: number };

const KEPT = 6;

/**
 * Views are kept, since counting over all fragments costs milliseconds. What is added later is counted on top; when
 * something earlier comes or goes, all of it is counted again.
 */
export function createViews(columns: Columns, lexical: LexicalIndex) {
  const kept = new Map<string, Kept>();

  const make = (bounds: Bounds, kinds: ReadonlySet<FragmentKind>, older: View | null): View => {
    const mask = columns.extendMask(older?.mask ?? new Uint8Array(), bounds, kinds);
    const from = older?.mask.length ?? 0;
    const extended = (kind: FragmentKind): Uint8Array => {
      const wider = new Uint8Array(mask.length);
      if (older) wider.set(older.masks[kind]);
      return wider;
    };
    const masks = {
      turn: extended('turn'),
      document: extended('document'),
      procedure: extended('procedure'),
      summary: extended('summary'),
    };
    const counts = { turn: 0, document: 0, procedure: 0, summary: 0, ...older?.counts };
    const speaks = new Uint8Array(columns.speakers.names.length);
    let hasAssistant = older?.hasAssistant ?? false;
    for (let doc = from; doc < mask.length; doc += 1) {
      if (mask[doc] !== 1) continue;
      const kind = columns.kindOf(doc);
      if (kind === 'turn') {
        masks.turn[doc] = 1;
        counts.turn += 1;
        speaks[columns.speakerNumberOf(doc)] = 1;
        hasAssistant ||= columns.roleOf(doc) === 'assistant';
      } else {
        masks[kind][doc] = 1;
        counts[kind] += 1;
      }
    }
    const spoke = new Set(older?.speakers);
    return {
      ...{ mask, masks, counts, hasAssistant },
      lexical: lexical.scopeOf(mask, columns.layout, older?.lexical),
      speakers: columns.speakers.names.filter((name, speaker) => speaks[speaker] === 1 || spoke.has(name)),
    };
  };

  return {
    viewOf: (bounds: Bounds, kinds: ReadonlySet<FragmentKind>): View => {
      const wanted = KINDS.filter((kind) => kinds.has(kind)).join(' ');
      const key = [wanted, bounds.asOfMs, bounds.knownAtMs, bounds.spaceId].join('\u0000');
      const known = kept.get(key);
      const isSame = known?.revision === columns.revision;
      if (known && isSame && known.view.mask.length === columns.size) return known.view;
      const view = make(bounds, kinds, known && isSame ? known.view : null);
      const [oldest] = kept.keys();
      if (known === undefined && kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { view, revision: columns.revision });
      return view;
    },
  };
}
