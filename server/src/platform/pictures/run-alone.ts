/** Work that runs beside other work, or while no other runs. */
export class RunAlone {
  readonly #running = new Set<Promise<unknown>>();
  /** Ends when the last one that runs alone, or waits for that, has ended. */
  #last: Promise<void> | null = null;

  async beside<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#last) await this.#last;
    const running = work();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** When what runs has ended; what is asked for later waits for it. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#last = over;
    try {
      await before;
      await Promise.allSettled(this.#running);
      return await work();
    } finally {
      if (this.#last === over) this.#last = null;
      end();
    }
  }
}
