import type { Revision, RevisionId } from '../../../main/contract/index.ts';
import { endKnownMs, endMs, isWithdrawn, startMs } from './revisions.pure.ts';
import { type Scale, shareOf } from './scale.pure.ts';

/** A rectangle of the map, in shares: across when it was true, up when it was known. */
export type Patch = {
  readonly from: number;
  readonly to: number;
  readonly knownFrom: number;
  readonly knownTo: number;
};

export type MapLayer = {
  readonly id: RevisionId;
  readonly patches: readonly Patch[];
  /** Where the record was found to be wrong: an edge in rubric. */
  readonly correctedAt: number | null;
};

const HOUR_MS = 3_600_000;

/** The axis of what was known: from a little before the first word to now, however near that is. */
export function planKnown(revisions: readonly Revision[], nowMs: number): Scale {
  const first = Math.min(nowMs, ...revisions.map(({ knownFrom }) => Date.parse(knownFrom)));
  return { fromMs: first - Math.max(HOUR_MS / 60, (nowMs - first) * 0.12), toMs: nowMs };
}

/**
 * Each revision on both clocks. One that was replaced was thought to go on until its end became known, so it is two
 * rectangles: open as long as nobody knew better, closed after that.
 */
export function mapLayers(
  revisions: readonly Revision[],
  axes: { readonly valid: Scale; readonly known: Scale },
): readonly MapLayer[] {
  const byId = new Map(revisions.map((each) => [each.id, each]));
  return revisions.map((each) => {
    const from = shareOf(axes.valid, startMs(each));
    const to = shareOf(axes.valid, endMs(each));
    const knownFrom = shareOf(axes.known, Date.parse(each.knownFrom));
    const knownTo = each.knownTo === null ? 1 : shareOf(axes.known, Date.parse(each.knownTo));
    const endKnown = each.validTo === null ? knownTo : Math.min(knownTo, shareOf(axes.known, endKnownMs(each, byId)));
    const patches = [
      { from, to: 1, knownFrom, knownTo: endKnown },
      { from, to, knownFrom: endKnown, knownTo },
    ].filter((patch) => patch.to > patch.from && patch.knownTo > patch.knownFrom);
    return { id: each.id, patches, correctedAt: isWithdrawn(each) && each.knownTo !== null ? knownTo : null };
  });
}
