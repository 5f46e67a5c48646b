/** How often each part of an area winds around a point, which is inside a part if it does so once. */
export class Winding {
  readonly #ofPart: Int32Array;
  #inside = 0;

  constructor(parts: number) {
    this.#ofPart = new Int32Array(parts);
  }

  /** In how many parts the point is. */
  get inside(): number {
    return this.#inside;
  }

  of(part: number): number {
    return this.#ofPart[part] as number;
  }

  add(part: number, turns: number): void {
    const before = this.of(part);
    this.#ofPart[part] = before + turns;
    if (before > 0) this.#inside--;
    if (before + turns > 0) this.#inside++;
  }

  copy(): Winding {
    const copy = new Winding(this.#ofPart.length);
    copy.#ofPart.set(this.#ofPart);
    copy.#inside = this.#inside;
    return copy;
  }
}
