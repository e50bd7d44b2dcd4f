type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array | Int8Array;

/** A typed array that grows by half whenever it is full; `size` elements are in use. */
export class Growing<T extends Numbers> {
  data: T;
  size = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T, capacity = 16) {
    this.#make = make;
    this.data = make(capacity);
  }

  /** Makes room for `extra` more elements and counts them as used; returns where they begin. */
  extend(extra: number): number {
    const from = this.size;
    this.size += extra;
    if (this.size > this.data.length) {
      const wider = this.#make(Math.max(this.size, Math.ceil(this.data.length * 1.5)));
      wider.set(this.data);
      this.data = wider;
    }
    return from;
  }

  push(value: number): void {
    const at = this.extend(1);
    this.data[at] = value;
  }
}
