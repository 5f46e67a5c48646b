/** Which entries have been met in a search; begun anew without being emptied. */
export class Marks {
  #marks = new Uint32Array(0);
  #current = 0;

  begin(entries: number): void {
    if (entries > this.#marks.length) {
      this.#marks = new Uint32Array(entries * 2);
      this.#current = 0;
    }
    if (this.#current === 0xffffffff) {
      this.#marks.fill(0);
      this.#current = 0;
    }
    this.#current++;
  }

  /** True the first time. */
  add(entry: number): boolean {
    if (this.has(entry)) return false;
    this.#marks[entry] = this.#current;
    return true;
  }

  has(entry: number): boolean {
    return this.#marks[entry] === this.#current;
  }
}
