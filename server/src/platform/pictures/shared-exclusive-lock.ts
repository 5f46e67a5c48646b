/** A shared/exclusive lock: shared work runs concurrently, exclusive work runs alone. */
export class SharedExclusiveLock {
  readonly #running = new Set<Promise<unknown>>();
  /** Resolves when the last exclusive work that runs or waits has ended. */
  #last: Promise<void> | null = null;

  async shared<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#last) await this.#last;
    const running = work();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Waits for running work to end. Later requests wait for it. */
  async exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
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
