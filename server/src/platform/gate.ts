/** Lets so many through at once; the others wait in line. */
export class Gate {
  readonly #places: number;
  readonly #line: (() => void)[] = [];
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#inside === this.#places) await new Promise<void>((enter) => this.#line.push(enter));
    else this.#inside++;
    try {
      return await work();
    } finally {
      // A place goes to the next in line without becoming free in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
