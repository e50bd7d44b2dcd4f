export type NoteBox = { readonly key: string; readonly wantedTop: number; readonly height: number };

const GAP = 14;

/** Tops of the notes beside their marks: in order, each as near its mark as those before it allow, never overlapping. */
export function placeNotes(boxes: readonly NoteBox[]): ReadonlyMap<string, number> {
  const ordered = boxes
    .map((box, index) => ({ box, index }))
    .sort((a, b) => a.box.wantedTop - b.box.wantedTop || a.index - b.index);
  const tops = new Map<string, number>();
  let free = 0;
  for (const { box } of ordered) {
    const top = Math.max(free, box.wantedTop);
    tops.set(box.key, top);
    free = top + box.height + GAP;
  }
  return tops;
}
