/** The best so many of what is offered, by score, then by the lower document. */
export class TopRows {
  /** Nothing below this is among the best: whoever has much to offer need not offer it. */
  floor = Number.NEGATIVE_INFINITY;
  readonly #keep: number;
  readonly #docs: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(keep: number) {
    this.#keep = keep;
    this.#docs = new Int32Array(keep * 2);
    this.#scores = new Float64Array(keep * 2);
  }

  offer(doc: number, score: number): void {
    if (score < this.floor) return;
    this.#docs[this.#size] = doc;
    this.#scores[this.#size] = score;
    this.#size += 1;
    if (this.#size === this.#keep * 2) this.#cut();
  }

  /** Best first. A document that was offered twice is there twice. */
  list(): readonly { readonly doc: number; readonly score: number }[] {
    return Array.from({ length: this.#size }, (_, at) => ({ doc: this.#docs[at] ?? -1, score: this.#scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.doc - b.doc)
      .slice(0, this.#keep);
  }

  /** Now and then, which costs less than keeping order: ever fewer reach the floor. */
  #cut(): void {
    const docs = this.#docs;
    const scores = this.#scores;
    this.floor = scores.slice().sort()[scores.length - this.#keep] ?? this.floor;
    const ties: number[] = [];
    let size = 0;
    for (let at = 0; at < scores.length; at += 1) {
      const score = scores[at] ?? 0;
      const doc = docs[at] ?? -1;
      if (score === this.floor) ties.push(doc);
      if (!(score > this.floor)) continue;
      docs[size] = doc;
      scores[size] = score;
      size += 1;
    }
    for (const doc of ties.sort((a, b) => a - b).slice(0, this.#keep - size)) {
      docs[size] = doc;
      scores[size] = this.floor;
      size += 1;
    }
    this.#size = size;
  }
}
